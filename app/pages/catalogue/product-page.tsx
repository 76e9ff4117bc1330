/** A product: facts, device fit, price, delivery, and Buy (PAGE-06, PAGE-07). */
import { useEffect, useMemo } from 'react'
import { redirect } from 'react-router'
import { productTypes } from '../../../domain/catalogue/product-type.ts'
import { pictureUrl } from '../../../domain/pictures/picture-address.ts'
import { nextDeliveryAt } from '../../../domain/shipping/next-delivery.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { isMarked } from '../../state/module-history.ts'
import { useShopState } from '../../state/shop-state.ts'
import { recordView } from '../../state/use-history.ts'
import { useStore } from '../../../ui/strings.tsx'
import { hydrateNow, hydrateOnInteraction } from '../../../ui/lazy-hydration.tsx'
import { breadcrumbData, metaOf, pageHead } from '../page-head.ts'
import { goneAnswer } from './load-gone-product.server.ts'
import { productAlternates, productDelivery, productTags, productTrail } from './load-product.server.ts'
import { questionsOf } from './module-questions.server.ts'
import { productData } from './product-data.ts'
import { PurchaseBox } from './purchase-box.tsx'
import { offeredOn } from './offered-variant.ts'
import type { Route } from './+types/product-page'
import styles from './product-page.module.css'

/** 404: no such product in this store; 410: it is no longer sold; 301: it has moved to another slug. */
export function loader({ request, params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const found = shop.catalogue.product(code, params.slug)
  if (found === null) return goneAnswer(shop, request, params.slug)
  if ('moved' in found) throw redirect(links.product(code, found.moved), 301)
  const { product, changesAt, campaignEndsAt, head } = found
  const nextDelivery = nextDeliveryAt(shop.store, shop.now)
  shop.tag('catalogue', ...productTags(product))
  shop.endsBy(changesAt)
  shop.endsBy(nextDelivery)
  const breadcrumbs = productTrail(shop, product)
  const alternates = productAlternates(product)
  return {
    product,
    // Found here: browsers need no rule for it.
    offeredId: offeredOn(product).id,
    nextDelivery: product.type === productTypes.GiftCard ? null : nextDelivery,
    delivery: productDelivery(code, product),
    asked: questionsOf(shop, product),
    breadcrumbs,
    alternates,
    head: pageHead(shop, {
      title: product.name,
      description: product.description,
      own: head,
      path: links.product(code, product.slug),
      alternates,
      kind: 'product',
      image: product.thumb && pictureUrl(product.thumb.key, 800, 'webp'),
      forms: { 'text/markdown': links.productMarkdown(code, product.slug) },
      data: [productData(shop, product, campaignEndsAt), breadcrumbData(shop, breadcrumbs)],
    }),
  }
}

const Gallery = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./gallery.tsx') : null,
  () => import('./gallery.tsx'),
)
const AboveBuy = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./above-buy.tsx') : null,
  () => import('./above-buy.tsx'),
)
const DeliveryPrice = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./delivery-price.tsx') : null,
  () => import('./delivery-price.tsx'),
)
const BelowBuy = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./below-buy.tsx') : null,
  () => import('./below-buy.tsx'),
)
const ProductSections = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./product-sections.tsx') : null,
  () => import('./product-sections.tsx'),
)

const GonePage = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./gone-page.tsx') : null,
  () => import('./gone-page.tsx'),
)

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  return 'gone' in loaderData ? <GonePage {...loaderData} /> : <Product {...loaderData} />
}

type Shown = Exclude<Route.ComponentProps['loaderData'], { gone: unknown }>

function Product({
  product,
  offeredId,
  nextDelivery,
  delivery,
  asked,
}: Pick<Shown, 'product' | 'offeredId' | 'nextDelivery' | 'delivery' | 'asked'>) {
  const store = useStore()
  const offered = useMemo(
    () =>
      offeredId === product.id
        ? product
        : { ...product, ...product.choices.find(({ id }) => id === offeredId) },
    [product, offeredId],
  )
  useEffect(() => {
    recordView(product)
    void import('../../state/shop-events.ts').then(({ trackView }) => trackView(store, product))
  }, [product, store])
  const hasMark = useShopState(({ history }) => isMarked(history, product.sku))
  useEffect(() => {
    if (hasMark) hydrateNow()
  }, [hasMark])
  return (
    <main className="wrap">
      <div className={styles.top}>
        <Gallery key={product.id} product={product} />
        <div className={styles.decision}>
          <AboveBuy product={product} offered={offered} />
          <PurchaseBox
            key={product.id}
            product={offered}
            nextDelivery={nextDelivery}
            delivery={<DeliveryPrice product={offered} delivery={delivery} />}
          />
          <BelowBuy product={offered} asked={asked} />
        </div>
      </div>
      <ProductSections product={product} />
    </main>
  )
}
