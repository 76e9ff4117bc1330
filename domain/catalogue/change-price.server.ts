/** Staff change the prices of products in stores. The price history is written by triggers. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { Minor } from '../money/money.ts'
import { announcedPercent } from '../pricing/tiers.ts'
import type { Sku } from '../products/sku.ts'
import { stores, type StoreCode } from '../stores/stores.ts'
import { isLowerCampaign, roundPrices } from './list-price.ts'
import {
  risesWithQuantity,
  struckMinor,
  type Campaign,
  type StoredTier,
  type ProductPrices,
} from './product-prices.ts'
import { lowestBeforeCampaign, type PriceRecord } from './lowest-price.server.ts'

export type ChangePriceAnswer =
  | { ok: true; outcome: 'changed' | 'unchanged'; prices: ProductPrices }
  | { ok: false; code: 'unknown_product' | 'no_unit_price' | 'repeated_quantity' | 'empty_period' }
  /** A larger quantity would cost more per unit. */
  | { ok: false; code: 'tier_not_lower' }
  /** In the digits of the currency a price is nothing, or the campaign is not below the normal price. */
  | { ok: false; code: 'rounds_to_nothing' | 'campaign_not_lower' }
  /** Somebody changed them meanwhile; `current` is what is stored. */
  | { ok: false; code: 'changed_meanwhile'; current: ProductPrices }

interface TierRow extends StoredTier {
  productId: number
  store: string
  kind: 'normal' | 'campaign'
  startsAt: Date | null
  endsAt: Date | null
}

/** A product in a store. */
export interface PricedIn {
  sku: Sku
  store: StoreCode
}

export interface StoredPrices {
  productId: number
  prices: ProductPrices
}

const keyOf = ({ sku, store }: PricedIn) => `${sku} ${store}`

/**
 * The stored prices of products, in the order of `wanted`; null: not sold in the store. `lock`: until the transaction
 * ends, always in the same order.
 */
export async function readPricesOf(
  db: Kysely<DB>,
  wanted: readonly PricedIn[],
  { lock = false }: { lock?: boolean } = {},
): Promise<(StoredPrices | null)[]> {
  const keys = JSON.stringify(wanted.map(({ sku, store }) => ({ sku, store })))
  const { rows: sold } = await sql<{
    productId: number
    sku: Sku
    store: StoreCode
  }>`select p.id as "productId", p.sku, s.store
    from jsonb_to_recordset(${keys}::jsonb) as w (sku text, store text)
    join product p on p.sku = w.sku join store_product s on s.product_id = p.id and s.store = w.store
    order by s.product_id, s.store ${lock ? sql`for update of s` : sql``}`.execute(db)
  const ids = JSON.stringify(sold.map(({ productId, store }) => ({ productId, store })))
  const { rows: tiers } = await sql<TierRow>`select t.product_id as "productId", t.store, t.kind,
      t.min_quantity as "minQuantity", t.price_minor as "priceMinor", t.starts_at as "startsAt", t.ends_at as "endsAt"
    from price_tier t join jsonb_to_recordset(${ids}::jsonb) as w ("productId" integer, store text)
      on t.product_id = w."productId" and t.store = w.store
    order by t.product_id, t.store, t.min_quantity`.execute(db)
  const tiersOf = Map.groupBy(tiers, ({ productId, store }) => `${productId} ${store}`)
  const found = new Map(
    sold.map((row) => [
      keyOf(row),
      {
        productId: row.productId,
        prices: pricesOf(tiersOf.get(`${row.productId} ${row.store}`) ?? []),
      },
    ]),
  )
  return wanted.map((each) => found.get(keyOf(each)) ?? null)
}

function pricesOf(tiers: readonly TierRow[]): ProductPrices {
  const only = (kind: TierRow['kind']) =>
    tiers
      .filter((tier) => tier.kind === kind)
      .map(({ minQuantity, priceMinor }) => ({ minQuantity, priceMinor }))
  const campaign = tiers.find(({ kind }) => kind === 'campaign')
  return {
    normal: only('normal'),
    campaign: campaign
      ? {
          tiers: only('campaign'),
          startsAt: campaign.startsAt?.toISOString() ?? null,
          endsAt: campaign.endsAt?.toISOString() ?? null,
        }
      : null,
  }
}

