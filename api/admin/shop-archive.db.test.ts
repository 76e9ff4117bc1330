import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { jobAnswer } from '../../contract/admin/jobs.ts'
import { archiveBytes, removeOldArchives } from '../../domain/staff-jobs/archive-parts.server.ts'
import { runStaffJob } from '../../domain/staff-jobs/run-staff-job.server.ts'
import { productEditor } from '../../catalogue-import/edit-product.server.ts'
import { createArchiveRunner } from '../../server/jobs/run-archive-job.ts'
import { openArchive } from '../../shop-archive/import-archive.server.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testKeys } from '../../test/keyring.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff
let folder: string

beforeAll(async () => {
  shop = await orderShop()
  await shop.addProduct({ available: 5 })
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: paidOrders(shop).services.jobs,
    catalogue: shop.catalogue,
  })
  owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
  folder = await mkdtemp(join(tmpdir(), 'anode-archive-'))
})
afterAll(async () => {
  await app.close()
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const start = (person: TestStaff) => callAdmin(app, person, 'POST', 'shop-archive', { withLogins: false })
const run = (id: number) =>
  runStaffJob(
    {
      db: shop.db,
      clock: () => shop.now.at,
      products: productEditor,
      runImport: () => Promise.reject(new Error('no job of this test imports')),
      shipOrder: () => Promise.reject(new Error('no job of this test ships')),
      runArchive: createArchiveRunner({ keys: testKeys, parent: folder }),
    },
    id,
  )
const download = (person: TestStaff, id: number) =>
  app.inject({ method: 'GET', url: `/admin/api/shop-archive/${id}/shop.tar.gz`, headers: person.headers })
async function written(): Promise<number> {
  const { status, body } = await start(owner)
  expect(status).toBe(200)
  const { job } = body as { job: number }
  await run(job)
  return job
}

describe('the archive of the shop from the back office', () => {
  it('is a tar of the folder that the command writes', async () => {
    const id = await written()
    const { body } = await callAdmin(app, owner, 'GET', `jobs/${id}`)
    const { job } = body as z.infer<typeof jobAnswer>
    expect(job).toMatchObject({ state: 'done', changed: job.total, canUndo: false })
    expect(Date.parse(job.archiveUntil!)).toBe(shop.now.at + 24 * 3_600_000)
    expect(await callAdmin(app, owner, 'POST', `shop-archive/${id}/download`)).toMatchObject({ status: 200 })
    const answer = await download(owner, id)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/gzip'])
    expect(answer.headers['content-disposition']).toMatch(/filename="shop-\d{4}-\d\d-\d\d\.tar\.gz"/)
    const file = join(folder, 'shop.tar.gz')
    await writeFile(file, answer.rawPayload)
    execFileSync('tar', ['-xzf', file, '-C', folder])
    const unpacked = join(folder, 'shop')
    const manifest = await openArchive(unpacked)
    expect(manifest.tables.length).toBe(job.total)
    for (const { table, sha256 } of manifest.tables) {
      const text = await readFile(join(unpacked, 'tables', `${table}.ndjson`))
      expect([table, createHash('sha256').update(text).digest('hex')]).toEqual([table, sha256])
    }
    expect((await readdir(unpacked)).toSorted()).toEqual(
      expect.arrayContaining(['schema.sql', 'shop.json', 'tables']),
    )
    const { rows } = await sql<{
      action: string
      staff: string
    }>`select action, actor_id as staff from audit_entry
      where object_kind = 'job' and object_id = ${String(id)} order by id`.execute(shop.db)
    expect(rows).toEqual([
      { action: 'job.start', staff: String(owner.id) },
      { action: 'archive.download', staff: String(owner.id) },
    ])
  })

  it('is encrypted where it is kept', async () => {
    const id = await written()
    const { rows } = await sql<{ content: Buffer }>`
      select content from archive_part where job_id = ${id} order by part`.execute(shop.db)
    expect(rows.length).toBeGreaterThan(1)
    const kept = Buffer.concat(rows.slice(1).map(({ content }) => content))
    expect(() => gunzipSync(kept)).toThrow('incorrect header check')
    await sql`update archive_part set content = set_byte(content, 20, 255 - get_byte(content, 20))
      where job_id = ${id} and part = 1`.execute(shop.db)
    expect((await download(owner, id)).statusCode).toBe(500)
  })

  it('is whole or an error: an archive that lost its end is none', async () => {
    const id = await written()
    await sql`delete from archive_part where job_id = ${id}
      and part = (select max(part) from archive_part where job_id = ${id})`.execute(shop.db)
    const bytes = await archiveBytes({ db: shop.db, keys: testKeys }, id)
    await expect(buffer(bytes!)).rejects.toThrow('is missing')
  })

  it('is written by one run, also where another one takes it for abandoned, and once', async () => {
    const { body } = await start(owner)
    const { job } = body as { job: number }
    await Promise.all([run(job), run(job)])
    const parts = async () =>
      (
        await sql<{
          content: Buffer
        }>`select content from archive_part where job_id = ${job} order by part`.execute(shop.db)
      ).rows
    const first = await parts()
    await run(job)
    expect(await parts()).toEqual(first)
    expect(gunzipSync((await download(owner, job)).rawPayload).length).toBeGreaterThan(0)
  })

  it('is only for owners of all stores, who confirm who they are, and only the person who started it downloads it', async () => {
    const missing = { status: 403, body: { code: 'permission_missing' } }
    expect(await start(await signedInStaff(shop.db, { role: 'manager', now: shop.now.at }))).toMatchObject(
      missing,
    )
    const late = await signedInStaff(shop.db, { role: 'owner', steppedUp: false, now: shop.now.at })
    expect(await start(late)).toMatchObject({ status: 403, body: { code: 'step_up_required' } })
    const ofOne = await signedInStaff(shop.db, { role: 'owner', stores: ['sv'], now: shop.now.at })
    expect(await start(ofOne)).toMatchObject({ status: 403, body: { code: 'store_not_permitted' } })
    const id = await written()
    const other = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
    expect((await download(other, id)).statusCode).toBe(404)
    const seen = (await callAdmin(app, other, 'GET', `jobs/${id}`)).body as z.infer<typeof jobAnswer>
    expect(seen.job).toMatchObject({ state: 'done', archiveUntil: null })
    const again = { ...owner, headers: late.headers }
    expect((await download(again, id)).statusCode).toBe(403)
  })

  it('is gone after a day', async () => {
    const id = await written()
    shop.now.at += 24 * 3_600_000
    const later = { ...owner, ...(await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })) }
    await sql`update staff_job set staff_id = ${later.id} where id = ${id}`.execute(shop.db)
    const answer = await download(later, id)
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'archive_gone' }),
    ])
    await removeOldArchives(shop.db, new Date(shop.now.at))
    const { rows } = await sql`select from archive_part where job_id = ${id}`.execute(shop.db)
    expect(rows).toHaveLength(0)
  })
})
