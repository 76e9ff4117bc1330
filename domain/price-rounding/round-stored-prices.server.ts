/**
 * Rounds the prices that are stored with more digits than their currency has, from before prices were rounded where they
 * enter, or by a node of the release before during an upgrade. Each batch is a transaction of its own, which keeps the
 * former amounts in `rounded_price`; a second run finds nothing. Orders, their snapshots and subscriptions keep their
 * prices, and no notice of a lower price goes out.
 */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import {
  agreedPricesOfModules,
  type AgreedPrices,
  type StoredAgreedPrice,
} from '../../modules/agreed-prices.server.ts'
import { noticesOfModules, type Notices } from '../../modules/notices.server.ts'
import type { Actor } from '../audit/actor.ts'
import { audited, type RecordAudit } from '../audit/audited.server.ts'
import type { CampaignPlan } from '../catalogue/campaign-plan.ts'
import { roundListPrice, roundsToNothing } from '../catalogue/list-price.ts'
import type { StoredTier } from '../catalogue/product-prices.ts'
import type { Minor } from '../money/money.ts'
import type { Sku } from '../products/sku.ts'
import { storeCodes, stores, type StoreCode } from '../stores/stores.ts'
import { roundStored, type PriceRow, type Rounding } from './stored-rounding.ts'

const reason = 'rounded to the digits of the currency'

/** A rounding with the product that it is of. */
export interface StoredRounding extends Rounding {
  store: StoreCode
  sku: Sku
  /** Id of the agreement or of the offer; null: a price of the product. */
  reference: number | null
}

export type RoundingCounts = Record<Rounding['outcome'], number>

interface RoundingOptions {
  /** Says what would be done, and writes nothing. */
  dryRun: boolean
  /** Absent: all. */
  store?: StoreCode | undefined
  onRounding?: (rounding: StoredRounding) => void
  /** Products, or prices of agreements, of one transaction. */
  perBatch?: number
}

interface Run extends Required<Pick<RoundingOptions, 'dryRun' | 'perBatch'>> {
  db: Kysely<DB>
  actor: Actor
  now: Date
  /** Stores whose currency has no digits. */
  codes: readonly StoreCode[]
  report: (rounding: StoredRounding) => void
}

/** Rounds all stored prices; answers how many were rounded and removed. */
export async function roundStoredPrices(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  { dryRun, store, onRounding, perBatch = 500 }: RoundingOptions,
): Promise<RoundingCounts> {
  const counts: RoundingCounts = { rounded: 0, withheld: 0, ended: 0, merged: 0 }
  const codes = storeCodes.filter(
    (code) => stores[code].currencyDigits === 0 && (store === undefined || code === store),
  )
  const run: Run = {
    db,
    actor,
    now: new Date(clock()),
    codes,
    dryRun,
    perBatch,
    report: (rounding) => {
      counts[rounding.outcome] += 1
      onRounding?.(rounding)
    },
  }
  if (codes.length === 0) return counts
  await roundProducts(run)
  for (const agreed of agreedPricesOfModules) await roundAgreed(run, agreed)
  return counts
}

interface ProductKey {
  productId: number
  store: StoreCode
  sku: Sku
}

/** Products whose ids are looked at together: a step through the primary keys, however few are found. */
const idsPerStep = 20_000