/** The stored prices of one product; null: it is not sold in the store. */
export async function readPrices(db: Kysely<DB>, product: PricedIn): Promise<StoredPrices | null> {
  const [found] = await readPricesOf(db, [product])
  return found ?? null
}

/** New prices of a product in a store. */
export interface PriceChange extends PricedIn {
  prices: ProductPrices
  /** What the person saw; where it is stored no longer, the change is refused with what is. */
  expected?: ProductPrices | undefined
  /**
   * An undo restores what was there, even where a larger quantity costs more per unit, the campaign as much as the
   * normal price, or there was no price.
   */
  mayRise?: boolean
}

/** Replaces all prices of a product in a store, rounded to the digits of its currency. */
export async function changePrice(
  db: Kysely<DB>,
  actor: Actor,
  { reason = null, ...change }: PriceChange & { reason?: string | null },
): Promise<ChangePriceAnswer> {
  const [answer] = await changePrices(db, actor, [change], reason)
  return answer!
}

/**
 * Replaces the prices of many products, each in a few statements with all others. A refused change does not keep the
 * others back; each that is made leaves its own entry in the audit. No product may be there twice in a store.
 */
export async function changePrices(
  db: Kysely<DB>,
  actor: Actor,
  given: readonly PriceChange[],
  reason: string | null,
): Promise<ChangePriceAnswer[]> {
  const changes = given.map((change) => ({ ...change, prices: listPricesOf(change) }))
  if (new Set(changes.map(keyOf)).size < changes.length)
    throw new Error('a product is changed twice in one store')
  return audited(db, actor, async (trx, record) => {
    const stored = await readPricesOf(trx, changes, { lock: true })
    const refusals = given.map((change, index) => refusalOf(change, stored[index] ?? null))
    const made = changes.flatMap((change, index) => {
      const before = stored[index]
      return refusals[index] || !before || isSamePrices(change.prices, before.prices)
        ? []
        : [{ ...change, before }]
    })
    if (made.length > 0) await writePrices(trx, made)
    const after = await readPricesOf(trx, made)
    const written = new Map(made.map((change, index) => [keyOf(change), after[index]?.prices]))
    for (const { sku, store, before } of made)
      record({
        action: 'price.change',
        object: ['product', sku],
        store,
        before: { ...before.prices },
        after: { ...written.get(keyOf({ sku, store })) },
        reason,
      })
    return changes.map((change, index): ChangePriceAnswer => {
      const refusal = refusals[index]
      if (refusal) return refusal
      const prices = written.get(keyOf(change))
      return prices
        ? { ok: true, outcome: 'changed', prices }
        : { ok: true, outcome: 'unchanged', prices: stored[index]!.prices }
    })
  })
}

/** The prices of a change in the digits of the currency; as given where that refuses them. */
function listPricesOf({ prices, store }: PriceChange): ProductPrices {
  const rounded = roundPrices(prices, stores[store])
  return rounded.ok ? rounded.prices : prices
}

/** Why a change of these stored prices is refused; null: it is not. */
export function refusalOf(
  { prices: given, store, expected, mayRise = false }: PriceChange,
  stored: StoredPrices | null,
): (ChangePriceAnswer & { ok: false }) | null {
  const problem = problemOf(given, { mayLackPrice: mayRise })
  if (problem) return { ok: false, code: problem }
  const rounded = roundPrices(given, stores[store])
  if (!rounded.ok) return { ok: false, code: rounded.code }
  const { prices } = rounded
  if (!stored) return { ok: false, code: 'unknown_product' }
  if (expected && !isSamePrices(expected, stored.prices))
    return { ok: false, code: 'changed_meanwhile', current: stored.prices }
  // Prices that a feed or an earlier version has left like this may be changed otherwise.
  const isNew = !mayRise && hasRisingTiers(prices) && !hasRisingTiers(stored.prices)
  if (isNew) return { ok: false, code: 'tier_not_lower' }
  const { campaign } = prices
  const isNewCampaign = !mayRise && campaign !== null && !isSameCampaign(campaign, stored.prices.campaign)
  return isNewCampaign && !isLowerCampaign(prices.normal, campaign)
    ? { ok: false, code: 'campaign_not_lower' }
    : null
}

