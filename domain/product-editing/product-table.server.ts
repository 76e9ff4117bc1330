/** The back office's table of products: a row for each product in each store that has it. */
import { sql, type RawBuilder } from 'kysely'
import type { PictureState } from '../../contract/admin/products.ts'
import { beginningWith } from '../../db/like-pattern.ts'
import type { TableDefinition } from '../../db/table-query.server.ts'
import type { SaleGap } from '../catalogue/sale-gaps.ts'
import { lacksStatutoryData, withholdsProducts } from '../catalogue/statutory-gaps.server.ts'
import { hasFields, type WantedField } from '../resources/field-filter.server.ts'
import type { Minor } from '../money/money.ts'
import type { ProductId } from '../products/product-id.ts'
import type { Sku } from '../products/sku.ts'
import type { StoreCode } from '../stores/stores.ts'
import { hasOrdersToShip, isBelowThreshold } from '../stock/stock-resource.server.ts'

export interface ProductTableRow {
  id: ProductId
  sku: Sku
  store: StoreCode
  name: string
  slug: string
  brand: string | null
  gtin: string | null
  /** Normal price of one unit, VAT included; null: it has none, and cannot be sold. */
  priceMinor: Minor | null
  campaignMinor: Minor | null
  /** Lowest normal price among its choices; null: none of them has one in the store. */
  fromMinor: Minor | null
  /** Products of the store that are choices of this one; 0: it is sold itself. */
  choices: number
  /** Null: it has no stock, as a service. */
  available: number | null
  incoming: number | null
  discontinued: boolean | null
  /** Why the store does not sell it; empty: nothing keeps it from being sold. */
  gaps: SaleGap[]
}

export interface ProductFilters {
  store?: readonly string[] | undefined
  sku?: readonly string[] | undefined
  brand?: readonly string[] | undefined
  /** Codes of categories; those below them count too. */
  category?: readonly string[] | undefined
  /** Code of an attribute → its wanted values. */
  attributes?: ReadonlyMap<string, readonly string[]> | undefined
  /** Units can be bought now. */
  inStock?: boolean | undefined
  /** Fewer units left than the threshold while orders wait to be shipped. */
  short?: boolean | undefined
  /** Without a price it cannot be sold. */
  priced?: boolean | undefined
  /** Nothing keeps it from being sold: see `gaps`. */
  sellable?: boolean | undefined
  /** Nothing is missing that the law asks for. */
  statutoryData?: boolean | undefined
  /** Any of these. A product of several pictures may be pending and failed at once. */
  pictures?: readonly PictureState[] | undefined
  campaign?: boolean | undefined
  /** The campaign, or a planned one, begins and ends then; null: open. */
  campaignPeriod?: { startsAt: string | null; endsAt: string | null } | undefined
  discontinued?: boolean | undefined
  /** Values of its own fields. */
  field?: readonly WantedField[] | undefined
}

const tier = (kind: 'normal' | 'campaign') => sql`(select t.price_minor from price_tier t
  where t.product_id = s.product_id and t.store = s.store and t.kind = ${kind} and t.min_quantity = 1)`

/** What a product that groups others shows as its price. */
const lowestOfChoices = sql`(select min(t.price_minor) from product v
  join price_tier t on t.product_id = v.id and t.store = s.store and t.kind = 'normal' and t.min_quantity = 1
  where v.variant_of = s.product_id)`

/** A product is sold at its own price, or by its choices. */
const hasNoPrice = sql`(${tier('normal')} is null and ${lowestOfChoices} is null)`

/** The blocking gaps of `saleGaps` that a row can have, each with its condition; statutory ones where the store withholds. */
const ownGaps = {
  no_price: hasNoPrice,
  no_category: sql`not exists (select from product_category c where c.product_id = s.product_id)`,
  discontinued: sql`coalesce(k.discontinued, false)`,
} satisfies Partial<Record<SaleGap, unknown>>

const gaps = sql`array_remove(array[${sql.join(
  Object.entries(ownGaps).map(([code, isMissing]) => sql`case when ${isMissing} then ${sql.lit(code)} end`),
)}]::text[], null) || array(
  select distinct g.code from statutory_gaps_of(array[s.product_id]) g
  where ${withholdsProducts(sql`s.store`)} order by 1)`

const is = (isWanted: boolean) => (isWanted ? sql`` : sql`not`)

const hasPicture = sql`exists (select from product_image i where i.product_id = s.product_id)`

/** A picture whose address has no stored file, as one that was stored once is still shown. */
const lacksFile = (failure: 'null' | 'not null') => sql`exists (
  select from product_image i join picture_source f on f.source = i.source
  where i.product_id = s.product_id and f.sha256 is null and f.failure is ${sql.raw(failure)})`