async function roundProducts(run: Run): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from product`.execute(run.db)
  const last = rows[0]?.last ?? 0
  for (let after = 0; after < last; after += idsPerStep) {
    const found = await productsBetween(run, after, after + idsPerStep)
    for (let start = 0; start < found.length; start += run.perBatch)
      await roundBatch(run, found.slice(start, start + run.perBatch))
  }
}

async function productsBetween({ db, codes }: Run, after: number, upTo: number): Promise<ProductKey[]> {
  const { rows } = await sql<ProductKey>`
    select found.product_id as "productId", found.store, p.sku from (
      select product_id, store from price_tier where product_id > ${after} and product_id <= ${upTo}
        and store = any(${[...codes]}::text[]) and (price_minor % 100 <> 0 or before_minor % 100 <> 0)
      union
      select product_id, store from store_product where product_id > ${after} and product_id <= ${upTo}
        and store = any(${[...codes]}::text[]) and cross_selling_price_minor % 100 <> 0
      union
      select product_id, store from planned_campaign c where product_id > ${after} and product_id <= ${upTo}
        and store = any(${[...codes]}::text[])
        and exists (select from jsonb_array_elements(c.tiers) t where (t->>'priceMinor')::bigint % 100 <> 0)
    ) found join product p on p.id = found.product_id order by found.product_id, found.store`.execute(db)
  return rows
}

/** A planned campaign with what identifies and is kept of it. */
interface StoredPlan extends CampaignPlan {
  /** As the database has it, to the microsecond. */
  key: string
}

interface Stored {
  rows: PriceRow[]
  plans: StoredPlan[]
  crossSellingMinor: Minor | null
}

async function roundBatch(run: Run, keys: readonly ProductKey[]): Promise<void> {
  if (run.dryRun) {
    for (const { rounded } of roundedOf(keys, await readStored(run.db, keys))) rounded.forEach(run.report)
    return
  }
  const done = await audited(run.db, run.actor, async (trx, record) => {
    // As every change of prices locks them, in the same order.
    await sql`select from store_product s
      join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as w ("productId" integer, store text)
        on s.product_id = w."productId" and s.store = w.store
      order by s.product_id, s.store for update of s`.execute(trx)
    const products = roundedOf(keys, await readStored(trx, keys))
    await writeTiers(trx, products)
    await writePlans(trx, products)
    await writeCrossSelling(trx, products)
    await lowerNotices(trx, products)
    const rounded = products.flatMap((product) => product.rounded)
    await keepFormer(trx, products)
    for (const product of products) recordProduct(record, product)
    return rounded
  })
  done.forEach(run.report)
}

interface RoundedProduct extends ProductKey {
  before: Stored
  after: Stored
  rounded: StoredRounding[]
}

const keyOf = ({ productId, store }: Pick<ProductKey, 'productId' | 'store'>) => `${productId} ${store}`

function roundedOf(keys: readonly ProductKey[], stored: ReadonlyMap<string, Stored>): RoundedProduct[] {
  return keys.flatMap((key) => {
    const before = stored.get(keyOf(key))
    if (!before) return []
    const { roundings, ...after } = roundStored(before, stores[key.store])
    const rounded = roundings.map((each) => ({ ...each, store: key.store, sku: key.sku, reference: null }))
    return [{ ...key, before, after, rounded }]
  })
}

async function readStored(db: Kysely<DB>, keys: readonly ProductKey[]): Promise<Map<string, Stored>> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as w ("productId" integer, store text)`
  const { rows } = await sql<{
    productId: number
    store: StoreCode
    crossSellingMinor: Minor | null
    tiers: PriceRow[]
    plans: StoredPlan[]
  }>`select s.product_id as "productId", s.store, s.cross_selling_price_minor as "crossSellingMinor",
      coalesce((select jsonb_agg(jsonb_build_object('kind', t.kind, 'minQuantity', t.min_quantity, 'priceMinor',
          t.price_minor, 'beforeMinor', t.before_minor, 'startsAt', t.starts_at, 'endsAt', t.ends_at)
          order by t.kind, t.min_quantity)
        from price_tier t where t.product_id = s.product_id and t.store = s.store), '[]') as tiers,
      coalesce((select jsonb_agg(jsonb_build_object('key', c.starts_at::text, 'tiers', c.tiers, 'startsAt', c.starts_at,
          'endsAt', c.ends_at, 'takesOver', c.takes_over) order by c.starts_at)
        from planned_campaign c where c.product_id = s.product_id and c.store = s.store), '[]') as plans
    from store_product s join ${wanted} on s.product_id = w."productId" and s.store = w.store`.execute(db)
  return new Map(
    rows.map(({ tiers, plans, crossSellingMinor, ...key }) => [
      keyOf(key),
      { rows: tiers, plans, crossSellingMinor },
    ]),
  )
}

