import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedInStaff } from '../../test/admin/admin-shop.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { smallCatalogue } from '../../test/small-catalogue.ts'
import { productEditor } from '../../catalogue-import/edit-product.server.ts'
import { createImportRunner } from '../../catalogue-import/run-import-job.server.ts'
import { indexContents } from '../../test/index-contents.ts'
import { openCatalogueIndex } from '../../read-model/catalogue-index.server.ts'
import { indexPlace } from '../../read-model/schema/index-file.server.ts'
import type { Actor } from '../audit/actor.ts'
import { planAdjustment, productsOf, startPriceChange } from '../prices/price-changes.server.ts'
import { undoChange } from '../undo/undo-change.server.ts'
import { changePrice, previewReduction, readPrices } from '../catalogue/change-price.server.ts'
import type { PriceAdjustment } from '../catalogue/adjust-prices.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { minor } from '../money/money.ts'
import { toSku } from '../products/sku.ts'
import { resumeStaffJobs, runStaffJob } from './run-staff-job.server.ts'
import { doneRows, findJob } from './staff-job-repository.server.ts'
import { undoStaffJob } from './start-staff-job.server.ts'
import { reversals } from '../../server/reversals.ts'

let test: TestDatabase
let staff: { id: number }
let actor: Actor
const now = { at: Date.now() }
const enqueued: number[] = []
const jobs: JobQueue<'staff-job'> = {
  enqueue: async (_transaction, _name, { jobId }) => void enqueued.push(jobId),
}
const services = () => ({
  db: test.db,
  clock: () => now.at,
  jobs,
  products: productEditor,
  runImport: createImportRunner(tmpdir()),
  shipOrder: () => Promise.reject(new Error('no job of this test ships')),
})

beforeAll(async () => {
  test = await testDatabase()
  await smallCatalogue(test.db)
  staff = await signedInStaff(test.db, { role: 'catalogue' })
  actor = { kind: 'staff', id: String(staff.id), onBehalfOf: null, requestId: 'r1' }
})
afterAll(() => test.drop())

const tenPercentOff: PriceAdjustment = {
  field: 'normal',
  by: { how: 'percent', ofBasisPoints: 9000 },
  rounds: false,
  period: { startsAt: null, endsAt: null },
}

const view = (search: string | null, stores: readonly string[] = ['sv']) => ({
  stores,
  search,
  filters: {},
  sort: { by: 'sku', isDescending: false },
})

async function start(search: string | null, adjustment = tenPercentOff, stores: readonly string[] = ['sv']) {
  const products = await productsOf(test.db, { view: view(search, stores) })
  const plan = await planAdjustment(services(), products!, adjustment)
  const started = await startPriceChange(services(), actor, {
    staffId: staff.id,
    plan,
    terms: { percent: -10 },
    reason: 'autumn',
  })
  if (!started.ok) throw new Error(started.code)
  return started.id
}

async function undo(id: number) {
  const undone = await undoStaffJob(services(), actor, { id, staffId: staff.id })
  if (!undone.ok) throw new Error(undone.code)
  return undone.id
}

const run = (id: number) => runStaffJob(services(), id)
const jobAt = async (id: number) => (await findJob(test.db, id))!
const counts = async (id: number) => {
  const { state, total, changed, unchanged, refused } = await jobAt(id)
  return { state, total, changed, unchanged, refused }
}
const pricesAt = async (prefix: string) => {
  const { rows } = await sql<{ line: string }>`select p.sku || t.store || t.kind || t.min_quantity || ' ' ||
      t.price_minor as line from price_tier t join product p on p.id = t.product_id
    where starts_with(p.sku, ${prefix}) order by 1`.execute(test.db)
  return rows.map(({ line }) => line)
}

