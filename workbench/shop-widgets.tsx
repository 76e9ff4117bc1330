/**
 * Widgets that need the state of a shop, in every state that a shopper meets: lines of the cart, filters, the gallery, the
 * bar of notices, and consent. Lines are priced by the shop's own rules.
 */
import { useState, type ReactNode } from 'react'
import type { CartItem } from '../contract/cart.ts'
import type { ProductCard } from '../contract/catalogue.ts'
import type { Facet } from '../domain/catalogue/catalogue.ts'
import { imageTypes } from '../domain/catalogue/image-type.ts'
import { toProductId } from '../domain/products/product-id.ts'
import { stores } from '../domain/stores/stores.ts'
import { CartLine } from '../app/features/cart/cart-line.tsx'
import ConsentBanner from '../app/features/consent/consent-banner.tsx'
import ConsentSettings from '../app/features/consent/consent-settings.tsx'
import { DealBanner } from '../app/layout/deal-banner.tsx'
import { NextDeliveryBanner } from '../app/layout/next-delivery-banner.tsx'
import { NoticeBar } from '../app/layout/notice-bar.tsx'
import ChosenFacets from '../app/pages/catalogue/chosen-facets.tsx'
import Facets from '../app/pages/catalogue/facets.tsx'
import FacetsButton from '../app/pages/catalogue/facets-button.tsx'
import Gallery from '../app/pages/catalogue/gallery.tsx'
import type { ListingView } from '../app/pages/catalogue/load-listing.server.ts'
import { someDetails } from '../app/pages/catalogue/product-fixture.test-support.ts'
import { cartItemOf } from '../app/state/cart-item.ts'
import { openPanel } from '../app/state/panels.ts'
import { priceCartItems, type CartPricing } from '../app/state/price-cart-items.ts'
import { Button } from '../ui/button.tsx'
import { battery, reduced, tiers } from './product-widgets.tsx'
import { pictureOf } from './widgets.tsx'
import styles from './workbench.module.css'

interface LineState {
  product?: Partial<ProductCard>
  item?: Partial<CartItem>
  coupons?: CartPricing['coupons']
  isPriced?: boolean
}

function line({ product = {}, item = {}, coupons = [], isPriced = true }: LineState = {}): ReactNode {
  const { quantity = 2, ...rest } = item
  const all: CartItem = { ...cartItemOf(battery(product), quantity, rest), ...rest, uuid: 'a' }
  const [priced] = priceCartItems([all], { coupons, store: stores.sv }).lines
  const ignore = () => undefined
  return (
    <ul className={styles.panel}>
      <CartLine item={all} line={isPriced ? priced : undefined} onRemove={ignore} />
    </ul>
  )
}

const code = {
  code: 'TIO',
  applied: true,
  failed_minimum_spend: false,
  percentage_discount: 10,
} as NonNullable<CartPricing['coupons']>[number]

const facet = (name: string, count: number, chosen = 0): Facet => ({
  code: name.toLowerCase(),
  name,
  values: Array.from({ length: count }, (_, at) => ({
    code: `${at}`,
    name: `${name} ${at + 1}`,
    count: 40 - at,
    chosen: at < chosen,
  })),
})

const listing = (facets: Facet[], more: Partial<ListingView> = {}): ListingView => ({
  products: [],
  total: 24,
  pageCount: 1,
  facets,
  choice: { sort: 'relevance', page: 1, facets: {} },
  path: '',
  pages: [],
  ...more,
})

/** A sheet on phones: shown in its place here. */
const rail = (view: ListingView) => (
  <div className={styles.rail}>
    <Facets view={view} />
  </div>
)

const pictures = (count: number) => ({
  [imageTypes.Gallery]: ['cell', 'coin', 'charger', 'cable']
    .slice(0, count)
    .map((icon, at) => ({ ...pictureOf(icon), sort_order: at })),
})

const gallery = (changes: Parameters<typeof someDetails>[0]) => (
  <div className={styles.gallery}>
    <Gallery product={someDetails(changes)} />
  </div>
)

