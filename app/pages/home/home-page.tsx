/** Home: search, departments, today's deal, popular products, recently viewed products (PAGE-01). */
import { storeCodes, storePolicies } from '../../../domain/stores/stores.ts'
import type { ProductCard as Product } from '../../../contract/catalogue.ts'
import { runningDeal } from '../../../domain/content/running-deal.ts'
import { localDay } from '../../../domain/stores/local-time.ts'
import { machinePaths } from '../../../domain/stores/paths.ts'
import type { PageHandle } from '../../layout/page-handle.ts'
import { SearchField } from '../../features/search/search-field.tsx'
import { links } from '../../links.ts'
import { anyProductTag, shopContext, type ShopContext } from '../../shop-context.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ProductCarousel } from '../../features/products/carousel.tsx'
import { CategoryPicture } from '../../features/products/category-picture.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { hydrateOnInteraction } from '../../../ui/lazy-hydration.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import { shopData } from '../shop-data.ts'
import { seasonShelf } from './home-shelves.ts'
import { LaterList } from './later-list.tsx'
import { RecentlyViewed } from './recently-viewed.tsx'
import type { Route } from './+types/home-page'
import styles from './home-page.module.css'

const Guides = hydrateOnInteraction(
  import.meta.env.SSR ? await import('../../features/modules/guides.tsx') : null,
  () => import('../../features/modules/guides.tsx'),
)

export const handle: PageHandle = { layout: 'plain' }

const shelfLength = 10

/** Widths of a tile's picture in the grid of home-page.module.css. */
const tilePictureSizes = '(min-width: 1200px) 170px, (min-width: 560px) 200px, calc(50vw - 26px)'

/** The row of tiles that a phone shows before it scrolls; the first picture is the largest that it paints. */
const eagerTiles = 2

/** A shelf whose tag does not exist is empty and not rendered. */
export function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const season = seasonShelf(localDay(shop.store.timeZone, shop.now).month)
  const { shelves, saleTag, exampleSearches, storefront } = storePolicies[code]
  const { lead, whyTitle, whyText, description } = storefront
  const title = storefront.title || shop.store.brand
  return {
    exampleSearches,
    texts: { title, lead, whyTitle, whyText },
    categories: shop.catalogue
      .categoryTree(code, { mainMenu: true })
      .map(({ name, path, metadata }) => ({ name, path, icon: metadata.icon })),
    shelves: [
      { title: 'home.bestsellers' as const, ...shelf(shop, shelves.bestsellers) },
      { title: 'home.sale' as const, ...shelf(shop, saleTag, dealProduct(shop)) },
      { title: season.title, ...shelf(shop, shelves[season.shelf]) },
    ],
    alternates: Object.fromEntries(storeCodes.map((other) => [other, links.home(other)])),
    head: pageHead(shop, {
      title,
      description,
      ...(storefront.title === '' && { own: { title } }),
      path: links.home(code),
      alternates: Object.fromEntries(storeCodes.map((other) => [other, links.home(other)])),
      forms: { 'application/rss+xml': machinePaths.offersFeed(code) },
      data: shopData(shop),
    }),
  }
}

/** `first`: a product that leads the shelf. */
function shelf(
  shop: ShopContext,
  slug: string,
  first: Product | null = null,
): { slug: string; products: Product[] } {
  const { code } = shop.store
  const listing = shop.catalogue.listing(code, {
    scope: { kind: 'tag', slug },
    sort: 'relevance',
    page: 1,
    facets: {},
  })
  if (listing === null) return { slug, products: [] }
  const others = listing.products.filter(({ id }) => id !== first?.id)
  const products = [...(first ? [first] : []), ...others].slice(0, shelfLength)
  shop.tag('catalogue', anyProductTag)
  shop.endsBy(listing.changesAt)
  return { slug, products }
}

/** The product of the current deal. */
function dealProduct(shop: ShopContext): Product | null {
  const { catalogue, content, now } = shop
  const { code } = shop.store
  const running = runningDeal(content.currentDeal(code, now), catalogue, code, now)
  if (running !== null) shop.tag(`product:${running.product.id}`)
  return running?.product ?? null
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function HomePage({
  loaderData: { exampleSearches, texts, categories, shelves },
}: Route.ComponentProps) {
  const t = useStrings()
  const { code } = useStore()
  return (
    <main>
      <Question examples={exampleSearches} {...texts} />
      <div className={classNames('wrap', styles.sections)}>
        <section className={styles.categories} aria-labelledby="departments">
          <h2 id="departments">{t('home.categories')}</h2>
          <ul className={styles.tiles}>
            {categories.map(({ name, path, icon }, index) => (
              <li key={path}>
                <a className={styles.tile} href={links.category(code, path)}>
                  <CategoryPicture icon={icon} sizes={tilePictureSizes} priority={index < eagerTiles} />
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </section>
        {shelves.map(({ title, slug, products }, index) => (
          <LaterList key={title} turn={index + 1}>
            <ProductCarousel
              title={t(title)}
              more={{ text: t('carousel.all'), href: links.tag(code, slug) }}
              products={products}
              phoneGrid
            />
          </LaterList>
        ))}
        <RecentlyViewed />
        {texts.whyText !== '' && (
          <section className={styles.why} aria-labelledby={texts.whyTitle ? 'why' : undefined}>
            {texts.whyTitle !== '' && <h2 id="why">{texts.whyTitle}</h2>}
            <p>{texts.whyText}</p>
          </section>
        )}
      </div>
    </main>
  )
}

function Question({ title, lead, examples }: { title: string; lead: string; examples: readonly string[] }) {
  const t = useStrings()
  const { code } = useStore()
  return (
    <section className={styles.question}>
      <div className={classNames('wrap', styles.inside)}>
        <div className={styles.ask}>
          <h1>{title}</h1>
          {lead !== '' && <p className={styles.lead}>{lead}</p>}
          {/* Phones have the header's field just above. */}
          <div className={styles.field}>
            <SearchField large />
          </div>
          {examples.length > 0 && (
            <p className={styles.examples}>
              <span>{t('home.examples')}:</span>
              {examples.map((term) => (
                <a key={term} href={links.search(code, term)}>
                  {term}
                </a>
              ))}
            </p>
          )}
        </div>
        <div className={styles.guides}>
          <Guides />
        </div>
      </div>
    </section>
  )
}
