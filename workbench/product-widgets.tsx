/**
 * The widgets that show products: file name in `app/features/products/` → state → example. A test fails for a file that
 * is missing here and names no reason.
 */
import type { ReactNode } from 'react'
import type { ProductCard as Product } from '../contract/catalogue.ts'
import { stockStatuses } from '../domain/catalogue/stock-status.ts'
import { minor } from '../domain/money/money.ts'
import { bothAction } from '../app/features/products/buy-both.tsx'
import { Carousel, ProductCarousel } from '../app/features/products/carousel.tsx'
import { CategoryPicture } from '../app/features/products/category-picture.tsx'
import { IncludedSavingsRows } from '../app/features/products/included-savings-rows.tsx'
import { ModuleActions } from '../app/features/products/module-actions.tsx'
import NotifyForm from '../app/features/products/notify-form.tsx'
import { PriceReasons } from '../app/features/products/price-reasons.tsx'
import { Price } from '../app/features/products/price.tsx'
import { ProductCard } from '../app/features/products/product-card.tsx'
import { ProductGrid } from '../app/features/products/product-grid.tsx'
import ProductMark from '../app/features/products/product-mark.tsx'
import { TierTable } from '../app/features/products/tier-table.tsx'
import { UnavailableAction } from '../app/features/products/unavailable-action.tsx'
import { drawnPicture } from './widgets.tsx'
import styles from './workbench.module.css'

const tier = (p: number, more: { q?: number; o?: number; d?: number } = {}) => ({
  p,
  q: 1,
  o: null,
  d: 0,
  ...more,
})

/** A product that is sold, with changes. */
export const battery = (changes: Partial<Product> = {}): Product => ({
  id: 1,
  sku: 'VO-AA-4',
  name: 'AA, 4-pack',
  slug: 'aa-4-pack',
  prefix: null,
  brand: { name: 'Voltara', slug: 'voltara' },
  type: 1,
  thumb: drawnPicture,
  hover_thumb: null,
  metadata: { decoration: null, facts: ['AA', '1,5 V'] },
  categories: [],
  variations: [],
  variation_attributes: [],
  stock_status: 'in_stock',
  orderable: true,
  notifyable: false,
  estimated_at: null,
  group_id: null,
  discount_category: null,
  prices: { n: [tier(49)], c: [] },
  lowest_30_days: null,
  unit_price: { amount: 12.25, unit: 'piece' },
  vat: 25,
  score: 4.5,
  score_count: 12,
  has_upselling: false,
  cross_selling_price: null,
  subscription_intervals: [],
  starter_battery: false,
  shipping: { weight_grams: 0, excluded_methods: [] },
  ...changes,
})

/** The prices of a product in a campaign. */
export const reduced = { prices: { n: [tier(49)], c: [tier(39, { o: 49, d: 20 })] }, lowest_30_days: 45 }
const family = { variations: [2, 3], variation_attributes: ['cells_per_pack'] }
/** The prices of a product with tiers. */
export const tiers = { prices: { n: [tier(49), tier(44, { q: 5 }), tier(39, { q: 10 })], c: [] } }
const some = (count: number) =>
  Array.from({ length: count }, (_, at) => battery({ id: at + 1, sku: `VO-${at}`, name: `AA ${at + 1}` }))
const money = (amountMinor: number) => `${amountMinor / 100} kr`
const card = (changes: Partial<Product> = {}, origin?: { cross_selling_product_id: number }) => (
  <div className={styles.card}>
    <ProductCard product={battery(changes)} {...(origin && { origin })} />
  </div>
)

export const productWidgets: Record<string, Record<string, ReactNode>> = {
  'buy-both': {
    card: (
      <div className={styles.card}>
        {bothAction(battery({ id: 1 }), battery({ id: 2, name: 'AA 2', cross_selling_price: 39 }))}
      </div>
    ),
  },
  carousel: {
    wide: <ProductCarousel title="Products" products={some(6)} />,
    narrow: <ProductCarousel title="Products" products={some(6)} width="narrow" />,
    half: <ProductCarousel title="Products" products={some(2)} half />,
    'a grid on phones': <ProductCarousel title="Products" products={some(4)} phoneGrid />,
    'with a link to all': (
      <Carousel title="Links" more={{ text: 'All', href: '#carousel' }}>
        <li>First</li>
        <li>Second</li>
      </Carousel>
    ),
  },
  'category-picture': {
    drawn: (
      <div className={styles.picture}>
        <CategoryPicture icon="cell" sizes="160px" />
      </div>
    ),
    none: (
      <div className={styles.picture}>
        <CategoryPicture icon={null} sizes="160px" />
      </div>
    ),
  },
  'included-savings-rows': {
    'a campaign and a code': (
      <dl>
        <IncludedSavingsRows
          savings={[
            { kind: 'campaign', code: null, amountMinor: minor(2000) },
            { kind: 'coupon', code: 'TJUGO', amountMinor: minor(1500) },
          ]}
          money={money}
          className={undefined}
        />
      </dl>
    ),
  },
  'module-actions': { closed: <ModuleActions product={battery()} /> },
  'notify-form': {
    empty: (
      <NotifyForm
        sku="VO-AA-4"
        form={{ path: 'confirmations', send: 'confirm.send', done: 'confirm.text' }}
      />
    ),
  },
  'price-reasons': {
    several: (
      <PriceReasons
        money={money}
        reasons={[
          { kind: 'campaign', code: null, percent: 20, amountMinor: minor(1000) },
          { kind: 'coupon', code: 'TJUGO', percent: null, amountMinor: minor(500) },
          { kind: 'tier', code: null, percent: null, amountMinor: minor(0) },
        ]}
      />
    ),
  },
  price: {
    plain: <Price product={battery()} />,
    reduced: <Price product={battery(reduced)} />,
    'of a family': <Price product={battery(family)} />,
    small: <Price product={battery(reduced)} size="small" />,
    large: <Price product={battery(reduced)} size="large" />,
    bare: <Price product={battery(reduced)} bare />,
  },
  'product-card': {
    plain: card(),
    reduced: card(reduced),
    'without a picture, rating and facts': card({
      thumb: null,
      score: null,
      score_count: 0,
      metadata: { decoration: null, facts: [] },
    }),
    decorated: card({ metadata: { decoration: 'New', facts: ['AA'] } }),
    'of a family': card(family),
    'with another product': card({ cross_selling_price: 39 }, { cross_selling_product_id: 2 }),
    'that can be watched': card({ stock_status: 'out_of_stock', orderable: false, notifyable: true }),
    ...Object.fromEntries(
      stockStatuses.map((status) => [
        `stock: ${status}`,
        card({
          stock_status: status,
          estimated_at: '2026-12-03',
          orderable: status !== 'out_of_stock' && status !== 'discontinued',
        }),
      ]),
    ),
  },
  'product-grid': { several: <ProductGrid products={some(5)} /> },
  'product-mark': { free: <ProductMark product={battery()} className="" /> },
  'tier-table': {
    'of packs': <TierTable product={battery(tiers)} quantity={5} />,
    'of pieces': <TierTable product={battery({ ...tiers, unit_price: null })} quantity={1} />,
  },
  'unavailable-action': { closed: <UnavailableAction product={battery()} /> },
}
