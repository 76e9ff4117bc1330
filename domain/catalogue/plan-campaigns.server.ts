/** Plans campaigns of products in stores for later, and begins them when their time has come. */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { toProductId } from '../products/product-id.ts'
import { toSku, type Sku } from '../products/sku.ts'
import { isStoreCode, stores, type StoreCode } from '../stores/stores.ts'
import { byStart, isSamePlan, leadMs, stepPlans, type CampaignPlan, type PlanStep } from './campaign-plan.ts'
import { changePrices, readPricesOf, type PricedIn, type StoredPrices } from './change-price.server.ts'
import { roundPrices, roundTiers } from './list-price.ts'
import type { StoredTier } from './product-prices.ts'

interface PlanRow {
  productId: number
  store: string
  startsAt: Date
  endsAt: Date | null
  tiers: unknown
  takesOver: boolean
  plannedBy: unknown
}

interface StoredPlan extends CampaignPlan {
  plannedBy: Actor
}

type Keyed = { productId: number; store: string }
const keyOf = ({ productId, store }: Keyed) => `${productId} ${store}`

async function storedPlans(db: Kysely<DB>, products: readonly Keyed[]): Promise<Map<string, StoredPlan[]>> {
  const keys = JSON.stringify(products.map(({ productId, store }) => ({ productId, store })))
  const { rows } = await sql<PlanRow>`select c.product_id as "productId", c.store, c.starts_at as "startsAt",
      c.ends_at as "endsAt", c.tiers, c.takes_over as "takesOver", c.planned_by as "plannedBy"
    from planned_campaign c join jsonb_to_recordset(${keys}::jsonb) as w ("productId" integer, store text)
      on c.product_id = w."productId" and c.store = w.store
    order by c.product_id, c.store, c.starts_at`.execute(db)
  const plans = Map.groupBy(rows, keyOf)
  return new Map([...plans].map(([key, each]) => [key, each.map(planOf)]))
}

const planOf = ({ tiers, startsAt, endsAt, takesOver, plannedBy }: PlanRow): StoredPlan => ({
  tiers: tiers as StoredTier[],
  startsAt: startsAt.toISOString(),
  endsAt: endsAt?.toISOString() ?? null,
  takesOver,
  plannedBy: plannedBy as Actor,
})

const withoutActor = ({ tiers, startsAt, endsAt, takesOver }: StoredPlan): CampaignPlan => ({
  tiers,
  startsAt,
  endsAt,
  takesOver,
})

/** The planned campaigns of products, in their order, the earliest first. */
export async function readPlansOf(
  db: Kysely<DB>,
  products: readonly (Keyed | null)[],
): Promise<CampaignPlan[][]> {
  const stored = await storedPlans(
    db,
    products.filter((product) => product !== null),
  )
  return products.map((product) =>
    product === null ? [] : (stored.get(keyOf(product)) ?? []).map(withoutActor),
  )
}

/** All planned campaigns of a product in a store. */
export interface PlanChange extends PricedIn {
  planned: readonly CampaignPlan[]
  /** What the person saw; where something else is stored, the change is refused. */
  expected: readonly CampaignPlan[]
}

export type ChangePlanAnswer =
  | { ok: true; outcome: 'changed' | 'unchanged' }
  | { ok: false; code: 'unknown_product' | 'changed_meanwhile' }

/**
 * Replaces the planned campaigns of many products. A refused change does not keep the others back; each that is made
 * leaves its own entry in the audit. No product may be there twice in a store.
 */
export async function changePlans(
  db: Kysely<DB>,
  actor: Actor,
  changes: readonly PlanChange[],
  reason: string | null,
): Promise<ChangePlanAnswer[]> {
  return audited(db, actor, async (trx, record) => {
    // The lock of the prices: a campaign that begins meanwhile is seen.
    const products = await readPricesOf(trx, changes, { lock: true })
    const keys = changes.map(({ store }, index) => {
      const product = products[index]
      return product ? { productId: product.productId, store } : null
    })
    const stored = await storedPlans(
      trx,
      keys.filter((key) => key !== null),
    )
    const answers: ChangePlanAnswer[] = []
    const written: WrittenPlans[] = []
    for (const [index, { sku, store, planned: given, expected }] of changes.entries()) {
      const planned = given.map((plan) => ({ ...plan, tiers: roundTiers(plan.tiers, stores[store]) }))
      const key = keys[index]
      if (!key) {
        answers.push({ ok: false, code: 'unknown_product' })
        continue
      }
      const before = stored.get(keyOf(key)) ?? []
      if (!isSamePlan(before, expected)) answers.push({ ok: false, code: 'changed_meanwhile' })
      else if (isSamePlan(before, planned)) answers.push({ ok: true, outcome: 'unchanged' })
      else {
        answers.push({ ok: true, outcome: 'changed' })
        written.push({ ...key, plans: planned.map((plan) => keptOr(plan, before, actor)) })
        const isAdded = planned.some((plan) => !before.some((each) => isSamePlan([each], [plan])))
        record({
          action: isAdded ? 'campaign.plan' : 'campaign.remove',
          object: ['product', sku],
          store,
          before: { planned: before.map(withoutActor) },
          after: { planned: planned.toSorted(byStart) },
          reason,
        })
      }
    }
    await writePlans(trx, written)
    return answers
  })
}

