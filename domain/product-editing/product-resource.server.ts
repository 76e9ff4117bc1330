/** Products as staff find them: a row for each product in each store that has it. */
import { sql, type RawBuilder } from 'kysely'
import type { PictureState } from '../../contract/admin/products.ts'
import { beginningWith } from '../../db/like-pattern.ts'
import type { TableView } from '../../db/table-query.server.ts'
import { statutoryGaps, type SaleGap } from '../catalogue/sale-gaps.ts'
import { lacksStatutoryData, withholdsProducts } from '../catalogue/statutory-gaps.server.ts'
import { hasFields } from '../resources/field-filter.server.ts'
import {
  amount,
  choices,
  defineResource,
  flag,
  id,
  integer,
  store,
  text,
} from '../resources/resource.server.ts'
import { hasOrdersToShip, isBelowThreshold } from '../stock/stock-resource.server.ts'

/** Which products: what a query string of the list means. */
export type ProductView = TableView<Record<string, unknown>>

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

/** The gaps that a row can have. */
const gapTones = Object.fromEntries(
  [...Object.keys(ownGaps), ...statutoryGaps].map((code) => [code, 'bad' as const]),
)

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

/** `chemistry:lithium`: of one attribute any of the values, of several attributes each. */
function hasValues(pairs: readonly string[]) {
  const wanted = Map.groupBy(
    pairs.map((pair) => {
      const [code = '', value = ''] = pair.split(/:(.*)/s)
      return { code, value }
    }),
    ({ code }) => code,
  )
  return sql.join(
    [...wanted].map(([code, values]) =>
      hasValue(
        code,
        values.map(({ value }) => value),
      ),
    ),
    sql` and `,
  )
}

const edge = String.raw`(?:\.\.|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)`

/** Whether the campaign, or a planned one, begins and ends at these moments: `2026-11-26T23:00:00.000Z/..`, two points are an open end. */
function hasCampaignOf(period: string) {
  const [startsAt = null, endsAt = null] = period
    .split('/')
    .map((moment) => (moment === '..' ? null : moment))
  return sql`(exists (select from price_tier t
      where t.product_id = s.product_id and t.store = s.store and t.kind = 'campaign'
        and t.starts_at is not distinct from ${startsAt}::timestamptz
        and t.ends_at is not distinct from ${endsAt}::timestamptz)
    or exists (select from planned_campaign t
      where t.product_id = s.product_id and t.store = s.store
        and t.starts_at = ${startsAt}::timestamptz
        and t.ends_at is not distinct from ${endsAt}::timestamptz))`
}