const hours = (count: number) => Date.now() + count * 3_600_000
const message = (
  <aside>
    <div className="wrap">A message of the store.</div>
  </aside>
)
const deal = (
  <DealBanner
    deal={{
      title: 'Deal',
      productId: toProductId(1),
      productName: 'AA, 4-pack',
      productSlug: 'aa-4-pack',
      discount: 20,
      startsAt: new Date(hours(-1)).toISOString(),
      expiresAt: new Date(hours(50)).toISOString(),
      lowest30Days: 49,
      vat: 25,
    }}
  />
)
const delivery = <NextDeliveryBanner at={hours(5)} isDue />
const bar = (notices: ReactNode) => (
  <div className={styles.wide}>
    <NoticeBar>{notices}</NoticeBar>
  </div>
)

const banner = (text: string) => (
  <div className={styles.consent}>
    <ConsentBanner text={text} />
  </div>
)

function Settings() {
  const [wanted, setWanted] = useState(false)
  const open = () => {
    setWanted(true)
    openPanel('consent')
  }
  return (
    <>
      <Button onClick={open}>Open the settings</Button>
      {wanted && <ConsentSettings />}
    </>
  )
}

export const shopWidgets: Record<string, Record<string, ReactNode>> = {
  'cart-line': {
    plain: line(),
    'with a long name': line({
      product: { name: 'Rechargeable AA battery with a name that needs three lines, 16-pack' },
    }),
    'in a campaign': line({ product: reduced }),
    'at a tier': line({ product: tiers, item: { quantity: 5 } }),
    'with a code': line({ coupons: [code] }),
    'with another product, fixed': line({
      product: { cross_selling_price: 39 },
      item: { cross_selling_product_id: 2 },
    }),
    'as a subscription': line({ item: { subscription_interval: '2 months' } }),
    'as a present': line({
      product: { name: 'Gift card', type: 3 },
      item: {
        gift_recipient: { name: 'Anna', email: 'anna@example.com', deliver_on: '2026-12-24', greeting: '' },
      },
    }),
    'added by a code, fixed': line({ item: { added_by_coupon: 'TIO', price: 0 } }),
    'that waits for stock': line({ product: { stock_status: 'presale', estimated_at: '2026-12-03' } }),
    'with a notice': line({ item: { cart_notice: 'Sold in packs of two from December.' } }),
    'with an adjusted quantity': line({ item: { adjusted_quantity: true } }),
    'without a picture': line({ product: { thumb: null } }),
    'a deposit': line({ product: { name: 'Deposit' }, item: { fee: 'deposit' } }),
    'at the price of another store': line({ isPriced: false }),
  },
  facets: {
    'the button of the sheet': <FacetsButton chosen={0} />,
    'the button, with chosen filters': <FacetsButton chosen={3} />,
    open: rail(listing([facet('Brand', 3), facet('Price', 4)])),
    'with chosen values': rail(listing([facet('Brand', 3, 2), facet('Price', 4, 1)])),
    'with more values than are shown': rail(listing([facet('Brand', 12)])),
    'more than are open': rail(listing(['A', 'B', 'C', 'D', 'E', 'F'].map((name) => facet(name, 2)))),
    'with counts that are the least': rail(listing([facet('Brand', 3)], { facetsAreLeast: true })),
    'chosen filters': <ChosenFacets view={listing([facet('Brand', 3, 2), facet('Price', 4, 1)])} />,
  },
  gallery: {
    'one picture': gallery({ images: pictures(1) }),
    several: gallery({ images: pictures(4) }),
    reduced: gallery({ images: pictures(2), ...reduced }),
    none: gallery({}),
  },
  'notice-bar': {
    message: bar(message),
    deal: bar(deal),
    'next delivery': bar(delivery),
    'all three': bar(
      <>
        {message}
        {deal}
        {delivery}
      </>,
    ),
    empty: bar(null),
  },
  consent: {
    banner: banner(''),
    'banner with the text of the store': banner('<p>We use cookies. <a href="#consent">More</a></p>'),
    settings: <Settings />,
  },
}