const pictureStates: Readonly<Record<PictureState, RawBuilder<unknown>>> = {
  complete: sql`(${hasPicture} and not ${lacksFile('null')} and not ${lacksFile('not null')})`,
  none: sql`not ${hasPicture}`,
  pending: lacksFile('null'),
  failed: lacksFile('not null'),
}

/** A product has one value of an attribute, or a list of them. */
const hasValue = (code: string, values: readonly string[]) => sql`exists (
  select from jsonb_array_elements_text(case jsonb_typeof(p.attributes -> ${code}::text)
    when 'array' then p.attributes -> ${code}::text else jsonb_build_array(p.attributes -> ${code}::text) end) as value
  where value = any(${values}::text[]))`

export const productTable: TableDefinition<ProductTableRow, ProductFilters> = {
  source: sql`store_product s join product p on p.id = s.product_id
    left join stock k on k.product_id = s.product_id and k.store = s.store`,
  key: { by: sql`s.product_id::text || s.store`, type: 'text' },
  columns: {
    id: sql`p.id`,
    sku: sql`p.sku`,
    store: sql`s.store`,
    name: sql`s.name`,
    slug: sql`s.slug`,
    brand: sql`(select b.name from brand b where b.id = p.brand_id)`,
    gtin: sql`p.gtin`,
    priceMinor: tier('normal'),
    campaignMinor: tier('campaign'),
    fromMinor: lowestOfChoices,
    choices: sql`(select count(*)::int from product v join store_product w on w.product_id = v.id and w.store = s.store
      where v.variant_of = s.product_id)`,
    available: sql`k.available`,
    incoming: sql`k.incoming`,
    discontinued: sql`k.discontinued`,
    gaps,
  },
  filters: {
    store: (stores) => sql`s.store = any(${stores}::text[])`,
    field: (wanted) => hasFields('product', sql`p.id`, wanted),
    sku: (skus) => sql`p.sku = any(${skus}::text[])`,
    brand: (slugs) => sql`p.brand_id in (select b.id from brand b where b.slug = any(${slugs}::text[]))`,
    category: (codes) => sql`p.id in (
      with recursive chosen as (
        select c.id from category c where c.code = any(${codes}::text[])
        union select c.id from category c join chosen on c.parent_id = chosen.id)
      select pc.product_id from product_category pc join chosen on chosen.id = pc.category_id)`,
    attributes: (wanted) =>
      sql.join(
        [...wanted].map(([code, values]) => hasValue(code, values)),
        sql` and `,
      ),
    inStock: (isThere) => sql`${is(isThere)} coalesce(k.available > 0, false)`,
    short: (isShort) => sql`${is(isShort)} (${isBelowThreshold} and ${hasOrdersToShip})`,
    priced: (isPriced) => sql`${is(!isPriced)} ${hasNoPrice}`,
    sellable: (isSold) => sql`${is(!isSold)} (${sql.join(Object.values(ownGaps), sql` or `)}
      or ${withholdsProducts(sql`s.store`)} and ${lacksStatutoryData(sql`s.product_id`)})`,
    statutoryData: (isThere) => sql`${is(!isThere)} ${lacksStatutoryData(sql`s.product_id`)}`,
    pictures: (states) =>
      sql`(${sql.join(
        states.map((state) => pictureStates[state]),
        sql` or `,
      )})`,
    campaign: (isReduced) => sql`${tier('campaign')} is ${isReduced ? sql`not null` : sql`null`}`,
    campaignPeriod: ({ startsAt, endsAt }) => sql`(exists (select from price_tier t
      where t.product_id = s.product_id and t.store = s.store and t.kind = 'campaign'
        and t.starts_at is not distinct from ${startsAt}::timestamptz
        and t.ends_at is not distinct from ${endsAt}::timestamptz)
      or exists (select from planned_campaign t
      where t.product_id = s.product_id and t.store = s.store
        and t.starts_at = ${startsAt}::timestamptz
        and t.ends_at is not distinct from ${endsAt}::timestamptz))`,
    discontinued: (isGone) => sql`coalesce(k.discontinued, false) = ${isGone}`,
  },
  search: (text) => sql`lower(p.sku) like ${beginningWith(text.toLowerCase())}
    or p.gtin = ${text} or strpos(lower(s.name), lower(${text})) > 0`,
  sorts: {
    sku: { by: sql`p.sku`, type: 'text' },
    name: { by: sql`s.name`, type: 'text' },
    available: { by: sql`k.available`, type: 'integer', isNullable: true },
  },
  inStores: (stores) => sql`s.store = any(${stores}::text[])`,
}