const hasRisingTiers = ({ normal, campaign }: ProductPrices): boolean =>
  [normal, campaign?.tiers ?? []].some((tiers) =>
    risesWithQuantity(tiers.map(({ minQuantity, priceMinor }) => [minQuantity, priceMinor] as const)),
  )

async function writePrices(
  trx: Kysely<DB>,
  changes: readonly { store: StoreCode; prices: ProductPrices; before: StoredPrices }[],
): Promise<void> {
  const wanted = changes.flatMap(({ store, prices: { normal, campaign }, before: { productId } }) => [
    ...normal.map((tier) => ({
      productId,
      store,
      ...tier,
      kind: 'normal',
      beforeMinor: null,
      startsAt: null,
      endsAt: null,
    })),
    ...(campaign?.tiers ?? []).map((tier) => ({
      productId,
      store,
      ...tier,
      kind: 'campaign',
      beforeMinor: struckMinor(normal, tier),
      startsAt: campaign?.startsAt ?? null,
      endsAt: campaign?.endsAt ?? null,
    })),
  ])
  const products = JSON.stringify(changes.map(({ store, before: { productId } }) => ({ productId, store })))
  const rows = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w ("productId" integer, store text,
    kind text, "minQuantity" integer, "priceMinor" bigint, "beforeMinor" bigint, "startsAt" timestamptz,
    "endsAt" timestamptz)`
  // Tiers that stay are updated in place: the history then records what changed, not a withdrawal.
  await sql`delete from price_tier t
    using jsonb_to_recordset(${products}::jsonb) as p ("productId" integer, store text)
    where t.product_id = p."productId" and t.store = p.store and not exists (select 1 from ${rows}
      where w."productId" = t.product_id and w.store = t.store and w.kind = t.kind
        and w."minQuantity" = t.min_quantity)`.execute(trx)
  await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor, before_minor, starts_at,
      ends_at)
    select w."productId", w.store, w.kind, w."minQuantity", w."priceMinor", w."beforeMinor", w."startsAt", w."endsAt"
    from ${rows} on conflict (product_id, store, kind, min_quantity) do update
    set price_minor = excluded.price_minor, before_minor = excluded.before_minor, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at
    where (price_tier.price_minor, price_tier.before_minor, price_tier.starts_at, price_tier.ends_at)
      is distinct from (excluded.price_minor, excluded.before_minor, excluded.starts_at, excluded.ends_at)`.execute(
    trx,
  )
}

/** In one spelling, so that times in different notations are equal. */
const canonical = ({ normal, campaign }: ProductPrices) => {
  const tiers = (each: readonly StoredTier[]) =>
    each.map(({ minQuantity, priceMinor }) => [minQuantity, priceMinor]).sort(([a = 0], [b = 0]) => a - b)
  const time = (text: string | null) => text && Date.parse(text)
  return [tiers(normal), campaign && [tiers(campaign.tiers), time(campaign.startsAt), time(campaign.endsAt)]]
}

export const isSamePrices = (a: ProductPrices, b: ProductPrices): boolean =>
  JSON.stringify(canonical(a)) === JSON.stringify(canonical(b))

export const isSameCampaign = (a: Campaign | null, b: Campaign | null): boolean =>
  isSamePrices({ normal: [], campaign: a }, { normal: [], campaign: b })

/** What is impossible about these prices; null: nothing. */
function problemOf({ normal, campaign }: ProductPrices, { mayLackPrice }: { mayLackPrice: boolean }) {
  for (const tiers of [normal, ...(campaign ? [campaign.tiers] : [])]) {
    if (mayLackPrice && tiers === normal && normal.length === 0) continue
    if (!tiers.some(({ minQuantity }) => minQuantity === 1)) return 'no_unit_price'
    if (new Set(tiers.map(({ minQuantity }) => minQuantity)).size < tiers.length) return 'repeated_quantity'
  }
  const { startsAt = null, endsAt = null } = campaign ?? {}
  return startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt)
    ? 'empty_period'
    : null
}