export const productResource = defineResource({
  name: 'products',
  section: null,
  permission: 'product:read',
  auditObject: 'product',
  source: sql`store_product s join product p on p.id = s.product_id
    left join stock k on k.product_id = s.product_id and k.store = s.store`,
  key: 'sku',
  isKeyOfStore: true,
  uniqueBy: { by: sql`s.product_id::text || s.store`, type: 'text' },
  defaultSort: 'sku',
  isPersonal: false,
  hasIntro: false,
  rowPage: 'own',
  fields: {
    id: id(sql`p.id`, { shown: 'never' }),
    sku: text(sql`p.sku`, { sort: true, isOnOneLine: true }),
    name: text(sql`s.name`, { sort: true, isOnOneLine: true }),
    brand: text(sql`(select b.name from brand b where b.id = p.brand_id)`, {
      isNullable: true,
      isOnOneLine: true,
    }),
    store: store(sql`s.store`, { filter: true }),
    // Why the store does not sell it; empty: nothing keeps it from being sold.
    gaps: choices(gaps, gapTones, { words: 'product.gap_', shown: 'chosen' }),
    // Normal price of one unit, VAT included; null: it has none, and only its choices can be sold.
    price: amount(tier('normal'), { isNullable: true }),
    campaignPrice: amount(tier('campaign'), { isNullable: true }),
    // Lowest normal price among its choices; null: none of them has one in the store.
    priceFrom: amount(lowestOfChoices, { isNullable: true, shown: 'never' }),
    // Products of the store that are choices of this one; 0: it is sold itself.
    choices: integer(
      sql`(select count(*)::int from product v join store_product w on w.product_id = v.id and w.store = s.store
        where v.variant_of = s.product_id)`,
      { shown: 'never' },
    ),
    // Null: it has no stock, as a service.
    available: integer(sql`k.available`, { isNullable: true, sort: true }),
    incoming: integer(sql`k.incoming`, { isNullable: true }),
    gtin: text(sql`p.gtin`, { isNullable: true, shown: 'chosen', isOnOneLine: true }),
    slug: text(sql`s.slug`, { shown: 'chosen', isOnOneLine: true }),
    discontinued: flag(sql`k.discontinued`, { isNullable: true, shown: 'chosen' }),
  },
  // Also of the price grid, and of what is done with the products that a query string matches.
  filters: {
    // Codes; those below them count too.
    category: {
      kind: 'names',
      pattern: /^.{1,100}$/s,
      condition: (codes) => sql`p.id in (
        with recursive chosen as (
          select c.id from category c where c.code = any(${codes}::text[])
          union select c.id from category c join chosen on c.parent_id = chosen.id)
        select pc.product_id from product_category pc join chosen on chosen.id = pc.category_id)`,
    },
    // Slugs.
    brand: {
      kind: 'names',
      pattern: /^.{1,100}$/s,
      condition: (slugs) =>
        sql`p.brand_id in (select b.id from brand b where b.slug = any(${slugs}::text[]))`,
    },
    attribute: { kind: 'names', pattern: /^(?=.{1,200}$)[a-z0-9_]+:./s, condition: hasValues },
    // Units can be bought now.
    in_stock: {
      kind: 'flag',
      condition: (isThere) => sql`${is(isThere)} coalesce(k.available > 0, false)`,
    },
    // Fewer units left than the threshold while orders wait to be shipped.
    short: {
      kind: 'flag',
      condition: (isShort) => sql`${is(isShort)} (${isBelowThreshold} and ${hasOrdersToShip})`,
    },
    // Nothing keeps it from being sold: see `gaps`.
    sellable: {
      kind: 'flag',
      condition: (isSold) => sql`${is(!isSold)} (${sql.join(Object.values(ownGaps), sql` or `)}
        or ${withholdsProducts(sql`s.store`)} and ${lacksStatutoryData(sql`s.product_id`)})`,
    },
    priced: { kind: 'flag', condition: (isPriced) => sql`${is(!isPriced)} ${hasNoPrice}` },
    // Nothing is missing that the law asks for.
    statutory_data: {
      kind: 'flag',
      condition: (isThere) => sql`${is(!isThere)} ${lacksStatutoryData(sql`s.product_id`)}`,
    },
    // Any of these. A product of several pictures may be pending and failed at once.
    pictures: {
      kind: 'names',
      pattern: new RegExp(`^(?:${Object.keys(pictureStates).join('|')})$`),
      condition: (states) =>
        sql`(${sql.join(
          states.map((state) => pictureStates[state as PictureState]),
          sql` or `,
        )})`,
    },
    campaign: {
      kind: 'flag',
      condition: (isReduced) => sql`${tier('campaign')} is ${isReduced ? sql`not null` : sql`null`}`,
    },
    campaign_period: {
      kind: 'text',
      most: 60,
      pattern: new RegExp(`^${edge}/${edge}$`),
      condition: hasCampaignOf,
    },
    discontinued: {
      kind: 'flag',
      condition: (isGone) => sql`coalesce(k.discontinued, false) = ${isGone}`,
    },
    sku: { kind: 'names', pattern: /^.{1,100}$/s, condition: (skus) => sql`p.sku = any(${skus}::text[])` },
    field: {
      kind: 'fields',
      object: 'product',
      condition: (wanted) => hasFields('product', sql`p.id`, wanted),
    },
  },
  search: (words) => sql`lower(p.sku) like ${beginningWith(words.toLowerCase())}
    or p.gtin = ${words} or strpos(lower(s.name), lower(${words})) > 0`,
  todo: {
    products_not_sellable: { query: () => 'filter.sellable=no&filter.discontinued=no' },
    products_without_statutory_data: { query: () => 'filter.statutory_data=no&filter.discontinued=no' },
    products_pictures_failed: { query: () => 'filter.pictures=failed&filter.discontinued=no' },
  },
})
