/** A product: what it is, whether it fits, what it costs, when it comes, and Buy (PAGE-06, PAGE-07). */
import { useEffect } from 'react'
import { redirect } from 'react-router'
import { nextDeliveryAt } from '../../../domain/shipping/next-delivery.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { recordView } from '../../state/use-history.ts'
import { late } from '../../ui/late.tsx'
import { breadcrumbData, metaOf, pageHead } from '../page-head.ts'
import { productAlternates, productData, productTags, productTrail } from './load-product.server.ts'
import { PurchaseBox } from './purchase-box.tsx'
import type { Route } from './+types/product-page'
import styles from './product-page.module.css'

/** 404: no such product in this store; 301: it has moved to another slug. */
export function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const found = shop.catalogue.product(code, params.slug)
  if (found === null) throw new Response(null, { status: 404 })
  if ('moved' in found) throw redirect(links.product(code, found.moved), 301)
  const { product, changesAt } = found
  const nextDelivery = nextDeliveryAt(shop.store, shop.now)
  shop.tag('catalogue', ...productTags(product))
  shop.endsBy(changesAt)
  shop.endsBy(nextDelivery)
  const breadcrumbs = productTrail(shop, product)
  const alternates = productAlternates(product)
  return {
    product,
    nextDelivery,
    breadcrumbs,
    alternates,
    head: pageHead(shop, {
      title: product.name,
      description: product.description.replaceAll(/\s+/g, ' '),
      path: links.product(code, product.slug),
      alternates,
      data: [productData(shop, product), breadcrumbData(shop, breadcrumbs)],
    }),
  }
}

const Gallery = late(
  import.meta.env.SSR ? await import('./gallery.tsx') : null,
  () => import('./gallery.tsx'),
)
const ProductTitle = late(
  import.meta.env.SSR ? await import('./product-title.tsx') : null,
  () => import('./product-title.tsx'),
)
const VariantChoice = late(
  import.meta.env.SSR ? await import('./variant-choice.tsx') : null,
  () => import('./variant-choice.tsx'),
)
const ProductSections = late(
  import.meta.env.SSR ? await import('./product-sections.tsx') : null,
  () => import('./product-sections.tsx'),
)

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function ProductPage({ loaderData: { product, nextDelivery } }: Route.ComponentProps) {
  useEffect(() => recordView(product), [product])
  return (
    <main className="wrap">
      <div className={styles.top}>
        <Gallery key={product.id} product={product} />
        <div className={styles.decision}>
          <ProductTitle product={product} />
          <VariantChoice product={product} />
          <PurchaseBox key={product.id} product={product} nextDelivery={nextDelivery} />
        </div>
      </div>
      <ProductSections product={product} />
    </main>
  )
}