/** In place: the history then records the new price, and the campaign goes on. */
async function writeTiers(trx: Transaction<DB>, products: readonly RoundedProduct[]): Promise<void> {
  const kept = products.flatMap(({ productId, store, after }) =>
    after.rows.map((row) => ({ productId, store, ...row })),
  )
  const removed = products.flatMap(({ productId, store, before, after }) =>
    before.rows
      .filter(({ kind, minQuantity }) =>
        after.rows.every((row) => row.kind !== kind || row.minQuantity !== minQuantity),
      )
      .map(({ kind, minQuantity }) => ({ productId, store, kind, minQuantity })),
  )
  await sql`delete from price_tier t
    using jsonb_to_recordset(${JSON.stringify(removed)}::jsonb)
      as r ("productId" integer, store text, kind text, "minQuantity" integer)
    where t.product_id = r."productId" and t.store = r.store and t.kind = r.kind
      and t.min_quantity = r."minQuantity"`.execute(trx)
  await sql`update price_tier t set price_minor = r."priceMinor", before_minor = r."beforeMinor"
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as r ("productId" integer, store text, kind text,
      "minQuantity" integer, "priceMinor" bigint, "beforeMinor" bigint)
    where t.product_id = r."productId" and t.store = r.store and t.kind = r.kind and t.min_quantity = r."minQuantity"
      and (t.price_minor, t.before_minor) is distinct from (r."priceMinor", r."beforeMinor")`.execute(trx)
}

async function writePlans(trx: Transaction<DB>, products: readonly RoundedProduct[]): Promise<void> {
  const all = products.flatMap(({ productId, store, before, after }) =>
    before.plans.map(({ key }) => {
      const kept = after.plans.find((plan) => plan.key === key)
      return { productId, store, key, tiers: kept?.tiers ?? null }
    }),
  )
  if (all.length === 0) return
  const rows = sql`jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
    as r ("productId" integer, store text, key timestamptz, tiers jsonb)`
  const isSame = sql`c.product_id = r."productId" and c.store = r.store and c.starts_at = r.key`
  await sql`delete from planned_campaign c using ${rows} where ${isSame} and r.tiers is null`.execute(trx)
  await sql`update planned_campaign c set tiers = r.tiers from ${rows}
    where ${isSame} and c.tiers <> r.tiers`.execute(trx)
}

async function writeCrossSelling(trx: Transaction<DB>, products: readonly RoundedProduct[]): Promise<void> {
  const changed = products.flatMap(({ productId, store, before, after }) =>
    before.crossSellingMinor === after.crossSellingMinor
      ? []
      : [{ productId, store, price: after.crossSellingMinor }],
  )
  if (changed.length === 0) return
  await sql`update store_product s set cross_selling_price_minor = r.price
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r ("productId" integer, store text, price bigint)
    where s.product_id = r."productId" and s.store = r.store`.execute(trx)
}

/**
 * A price that is rounded down is not lower for those who ask for a notice of a lower one: theirs is rounded down too.
 * Never up: an index that has not read the change yet still has the former price.
 */
async function lowerNotices(trx: Transaction<DB>, products: readonly RoundedProduct[]): Promise<void> {
  const rounded = products.map(({ productId, store }) => ({ productId, store }))
  await sql`update mail_confirmation n set price_minor = n.price_minor - n.price_minor % 100
    from jsonb_to_recordset(${JSON.stringify(rounded)}::jsonb) as w ("productId" integer, store text)
    where n.product_id = w."productId" and n.store = w.store and n.price_minor % 100 between 1 and 49`.execute(
    trx,
  )
  for (const { roundDown } of Object.values<Notices>(noticesOfModules)) await roundDown?.(trx, rounded)
}

async function keepFormer(
  trx: Transaction<DB>,
  groups: readonly { productId: number; rounded: readonly StoredRounding[] }[],
): Promise<void> {
  const rows = groups.flatMap(({ productId, rounded }) => rounded.map((each) => ({ productId, ...each })))
  await sql`insert into rounded_price (source, store, product_id, reference, min_quantity, starts_at, ends_at,
      former_minor, rounded_minor, outcome)
    select r.source, r.store, r."productId", r.reference, r."minQuantity", r."startsAt", r."endsAt", r."formerMinor",
      r."roundedMinor", r.outcome
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (source text, store text, "productId" integer,
      reference bigint, "minQuantity" integer, "startsAt" timestamptz, "endsAt" timestamptz, "formerMinor" bigint,
      "roundedMinor" bigint, outcome text)`.execute(trx)
}

