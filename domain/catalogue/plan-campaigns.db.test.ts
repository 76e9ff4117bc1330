import { sql } from 'kysely'
import { afterAll, beforeEach, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { smallCatalogue } from '../../test/small-catalogue.ts'
import { productEditor } from '../../catalogue-import/edit-product.server.ts'
import type { Actor } from '../audit/actor.ts'
import { planCampaigns } from '../prices/campaign-plans.server.ts'
import { undoChange } from '../undo/undo-change.server.ts'
import { minor } from '../money/money.ts'
import { toSku } from '../products/sku.ts'
import type { CampaignPlan } from './campaign-plan.ts'
import { changePrice, readPrices } from './change-price.server.ts'
import { beginCampaigns, changePlans, readPlansOf } from './plan-campaigns.server.ts'
import { reversals } from '../../server/reversals.ts'

const anna: Actor = { kind: 'staff', id: '7', onBehalfOf: null, requestId: 'r-anna' }
const bo: Actor = { kind: 'staff', id: '8', onBehalfOf: null, requestId: 'r-bo' }

let test: TestDatabase
const now = { at: 0 }
const services = () => ({ db: test.db, clock: () => now.at })

beforeAll(async () => {
  test = await testDatabase()
  await smallCatalogue(test.db)
})
afterAll(() => test.drop())

const product = { sku: toSku('NC-AA4'), store: 'sv' as const }
const today = new Date().setUTCHours(0, 0, 0, 0)
/** Days from today. */
const at = (days: number) => today + days * 86_400_000
const day = (days: number) => new Date(at(days)).toISOString()
const tiers = (amount: number) => [{ minQuantity: 1, priceMinor: minor(amount) }]
const campaign = (amount: number, from: number, to: number | null) => ({
  tiers: tiers(amount),
  startsAt: day(from),
  endsAt: to === null ? null : day(to),
})
const planOf = (amount: number, from: number, to: number | null, takesOver = false): CampaignPlan => ({
  ...campaign(amount, from, to),
  takesOver,
})

const stored = async () => (await readPrices(test.db, product))!
const presentOf = async () => (await stored()).prices.campaign
const plansOf = async () => {
  const { productId } = await stored()
  return (await readPlansOf(test.db, [{ productId, store: 'sv' }]))[0]!
}
const plan = async (planned: CampaignPlan[], actor = anna) =>
  (await changePlans(test.db, actor, [{ ...product, planned, expected: await plansOf() }], 'autumn'))[0]
const setCampaign = async (wanted: ReturnType<typeof campaign> | null) => {
  const answer = await changePrice(test.db, bo, {
    ...product,
    prices: { normal: tiers(10_000), campaign: wanted },
  })
  expect(answer.ok).toBe(true)
}
const entries = async (after = 0) => {
  const { rows } = await sql<{ id: number; action: string; actor: string | null }>`
    select id, action, actor_id as actor from audit_entry
    where object_kind = 'product' and object_id = 'NC-AA4' and id > ${after} order by id`.execute(test.db)
  return rows
}
const lastEntry = async () => (await entries()).at(-1)!.id
const undo = (id: number) =>
  undoChange({ db: test.db, products: productEditor, reversals, clock: () => now.at }, anna, id)

beforeEach(async () => {
  now.at = at(1)
  await plan([])
  await setCampaign(null)
})

it('begins two campaigns one after the other, on behalf of those who planned them', async () => {
  const [week, christmas] = [planOf(8000, 3, 7), planOf(7000, 10, null)]
  expect(await plan([week])).toEqual({ ok: true, outcome: 'changed' })
  expect(await plan([christmas, week], bo)).toEqual({ ok: true, outcome: 'changed' })
  expect(await plansOf()).toEqual([week, christmas])
  const before = await lastEntry()

  expect(await beginCampaigns(services())).toEqual({ begun: 0, expired: 0 })
  now.at = at(3) - 60_000
  expect(await beginCampaigns(services())).toEqual({ begun: 1, expired: 0 })
  expect(await presentOf()).toEqual(campaign(8000, 3, 7))
  expect(await plansOf()).toEqual([christmas])
  // Again, as after a crash: there is nothing left to do.
  expect(await beginCampaigns(services())).toEqual({ begun: 0, expired: 0 })
  now.at = at(10)
  expect(await beginCampaigns(services())).toEqual({ begun: 1, expired: 0 })
  expect(await presentOf()).toEqual(campaign(7000, 10, null))
  expect(await plansOf()).toEqual([])
  expect((await entries(before)).map(({ action, actor }) => [action, actor])).toEqual([
    ['price.change', '7'],
    ['campaign.begin', '7'],
    ['price.change', '8'],
    ['campaign.begin', '8'],
  ])
  const { rows } = await sql<{ price: number | null }>`select h.price_minor as price from price_history h
    join product p on p.id = h.product_id where p.sku = 'NC-AA4' and h.store = 'sv' and h.kind = 'campaign'
    order by h.id desc limit 2`.execute(test.db)
  expect(rows.map(({ price }) => price)).toEqual([7000, 8000])
})

it('waits for the campaign in force, begins late, and expires where that one holds to its end', async () => {
  await plan([planOf(8000, 3, 7)])
  // An import or a colleague enters a campaign that overlaps.
  await setCampaign(campaign(9000, 0, 5))
  now.at = at(4)
  expect(await beginCampaigns(services())).toEqual({ begun: 0, expired: 0 })
  now.at = at(5)
  expect(await beginCampaigns(services())).toEqual({ begun: 1, expired: 0 })
  expect(await presentOf()).toEqual(campaign(8000, 3, 7))

  await plan([planOf(7500, 6, 8)])
  await setCampaign(campaign(9000, 0, null))
  now.at = at(9)
  const before = await lastEntry()
  expect(await beginCampaigns(services())).toEqual({ begun: 0, expired: 1 })
  expect(await plansOf()).toEqual([])
  expect((await entries(before)).map(({ action }) => action)).toEqual(['campaign.expire'])
  expect(await presentOf()).toEqual(campaign(9000, 0, null))
})

it('takes over from an open campaign, and lets one that is for later follow', async () => {
  await setCampaign(campaign(9000, 0, null))
  await plan([planOf(8000, 3, 7, true)])
  now.at = at(3)
  expect(await beginCampaigns(services())).toEqual({ begun: 1, expired: 0 })
  expect(await presentOf()).toEqual(campaign(8000, 3, 7))

  await setCampaign(campaign(7000, 20, 25))
  await plan([planOf(8500, 10, 12)])
  now.at = at(10)
  expect(await beginCampaigns(services())).toEqual({ begun: 1, expired: 0 })
  expect(await presentOf()).toEqual(campaign(8500, 10, 12))
  expect(await plansOf()).toEqual([planOf(7000, 20, 25)])
  now.at = at(20)
  expect(await beginCampaigns(services())).toEqual({ begun: 1, expired: 0 })
  expect(await presentOf()).toEqual(campaign(7000, 20, 25))
})

it('waits for a normal price, and keeps no other product back', async () => {
  const other = { sku: toSku('NC-2032'), store: 'sv' as const }
  await plan([planOf(8000, 3, 7)])
  await changePlans(test.db, anna, [{ ...other, planned: [planOf(100, 3, 7)], expected: [] }], null)
  const setQuantity = (quantity: number) =>
    sql`update price_tier t set min_quantity = ${quantity} from product p
      where p.id = t.product_id and p.sku = 'NC-AA4' and t.store = 'sv' and t.kind = 'normal'`.execute(
      test.db,
    )
  await setQuantity(5)
  now.at = at(3)
  expect(await beginCampaigns(services())).toEqual({ begun: 1, expired: 0 })
  const { prices } = (await readPrices(test.db, other))!
  expect(prices.campaign).toEqual(campaign(100, 3, 7))
  await changePrice(test.db, bo, { ...other, prices: { ...prices, campaign: null } })
  await setQuantity(1)
  expect(await beginCampaigns(services())).toEqual({ begun: 1, expired: 0 })
  expect(await presentOf()).toEqual(campaign(8000, 3, 7))
})

it('begins each campaign once where two nodes run at the same time, in batches of any size', async () => {
  const { rows } = await sql<{
    sku: string
  }>`select p.sku from product p join store_product s on s.product_id = p.id
    join price_tier t on t.product_id = p.id and t.store = s.store and t.kind = 'normal' and t.min_quantity = 1
    where s.store = 'sv' order by p.id limit 7`.execute(test.db)
  const changes = rows.map(({ sku }) => ({
    sku: toSku(sku),
    store: 'sv' as const,
    planned: [planOf(100, 3, 7)],
    expected: [],
  }))
  await changePlans(test.db, anna, changes, null)
  now.at = at(3)
  const before = Number(
    (await sql<{ id: number }>`select max(id) as id from audit_entry`.execute(test.db)).rows[0]!.id,
  )
  const runs = await Promise.all([1, 2].map(() => beginCampaigns(services(), { perBatch: 3 })))
  expect(runs.reduce((sum, { begun }) => sum + begun, 0)).toBe(7)
  const { rows: begun } = await sql<{ object: string }>`select object_id as object from audit_entry
    where action = 'campaign.begin' and id > ${before}`.execute(test.db)
  expect(begun.map(({ object }) => object).toSorted()).toEqual(rows.map(({ sku }) => sku).toSorted())
})

it('is undone and removed by entries of the audit, until it has begun', async () => {
  const [week, christmas] = [planOf(8000, 3, 7), planOf(7000, 10, 14)]
  await plan([week])
  await plan([week, christmas])
  const planned = await lastEntry()
  expect(await undo(planned)).toEqual({ ok: true })
  expect(await plansOf()).toEqual([week])
  await plan([])
  const removed = await lastEntry()
  expect((await entries()).at(-1)).toMatchObject({ action: 'campaign.remove' })
  expect(await undo(removed)).toEqual({ ok: true })
  expect(await plansOf()).toEqual([week])
  const restored = await lastEntry()
  now.at = at(3)
  await beginCampaigns(services())
  expect(await undo(restored)).toMatchObject({
    code: 'changed_since',
    entry: { action: 'campaign.begin' },
  })
})

it('refuses plans over what somebody else has planned meanwhile, and of products that are not sold', async () => {
  await plan([planOf(8000, 3, 7)])
  const change = { ...product, planned: [planOf(7000, 10, 14)], expected: [] }
  const gone = { ...change, sku: toSku('NOT-SOLD') }
  expect(await changePlans(test.db, bo, [change, gone], null)).toEqual([
    { ok: false, code: 'changed_meanwhile' },
    { ok: false, code: 'unknown_product' },
  ])
})

it('shows overlaps and the 30-day lowest price as far as it is known, before anything is saved', async () => {
  // The normal price is recorded today: the windows of campaigns in 40 and 60 days begin after it.
  const dryRun = async (amount: number, from: number, to: number, replaces = false) =>
    (
      await planCampaigns(services(), [product], {
        by: { how: 'set', priceMinor: minor(amount) },
        rounds: false,
        period: { startsAt: day(from), endsAt: day(to) },
        replaces,
      })
    )[0]!
  expect(await dryRun(8000, 40, 45)).toMatchObject({
    outcome: 'change',
    overlaps: [],
    reduction: { lowestMinor: 10_000, percent: 20 },
  })
  await plan([planOf(8000, 40, 45)])
  // The campaign before it was cheaper within 30 days.
  expect(await dryRun(9000, 60, 65)).toMatchObject({ reduction: { lowestMinor: 8000, percent: null } })
  expect(await dryRun(7000, 90, 95)).toMatchObject({ reduction: { lowestMinor: 10_000, percent: 30 } })
  expect(await dryRun(7000, 44, 50)).toMatchObject({
    outcome: 'refused',
    refusal: 'campaign_overlaps',
    overlaps: [campaign(8000, 40, 45)],
  })
  expect(await dryRun(7000, 44, 50, true)).toMatchObject({
    outcome: 'change',
    overlaps: [campaign(8000, 40, 45)],
    plans: { after: [planOf(7000, 44, 50)] },
  })
  expect(await dryRun(8000, 40, 45)).toMatchObject({ outcome: 'unchanged' })
  expect(await dryRun(8000, -5, -1)).toMatchObject({ refusal: 'campaign_over' })
  expect(await dryRun(10_000, 50, 52)).toMatchObject({ refusal: 'campaign_not_lower' })

  await setCampaign(campaign(9500, 0, null))
  expect(await dryRun(7000, 60, 65)).toMatchObject({ refusal: 'campaign_overlaps' })
  expect(await dryRun(7000, 60, 65, true)).toMatchObject({
    reduction: { lowestMinor: 8000, percent: 12 },
    plans: { after: [planOf(8000, 40, 45), planOf(7000, 60, 65, true)] },
  })
})