/** What a reduction may announce (Dir. 98/6/EC Art. 6a). */
export interface ReductionPreview {
  /** The lowest price of the 30 days before the campaign; null where the history does not reach back. */
  lowestMinor: Minor | null
  /** Whole percent below it, rounded down; null where there is no reduction to announce. */
  percent: number | null
}

/** The 30-day lowest price and the percentage that may be announced, were the campaign saved now. */
export async function previewReduction(
  services: { db: Kysely<DB>; clock: () => number },
  { campaign, ...product }: PricedIn & { campaign: Campaign },
): Promise<ReductionPreview | null> {
  const found = await readPrices(services.db, product)
  if (!found || !campaign.tiers.some(({ minQuantity }) => minQuantity === 1)) return null
  const { productId } = found
  const [preview] = await previewReductions(services, [{ productId, store: product.store, campaign }])
  return preview ?? null
}

/** A campaign of a product, with a unit price. */
interface PreviewedCampaign {
  productId: number
  store: StoreCode
  campaign: Campaign
  /**
   * The campaigns that are expected before it, where it is planned for later: each becomes the product's at its start,
   * and so does this one. Absent: it is saved now.
   */
  follows?: readonly Campaign[]
}

/** The same for many campaigns. */
export async function previewReductions(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  campaigns: readonly PreviewedCampaign[],
): Promise<ReductionPreview[]> {
  if (campaigns.length === 0) return []
  const keys = JSON.stringify(campaigns.map(({ productId, store }) => ({ productId, store })))
  const { rows } = await sql<{
    productId: number
    store: string
    kind: string
    priceMinor: Minor | null
    startsAt: Date | null
    endsAt: Date | null
    recordedAt: Date
  }>`select h.product_id as "productId", h.store, h.kind, h.price_minor as "priceMinor", h.starts_at as "startsAt",
      h.ends_at as "endsAt", h.recorded_at as "recordedAt"
    from price_history h join jsonb_to_recordset(${keys}::jsonb) as w ("productId" integer, store text)
      on h.product_id = w."productId" and h.store = w.store order by h.id`.execute(db)
  const histories = Map.groupBy(rows, ({ productId, store }) => `${productId} ${store}`)
  return campaigns.map(({ productId, store, campaign, follows }) => {
    const history = (histories.get(`${productId} ${store}`) ?? []).map((row): PriceRecord => ({
      kind: row.kind as PriceRecord['kind'],
      priceMinor: row.priceMinor,
      startsAt: row.startsAt?.getTime() ?? null,
      endsAt: row.endsAt?.getTime() ?? null,
      recordedAt: row.recordedAt.getTime(),
    }))
    const now = clock()
    const before = (follows ?? []).flatMap((each) => recordOf(each, startOf(each, now)) ?? [])
    const saved = recordOf(campaign, follows ? startOf(campaign, now) : now)
    if (saved === null) return { lowestMinor: null, percent: null }
    const expected = before.filter(({ recordedAt }) => recordedAt < saved.recordedAt)
    return reductionOf([...history, ...expected.toSorted((a, b) => a.recordedAt - b.recordedAt), saved])
  })
}

const startOf = ({ startsAt }: Campaign, now: number): number =>
  Math.max(now, startsAt === null ? now : Date.parse(startsAt))

/** As the history would keep it; null: it has no unit price. */
function recordOf({ tiers, startsAt, endsAt }: Campaign, recordedAt: number): PriceRecord | null {
  const unit = tiers.find(({ minQuantity }) => minQuantity === 1)
  return unit
    ? {
        kind: 'campaign',
        priceMinor: unit.priceMinor,
        startsAt: startsAt === null ? null : Date.parse(startsAt),
        endsAt: endsAt === null ? null : Date.parse(endsAt),
        recordedAt,
      }
    : null
}

/** Of the last campaign of a history. */
function reductionOf(history: readonly PriceRecord[]): ReductionPreview {
  const lowest = lowestBeforeCampaign(history)
  if (lowest === null) return { lowestMinor: null, percent: null }
  const price = history.at(-1)!.priceMinor!
  const percent = announcedPercent(lowest, price)
  return { lowestMinor: lowest as Minor, percent: percent > 0 ? percent : null }
}