/** A plan that stays keeps who planned it. */
const keptOr = (plan: CampaignPlan, before: readonly StoredPlan[], actor: Actor): StoredPlan => ({
  ...plan,
  plannedBy: before.find((each) => isSamePlan([each], [plan]))?.plannedBy ?? actor,
})

interface WrittenPlans extends Keyed {
  plans: readonly StoredPlan[]
}

async function writePlans(trx: Transaction<DB>, products: readonly WrittenPlans[]): Promise<void> {
  if (products.length === 0) return
  const keys = JSON.stringify(products.map(({ productId, store }) => ({ productId, store })))
  const wanted = products.flatMap(({ productId, store, plans }) =>
    plans.map((plan) => ({ productId, store, ...plan })),
  )
  const rows = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w ("productId" integer, store text,
    "startsAt" timestamptz, "endsAt" timestamptz, tiers jsonb, "takesOver" boolean, "plannedBy" jsonb)`
  await sql`delete from planned_campaign c
    using jsonb_to_recordset(${keys}::jsonb) as p ("productId" integer, store text)
    where c.product_id = p."productId" and c.store = p.store and not exists (select from ${rows}
      where w."productId" = c.product_id and w.store = c.store and w."startsAt" = c.starts_at)`.execute(trx)
  await sql`insert into planned_campaign (product_id, store, starts_at, ends_at, tiers, takes_over, planned_by)
    select w."productId", w.store, w."startsAt", w."endsAt", w.tiers, w."takesOver", w."plannedBy" from ${rows}
    on conflict (product_id, store, starts_at) do update set ends_at = excluded.ends_at, tiers = excluded.tiers,
      takes_over = excluded.takes_over, planned_by = excluded.planned_by`.execute(trx)
}

/** Products of one transaction, so that it takes seconds. */
const productsPerBatch = 500

/** Of a product that has come to a campaign's time. */
interface DuePlan extends Keyed {
  sku: Sku
}

/**
 * Makes each planned campaign whose time has come the campaign of its product, on behalf of who planned it and by the
 * use case with which staff change prices. Runs on several nodes do nothing twice: the prices are locked, and what is
 * planned is read afterwards. Answers how many campaigns began and how many ended before they could.
 */
export async function beginCampaigns(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  { perBatch = productsPerBatch }: { perBatch?: number } = {},
): Promise<{ begun: number; expired: number }> {
  const total = { begun: 0, expired: 0 }
  let after: Keyed = { productId: 0, store: '' }
  for (;;) {
    const now = clock()
    const due = await duePlans(db, { now, after, limit: perBatch })
    if (due.length > 0) {
      const { begun, expired } = await db.transaction().execute((trx) => beginBatch(trx, due, now))
      total.begun += begun
      total.expired += expired
      after = due.at(-1)!
    }
    if (due.length < perBatch) return total
  }
}

async function duePlans(
  db: Kysely<DB>,
  { now, after, limit }: { now: number; after: Keyed; limit: number },
): Promise<DuePlan[]> {
  const { rows } = await sql<{ productId: number; store: string; sku: string }>`
    select c.product_id as "productId", c.store, p.sku from planned_campaign c join product p on p.id = c.product_id
    where c.starts_at <= ${new Date(now + leadMs)} and (c.product_id, c.store) > (${after.productId}, ${after.store})
    group by c.product_id, c.store, p.sku order by c.product_id, c.store limit ${limit}`.execute(db)
  return rows.map(({ sku, ...row }) => ({ ...row, sku: toSku(sku) }))
}

interface DueStep {
  product: PricedIn
  productId: number
  stored: StoredPrices
  plans: StoredPlan[]
  step: PlanStep<StoredPlan>
}

async function beginBatch(
  trx: Transaction<DB>,
  due: readonly DuePlan[],
  now: number,
): Promise<{ begun: number; expired: number }> {
  const products = due.flatMap(({ sku, store }) => (isStoreCode(store) ? [{ sku, store }] : []))
  const prices = await readPricesOf(trx, products, { lock: true })
  const plansOf = await storedPlans(trx, due)
  const steps = products.flatMap((product, index): DueStep[] => {
    const stored = prices[index]
    if (!stored) return []
    const { productId } = stored
    const plans = plansOf.get(keyOf({ productId, store: product.store })) ?? []
    const step = withoutUnfit(stepPlans(stored.prices.campaign, plans, now), stored, product.store)
    // Without a normal price there is nothing that it reduces: it waits for one.
    const isPriced = stored.prices.normal.some(({ minQuantity }) => minQuantity === 1)
    return step && (isPriced || step.begins === null) ? [{ product, productId, stored, plans, step }] : []
  })
  for (const [actor, each] of Map.groupBy(steps, actorOf))
    await beginOf(trx, JSON.parse(actor) as Actor, each)
  return {
    begun: steps.filter(({ step }) => step.begins !== null).length,
    expired: steps.reduce((sum, { step }) => sum + step.expired.length, 0),
  }
}

/**
 * A campaign that was planned in more digits than the currency has, and reduces nothing once it is rounded, does not
 * begin.
 */
function withoutUnfit(
  step: PlanStep<StoredPlan> | null,
  { prices: { normal } }: StoredPrices,
  store: StoreCode,
): PlanStep<StoredPlan> | null {
  if (!step?.begins || roundPrices({ normal, campaign: step.begins }, stores[store]).ok) return step
  return { ...step, begins: null, deferred: null, expired: [...step.expired, step.begins] }
}

/** Who planned the campaign. Products of one actor are changed together. */
const actorOf = ({ step: { begins, expired } }: DueStep): string =>
  JSON.stringify((begins ?? expired[0]!).plannedBy)

async function beginOf(trx: Transaction<DB>, actor: Actor, steps: readonly DueStep[]): Promise<void> {
  await audited(trx, actor, async (_trx, record) => {
    const reason = 'planned campaign'
    const begun = steps.filter(({ step }) => step.begins !== null)
    const answers = await changePrices(
      trx,
      actor,
      begun.map(({ product, stored: { prices }, step: { begins } }) => {
        const { tiers, startsAt, endsAt } = begins!
        return {
          ...product,
          prices: { normal: prices.normal, campaign: { tiers, startsAt, endsAt } },
          // As planned; the plan has refused what rises.
          mayRise: true,
        }
      }),
      reason,
    )
    const refused = answers.find(({ ok }) => !ok)
    if (refused) throw new Error(`a planned campaign was refused: ${JSON.stringify(refused)}`)
    await writePlans(
      trx,
      steps.map(({ productId, product: { store }, step }) => ({
        productId,
        store,
        plans: leftOf(step, actor),
      })),
    )
    await keepExpired(trx, steps)
    for (const { product, plans, step } of steps)
      record({
        action: step.begins === null ? 'campaign.expire' : 'campaign.begin',
        object: ['product', product.sku],
        store: product.store,
        before: { planned: plans.map(withoutActor) },
        after: { planned: leftOf(step, actor).map(withoutActor) },
        reason,
      })
  })
}

/** Keeps campaigns that ended before they could begin, until staff have seen it. */
async function keepExpired(trx: Transaction<DB>, steps: readonly DueStep[]): Promise<void> {
  const rows = steps.flatMap(({ productId, product: { store }, step: { expired } }) =>
    expired.flatMap(({ startsAt, endsAt }) =>
      endsAt === null
        ? []
        : [{ product_id: toProductId(productId), store, starts_at: startsAt, ends_at: endsAt }],
    ),
  )
  if (rows.length === 0) return
  await trx
    .insertInto('expired_campaign')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The plans that stay, with the campaign that was put back among them; one that begins at the same moment replaces it. */
function leftOf({ left, deferred }: PlanStep<StoredPlan>, actor: Actor): StoredPlan[] {
  const isFree =
    deferred !== null && left.every((plan) => Date.parse(plan.startsAt) !== Date.parse(deferred.startsAt))
  return isFree ? [...left, { ...deferred, plannedBy: actor }].toSorted(byStart) : left
}

/** A period of campaigns that are planned in a store. */
export interface PlannedPeriod {
  store: StoreCode
  startsAt: string
  endsAt: string | null
}

/** The products with a campaign that is planned for exactly this period. */
export async function productsPlannedFor(
  db: Kysely<DB>,
  { store, startsAt, endsAt }: PlannedPeriod,
): Promise<{ sku: Sku; productId: number }[]> {
  const { rows } = await sql<{ sku: string; productId: number }>`
    select p.sku, p.id as "productId" from planned_campaign c join product p on p.id = c.product_id
    where c.store = ${store} and c.starts_at = ${startsAt}::timestamptz
      and c.ends_at is not distinct from ${endsAt}::timestamptz order by p.sku`.execute(db)
  return rows.map(({ sku, productId }) => ({ sku: toSku(sku), productId }))
}