/** In the words of the use cases by which staff change prices and plans. */
function recordProduct(record: RecordAudit, { sku, store, before, after, rounded }: RoundedProduct): void {
  const object = ['product', sku] as const
  const touches = (...sources: Rounding['source'][]) => rounded.some(({ source }) => sources.includes(source))
  if (touches('normal', 'campaign'))
    record({
      action: 'price.change',
      object,
      store,
      before: viewPrices(before.rows),
      after: viewPrices(after.rows),
      reason,
    })
  if (touches('planned'))
    record({
      action: after.plans.length < before.plans.length ? 'campaign.remove' : 'campaign.plan',
      object,
      store,
      before: { planned: before.plans.map(viewPlan) },
      after: { planned: after.plans.map(viewPlan) },
      reason,
    })
  if (touches('cross_selling'))
    record({
      action: 'product.change',
      object,
      store,
      before: { crossSellingMinor: before.crossSellingMinor },
      after: { crossSellingMinor: after.crossSellingMinor },
      reason,
    })
}

function viewPrices(rows: readonly PriceRow[]): Record<string, unknown> {
  const tiersOf = (kind: PriceRow['kind']): StoredTier[] =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ minQuantity, priceMinor }) => ({ minQuantity, priceMinor }))
  const campaign = rows.find(({ kind }) => kind === 'campaign')
  return {
    normal: tiersOf('normal'),
    campaign: campaign
      ? { tiers: tiersOf('campaign'), startsAt: iso(campaign.startsAt), endsAt: iso(campaign.endsAt) }
      : null,
  }
}

const viewPlan = ({ tiers, startsAt, endsAt, takesOver }: StoredPlan) => ({
  tiers,
  startsAt: iso(startsAt),
  endsAt: iso(endsAt),
  takesOver,
})

const iso = (time: string | null): string | null => time && new Date(time).toISOString()

type ListedPrice = StoredAgreedPrice

/** A rounded price of an agreement or an offer. */
const roundedPrice = (
  source: AgreedPrices['source'],
  { store, sku, reference, quantity, priceMinor }: ListedPrice,
): StoredRounding => {
  const isNothing = roundsToNothing(priceMinor, stores[store])
  return {
    source,
    store,
    sku,
    reference,
    minQuantity: quantity,
    startsAt: null,
    endsAt: null,
    formerMinor: priceMinor,
    roundedMinor: isNothing ? null : roundListPrice(priceMinor, stores[store]),
    outcome: isNothing ? 'withheld' : 'rounded',
  }
}

async function roundAgreed(run: Run, agreed: AgreedPrices): Promise<void> {
  const { db, codes, now, perBatch, dryRun } = run
  let after = { reference: 0, productId: 0, quantity: 0 }
  for (;;) {
    const read = (executor: Kysely<DB>) =>
      agreed.unrounded(executor, { stores: codes, now, after, limit: perBatch, isLocked: !dryRun })
    const listed = dryRun
      ? await read(db)
      : await audited(db, run.actor, async (trx, record) => {
          const prices = await read(trx)
          await writeAgreed(trx, { agreed, now }, prices, record)
          return prices
        })
    for (const each of listed) run.report(roundedPrice(agreed.source, each))
    const last = listed.at(-1)
    if (!last || listed.length < perBatch) return
    after = last
  }
}

async function writeAgreed(
  trx: Transaction<DB>,
  { agreed, now }: { agreed: AgreedPrices; now: Date },
  listed: readonly ListedPrice[],
  record: RecordAudit,
): Promise<void> {
  if (listed.length === 0) return
  const rounded = listed.map((each) => ({
    ...each,
    roundedMinor: roundedPrice(agreed.source, each).roundedMinor,
  }))
  for (const { after, ...entry } of await agreed.writeRounded(trx, rounded, now))
    record({ ...entry, ...(after && { after }), reason })
  await keepFormer(
    trx,
    listed.map((each) => ({ productId: each.productId, rounded: [roundedPrice(agreed.source, each)] })),
  )
}
