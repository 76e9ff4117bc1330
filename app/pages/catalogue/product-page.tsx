/** A product: what it is, whether it fits, what it costs, when it comes, and Buy (PAGE-06, PAGE-07). */
import { useEffect } from 'react'
import { redirect } from 'react-router'
import { imageTypes, sortImages } from '../../../domain/catalogue/image-type.ts'
import type { ProductDetails } from '../../../domain/catalogue/product.ts'
import { reductionBadge, shownPrice } from '../../../domain/pricing/tiers.ts'
import { nextDeliveryAt } from '../../../domain/shipping/next-delivery.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { recordView } from '../../state/use-history.ts'
import { Badge } from '../../ui/badge.tsx'
import { Chips } from '../../ui/chips.tsx'
import { late } from '../../ui/late.tsx'
import { Stars } from '../../ui/stars.tsx'
import { breadcrumbData, metaOf, pageHead } from '../page-head.ts'
import { Gallery } from './gallery.tsx'
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
  const reduction = shownPrice(product.prices)?.reductionPercent ?? null
  return (
    <main className="wrap">
      <div className={styles.top}>
        <Gallery
          key={product.id}
          pictures={picturesOf(product)}
          badge={reduction !== null && <Badge look="reduction">{reductionBadge(reduction)}</Badge>}
        />
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

/** The gallery's pictures; where there are none, whatever picture the product has. */
function picturesOf(product: ProductDetails) {
  const { Gallery: gallery, Featured, General, Thumb } = imageTypes
  for (const type of [gallery, Featured, General, Thumb]) {
    const images = product.images[type] ?? []
    if (images.length > 0) return sortImages(images)
  }
  return product.thumb ? [product.thumb] : []
}

function ProductTitle({ product }: { product: ProductDetails }) {
  const t = useStrings()
  const { code } = useStore()
  const { brand, condition } = product
  const fits =
    product.fits.length > 0 ? [{ text: t('product.fits_count', { count: product.fits.length }) }] : []
  return (
    <>
      <div className={styles.title}>
        {brand && (
          <p className={styles.brand}>
            <a href={links.brand(code, brand.slug)}>{brand.name}</a>
          </p>
        )}
        <h1>
          {product.prefix && `${product.prefix} `}
          {product.name}
        </h1>
        <p className={styles.meta}>
          <span>{t('product.sku', { sku: product.sku })}</span>
          <Stars score={product.score} count={product.score_count} />
          {condition !== 'new' && <Badge>{t(`product.${condition}`)}</Badge>}
        </p>
      </div>
      <Chips
        label={t('product.facts')}
        chips={[...product.metadata.facts.map((text) => ({ text })), ...fits]}
      />
    </>
  )
}