it('changes 10,000 prices, and undoing them restores every one; the history keeps both changes', async () => {
  await test.db.transaction().execute(async (trx) => {
    // The change log of new products takes most of the time and is not looked at.
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`insert into product (sku, type) select 'BULK-' || n, 1 from generate_series(1, 10000) n`.execute(
      trx,
    )
    await sql`insert into store_product (product_id, store, name, slug, vat_rate_basis_points)
      select id, 'sv', 'Vara ' || sku, lower(sku), 2500 from product where starts_with(sku, 'BULK-')`.execute(
      trx,
    )
  })
  // With its triggers one statement for all would take longer on a loaded machine than the shop allows.
  for (let tenth = 0; tenth < 10; tenth++)
    await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor)
      select id, 'sv', 'normal', q, (10000 + id * 100) / q / 100 * 100 from product, unnest(array[1, 2]) q
      where starts_with(sku, 'BULK-') and id % 10 = ${tenth}`.execute(test.db)
  const before = await pricesAt('BULK-')
  const id = await start('bulk-')
  expect(enqueued).toEqual([id])
  expect(await counts(id)).toEqual({ state: 'waiting', total: 10_000, changed: 0, unchanged: 0, refused: 0 })
  await run(id)
  expect(await counts(id)).toEqual({
    state: 'done',
    total: 10_000,
    changed: 10_000,
    unchanged: 0,
    refused: 0,
  })
  expect(await pricesAt('BULK-')).not.toEqual(before)

  const undoing = await undo(id)
  await run(undoing)
  expect(await counts(undoing)).toMatchObject({ state: 'done', changed: 10_000, refused: 0 })
  expect(await pricesAt('BULK-')).toEqual(before)
  const { rows } = await sql<{ records: number; products: number }>`select count(*)::int as records,
      count(distinct h.product_id)::int as products from price_history h
    join product p on p.id = h.product_id where starts_with(p.sku, 'BULK-')`.execute(test.db)
  expect(rows[0]).toEqual({ records: 30_000, products: 10_000 })
  const { rows: trail } = await sql<{ actor: string; entries: number }>`select actor_id as actor,
      count(*)::int as entries from audit_entry where action = 'price.change' and starts_with(object_id, 'BULK-')
    group by actor_id`.execute(test.db)
  expect(trail).toEqual([{ actor: String(staff.id), entries: 20_000 }])

  // The lower price was shown: for 30 days no campaign may announce a reduction from the higher one.
  const product = { sku: toSku('BULK-1'), store: 'sv' as const }
  const unit = (await readPrices(test.db, product))!.prices.normal[0]!.priceMinor
  const reduced = minor(Math.round((unit * 0.9) / 100) * 100)
  const campaign = (days: number) => ({
    tiers: [{ minQuantity: 1, priceMinor: reduced }],
    startsAt: new Date(now.at + days * 86_400_000).toISOString(),
    endsAt: null,
  })
  expect(await previewReduction(services(), { ...product, campaign: campaign(29) })).toEqual({
    lowestMinor: reduced,
    percent: null,
  })
  expect(await previewReduction(services(), { ...product, campaign: campaign(31) })).toMatchObject({
    lowestMinor: unit,
  })
})

it('does few rows at once, and the index follows the change and its undo', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'anode-staff-job-'))
  const log = { info: () => {}, warn: () => {} }
  const index = openCatalogueIndex({ dataDir, databaseUrl: test.url, log, pollMs: 60_000 })
  await index.ready
  const contents = async () => {
    await index.refresh()
    // When a product was changed is in the index too, and is later after an undo.
    return JSON.stringify(indexContents(indexPlace(dataDir).file)).replaceAll(/updatedAt\W+\d+/g, '')
  }
  const before = await contents()
  const id = await start('NC-', tenPercentOff, ['sv', 'de'])
  const { state, total, stores } = await jobAt(id)
  expect([state, stores.toSorted()]).toEqual(['done', ['de', 'sv']])
  expect(total).toBeGreaterThan(6)
  expect(await contents()).not.toEqual(before)
  const undoing = await undo(id)
  expect(await contents()).toEqual(before)
  expect((await jobAt(id)).undoneBy).toBe(undoing)
  expect(await undoStaffJob(services(), actor, { id, staffId: staff.id })).toEqual({
    ok: false,
    code: 'already_undone',
    job: undoing,
  })
  await index.close()
  await rm(dataDir, { recursive: true })
})

it('that was killed half-way is continued, and no row is changed twice', async () => {
  const before = await pricesAt('BULK-1')
  const id = await start('bulk-1')
  const killed = new AbortController()
  killed.abort()
  await expect(runStaffJob({ ...services(), stopping: killed.signal }, id)).rejects.toThrow('stops')
  expect(await counts(id)).toMatchObject({ state: 'running', changed: 500 })
  expect(await resumeStaffJobs(services())).toBe(0)
  now.at += 180_000
  // Two nodes find the job at the same time.
  await Promise.all([resumeStaffJobs(services()), resumeStaffJobs(services())])
  const { total } = await jobAt(id)
  expect(await counts(id)).toEqual({ state: 'done', total, changed: total, unchanged: 0, refused: 0 })
  await run(await undo(id))
  expect(await pricesAt('BULK-1')).toEqual(before)
})

it('refuses rows whose prices somebody changed since, and names them, in the job and in its undo', async () => {
  const product = { sku: toSku('BULK-2000'), store: 'sv' as const }
  const setPrice = (priceMinor: number) =>
    changePrice(test.db, actor, {
      ...product,
      prices: { normal: [{ minQuantity: 1, priceMinor: minor(priceMinor) }], campaign: null },
    })
  const id = await start('bulk-2')
  await setPrice(700)
  await run(id)
  expect(await counts(id)).toMatchObject({ refused: 1 })
  expect((await doneRows(test.db, id, { limit: 1 }))[0]).toMatchObject({
    objectId: 'BULK-2000',
    refusal: 'changed_meanwhile',
  })
  const other = { ...product, sku: toSku('BULK-2001') }
  await changePrice(test.db, actor, {
    ...other,
    prices: { normal: [{ minQuantity: 1, priceMinor: minor(800) }], campaign: null },
  })
  const undoing = await undo(id)
  await run(undoing)
  expect(
    (await doneRows(test.db, undoing, { outcome: 'refused', limit: 5 })).map((row) => row.objectId),
  ).toEqual(['BULK-2001'])
  expect((await readPrices(test.db, other))!.prices.normal[0]!.priceMinor).toBe(800)
})

it('records each row in the audit, so that one of them can be undone alone', async () => {
  const before = await pricesAt('BULK-3000')
  await start('BULK-3000')
  expect(await pricesAt('BULK-3000')).not.toEqual(before)
  const { rows } = await sql<{
    id: number
    reason: string
  }>`select id, reason from audit_entry where object_id = 'BULK-3000' order by id desc limit 1`.execute(
    test.db,
  )
  expect(rows[0]!.reason).toMatch(/^autumn · job \d+$/)
  expect(await undoChange({ db: test.db, products: productEditor, reversals }, actor, rows[0]!.id)).toEqual({
    ok: true,
  })
  expect(await pricesAt('BULK-3000')).toEqual(before)
})
