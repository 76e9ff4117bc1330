/**
 * Up to four products side by side. The address holds the products, so that a comparison can be shared; every change is
 * a link, and works without scripts.
 */
import { productTypes } from '../../../domain/catalogue/product-type.ts'
import { toSku } from '../../../domain/products/sku.ts'
import type { ProductCard } from '../../../contract/catalogue.ts'
import { canQuickAdd, useAddToCart } from '../../state/use-add-to-cart.ts'
import { useViewedProducts } from '../../state/use-viewed-products.ts'
import { buyWords } from '../../features/products/buy-words.ts'
import { BuyWithoutScript } from '../../features/products/buy-without-script.tsx'
import { Price, useMoney } from '../../features/products/price.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Chips } from '../../../ui/chips.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { StockLabel } from '../../../ui/stock-label.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { PageHandle } from '../../layout/page-handle.ts'
import { compareLink } from '../../compare-link.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { metaOf, pageHead } from '../page-head.ts'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import { compareRows, mostCompared, pricePerUnit } from './compare-rows.ts'
import type { Route } from './+types/compare-page'
import styles from './compare-page.module.css'

export const handle: PageHandle = { layout: 'plain' }

/** Products offered to be added. */
const mostOffered = 8

/** Unknown article numbers are left out; more than four products are cut. */
export function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const asked = new URL(request.url).searchParams
    .getAll('sku')
    .filter((sku) => sku !== '' && sku.length <= 100)
  const cards = shop.catalogue.productsBySku(code, [...new Set(asked)].slice(0, mostCompared).map(toSku))
  const products = cards.flatMap(({ slug }) => {
    const found = shop.catalogue.product(code, slug)
    return found && 'product' in found ? [found.product] : []
  })
  const ids = new Set(products.map(({ id }) => id))
  const offered = (products[0]?.related ?? []).filter(({ id }) => !ids.has(id)).slice(0, mostOffered)
  return {
    products: products.map((product) => ({
      card: product as ProductCard,
      perUnitMinor: pricePerUnit(product),
    })),
    rows: compareRows(products),
    offered: products.length < mostCompared ? offered.map(({ sku, name }) => ({ sku, name })) : [],
    head: pageHead(shop, {
      title: serverTranslate(shop.store)('compare.title'),
      path: compareLink(code, []),
      index: false,
    }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function ComparePage({ loaderData: { products, rows, offered } }: Route.ComponentProps) {
  const t = useStrings()
  const { code } = useStore()
  const money = useMoney()
  const skus = products.map(({ card }) => card.sku)
  if (products.length === 0) {
    return (
      <main className={classNames('wrap', styles.page)}>
        <EmptyState title={<h1>{t('compare.title')}</h1>} text={t('compare.none')}>
          <ButtonLink look="main" href={links.home(code)}>
            {t('confirmation.shop_on')}
          </ButtonLink>
        </EmptyState>
        <ViewedProducts skus={skus} />
      </main>
    )
  }
  return (
    <main className={classNames('wrap', styles.page)}>
      <h1>{t('compare.title')}</h1>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className="visually-hidden">{t('compare.title')}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('product.facts')}</span>
              </th>
              {products.map(({ card }) => (
                <th key={card.sku} scope="col">
                  <Picture picture={card.thumb} sizes="160px" largest={320} alt="" />
                  <a href={links.product(code, card.slug)}>
                    <UnbrokenName name={card.name} />
                  </a>
                  <a
                    className={styles.remove}
                    href={compareLink(
                      code,
                      skus.filter((sku) => sku !== card.sku),
                    )}
                    aria-label={t('compare.remove_of', { name: card.name })}
                  >
                    {t('compare.remove')}
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('compare.price')}</th>
              {products.map(({ card }) => (
                <td key={card.sku}>
                  <Price product={withoutPiecePrice(card)} />
                  <StockLabel product={card} />
                </td>
              ))}
            </tr>
            {products.some(({ perUnitMinor }) => perUnitMinor !== null) && (
              <tr>
                <th scope="row">{t('compare.per_unit')}</th>
                {products.map(({ card, perUnitMinor }) => (
                  <td key={card.sku}>{perUnitMinor === null ? '–' : money(perUnitMinor, card.vat, 0, 2)}</td>
                ))}
              </tr>
            )}
            {rows.map(({ code: fact, name, values, differs }) => (
              <tr key={fact} className={differs ? styles.differs : undefined}>
                <th scope="row">{name}</th>
                {values.map((value, at) => (
                  <td key={skus[at]}>{value ?? '–'}</td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">
                <span className="visually-hidden">{t('card.buy')}</span>
              </th>
              {products.map(({ card }) => (
                <td key={card.sku}>
                  <Action card={card} />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      {offered.length > 0 && (
        <section className={styles.offered} aria-labelledby="offered">
          <h2 id="offered">{t('compare.add')}</h2>
          <Chips
            label={t('compare.add')}
            chips={offered.map(({ sku, name }) => ({
              text: <UnbrokenName name={name} />,
              href: compareLink(code, [...skus, sku]),
            }))}
          />
        </section>
      )}
      {products.length < mostCompared && <ViewedProducts skus={skus} />}
    </main>
  )
}

/** Recently viewed products that can be added. */
function ViewedProducts({ skus }: { skus: readonly string[] }) {
  const t = useStrings()
  const { code } = useStore()
  const others = useViewedProducts()
    .filter(({ sku }) => !skus.includes(sku))
    .slice(0, mostOffered)
  if (others.length === 0) return null
  return (
    <section className={styles.offered} aria-labelledby="viewed">
      <h2 id="viewed">{t('home.recent')}</h2>
      <Chips
        label={t('compare.add')}
        chips={others.map(({ sku, name }) => ({
          text: <UnbrokenName name={name} />,
          href: compareLink(code, [...skus, sku]),
        }))}
      />
    </section>
  )
}

/** The price per piece of a pack has a row of its own. */
const withoutPiecePrice = (card: ProductCard): ProductCard =>
  card.unit_price?.unit === 'piece' ? { ...card, unit_price: null } : card

function Action({ card }: { card: ProductCard }) {
  const t = useStrings()
  const { code } = useStore()
  const add = useAddToCart()
  if (!canQuickAdd(card) || !card.orderable || card.type === productTypes.GiftCard)
    return <ButtonLink href={links.product(code, card.slug)}>{t('compare.show')}</ButtonLink>
  return (
    <>
      <Button
        className={styles.needsScript}
        look="main"
        aria-label={buyWords(card, t).named}
        onClick={() => add(card)}
      >
        {buyWords(card, t).short}
      </Button>
      <BuyWithoutScript product={card} />
    </>
  )
}
