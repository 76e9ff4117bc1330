import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { runAnode } from '../../test/anode-command.ts'
import { testServices } from '../../test/composition.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'

let test: OrderShop
let app: FastifyInstance
let owner: TestStaff
let folder: string

beforeAll(async () => {
  test = await orderShop()
  app = await adminApp(testServices({ db: test.db }), {
    jobs: { enqueue: async () => {} },
    catalogue: test.catalogue,
  })
  owner = await signedInStaff(test.db, { role: 'owner' })
  folder = await mkdtemp(join(tmpdir(), 'anode-cli-'))
})
afterAll(async () => {
  await app.close()
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

/** A review of the first product that waits for a decision; its id. */
async function written(words: string, stars = 1, store = 'sv'): Promise<number> {
  const product = await test.addProduct()
  const { id } = await paidOrders(test).order([line(product)])
  const { rows } = await sql<{
    id: number
  }>`insert into review (product_id, store, order_id, stars, words, name, submitted_at)
    values (${product}, ${store}, ${id}, ${stars}, ${words}, 'Anna', now()) returning id`.execute(test.db)
  return rows[0]!.id
}

interface Answer {
  rows: { id: number; sku: string; stars: number; status: string; words: string; actions: string[] }[]
  count: number
}
const list = async (query = '', person = owner) =>
  (await callAdmin(app, person, 'GET', `reviews?${query}`)).body as Answer
const act = (id: number, action: string, body: object = {}, person = owner) =>
  callAdmin(app, person, 'POST', `reviews/${id}/${action}`, body)
const rowOf = async (id: number, person = owner) => await callAdmin(app, person, 'GET', `reviews/${id}`)

it('lists reviews with their filters and search, within the stores of the person', async () => {
  const low = await written('Höll bara en vecka', 1)
  const high = await written('Strålande bra', 5)
  const { rows, count } = await list()
  expect(count).toBe(2)
  expect(rows[0]).toMatchObject({
    id: high,
    stars: 5,
    status: 'pending',
    actions: ['publish', 'reject', 'answer'],
  })
  expect((await list('filter.stars=1,2')).rows.map(({ id }) => id)).toEqual([low])
  expect((await list('q=strål')).rows.map(({ id }) => id)).toEqual([high])
  expect((await list('sort=stars')).rows.map(({ id }) => id)).toEqual([low, high])
  const danish = await signedInStaff(test.db, { role: 'service', stores: ['da'] })
  expect((await list('', danish)).count).toBe(0)
  expect((await rowOf(low, danish)).status).toBe(403)
  const warehouse = await signedInStaff(test.db, { role: 'warehouse' })
  expect((await callAdmin(app, warehouse, 'GET', 'reviews')).status).toBe(403)
  expect((await callAdmin(app, owner, 'GET', 'reviews?filter.star=1')).status).toBe(400)
})

it('publishes, rejects and answers, each with its entry of the audit, and undoes each', async () => {
  const id = await written('Läckte efter en månad')
  expect((await act(id, 'publish')).status).toBe(200)
  expect((await act(id, 'publish')).body).toEqual({ code: 'not_offered' })
  expect((await act(id, 'answer', { answer: ' Tack. Vi byter den. ' })).status).toBe(200)
  expect((await act(id, 'reject', { reason: 'too_negative' })).status).toBe(422)
  expect((await act(id, 'reject', { reason: 'personal_data' })).status).toBe(200)
  const page = (await rowOf(id)).body as {
    row: Record<string, unknown>
    timeline: { id: number; action: string; canUndo: boolean }[]
  }
  expect(page.row).toMatchObject({
    status: 'rejected',
    rejectionReason: 'personal_data',
    answer: 'Tack. Vi byter den.',
    actions: ['publish'],
  })
  const decisions = page.timeline.filter(({ canUndo }) => canUndo)
  expect(decisions.map(({ action }) => action).toSorted()).toEqual([
    'review.answer',
    'review.publish',
    'review.reject',
  ])
  const entry = (action: string) => decisions.find((each) => each.action === action)!.id
  const undo = (action: string) => callAdmin(app, owner, 'POST', `audit/${entry(action)}/undo`)
  // The rejection came later.
  expect((await undo('review.publish')).body).toMatchObject({ code: 'changed_since' })
  expect((await undo('review.reject')).status).toBe(200)
  expect((await undo('review.answer')).status).toBe(200)
  expect(((await rowOf(id)).body as typeof page).row).toMatchObject({
    status: 'published',
    rejectionReason: null,
    answer: null,
  })
})

it('undoes the undo of a decision, and answers no rejected review', async () => {
  const id = await written('Fel modell')
  await act(id, 'publish')
  const undoLast = async () => {
    const { rows } = await sql<{ id: number }>`select max(id) as id from audit_entry
      where object_kind = 'review' and object_id = ${String(id)}`.execute(test.db)
    return callAdmin(app, owner, 'POST', `audit/${rows[0]!.id}/undo`)
  }
  expect((await undoLast()).status).toBe(200)
  expect((await undoLast()).status).toBe(200)
  const { row } = (await rowOf(id)).body as { row: { status: string } }
  expect(row.status).toBe('published')
  await act(id, 'reject', { reason: 'insulting' })
  expect((await act(id, 'answer', { answer: 'Tack' })).body).toEqual({ code: 'not_offered' })
})

it('lets a review wait again when its first decision is undone', async () => {
  const id = await written('Passade inte')
  await act(id, 'reject', { reason: 'advertising' })
  const { rows } = await sql<{ id: number }>`select max(id) as id from audit_entry
    where object_kind = 'review' and object_id = ${String(id)}`.execute(test.db)
  expect((await callAdmin(app, owner, 'POST', `audit/${rows[0]!.id}/undo`)).status).toBe(200)
  const stored = await test.db
    .selectFrom('review')
    .select(['status', 'decided_at', 'rejection_reason'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(stored).toEqual({ status: 'pending', decided_at: null, rejection_reason: null })
})

it('counts the waiting ones on To do, and saves views of the list', async () => {
  const { count } = await list('filter.status=pending')
  const { tasks } = (await callAdmin(app, owner, 'GET', 'todo')).body as {
    tasks: { name: string; count: number; table: string; query: string }[]
  }
  expect(tasks.find(({ name }) => name === 'reviews_pending')).toMatchObject({
    count,
    table: 'reviews',
    query: 'filter.status=pending',
  })
  const view = { table: 'reviews', name: 'Att besluta', query: 'filter.status=pending', isShared: true }
  expect((await callAdmin(app, owner, 'POST', 'views', view)).status).toBe(200)
  const { views } = (await callAdmin(app, owner, 'GET', 'views?table=reviews')).body as {
    views: { count: number }[]
  }
  expect(views).toMatchObject([{ name: 'Att besluta', count }])
  expect((await callAdmin(app, owner, 'POST', 'views', { ...view, table: 'rewiews' })).status).toBe(404)
})

it('is for those who moderate, in the store of the review; others read', async () => {
  const id = await written('Bra')
  const auditor = await signedInStaff(test.db, { role: 'auditor' })
  const norwegian = await signedInStaff(test.db, { role: 'service', stores: ['no'] })
  expect((await act(id, 'publish', {}, auditor)).status).toBe(403)
  expect((await act(id, 'publish', {}, norwegian)).status).toBe(403)
  expect(((await list('', auditor)).rows[0] ?? {}).actions).toEqual([])
  expect((await act(999_999, 'publish')).status).toBe(404)
})

it('exports the view as CSV with a step-up, because names are in it', async () => {
  const csv = await app.inject({
    url: '/admin/api/reviews.csv?filter.stars=5&columns=stars,words',
    headers: owner.headers,
  })
  expect(csv.body.split('\r\n').map((row) => row.replace('\ufeff', ''))).toEqual([
    'stars;words',
    '5;Strålande bra',
    '',
  ])
  const notSteppedUp = await signedInStaff(test.db, { role: 'owner', steppedUp: false })
  expect((await callAdmin(app, notSteppedUp, 'GET', 'reviews.csv')).status).toBe(403)
})

it('is listed, shown, decided on and answered in the terminal, by its operator', async () => {
  const id = await written('Gick sönder', 1)
  const anode = (...words: string[]) =>
    runAnode({ dataDir: folder, databaseUrl: test.url }, ['review', ...words])
  const listed = JSON.parse(
    (await anode('list', '--status', 'pending', '--search', 'sönder', '--json')).out,
  ) as object
  expect(listed).toMatchObject([
    { id, words: 'Gick sönder', status: 'pending', order: expect.any(String) as string },
  ])
  expect((await anode('list', '--stars', '3')).out).toBe('No rows.\n')
  expect((await anode('list', '--submittedAt', '2026')).code).toBe(1)
  expect((await anode('reject', String(id))).err).toContain('--reason')
  expect((await anode('reject', String(id), '--reason', 'negative')).err).toContain('personal_data')
  expect((await anode('reject', String(id), '--reason', 'advertising')).out).toContain('rejected')
  expect((await anode('answer', String(id), '--answer', 'Tack')).err).toContain(`Not possible with ${id}`)
  expect((await anode('publish', String(id))).out).toContain('published')
  await anode('answer', String(id), '--answer', ' Vi byter den. ')
  expect((await anode('show', String(id))).out).toContain('Vi byter den.')
  expect((await anode('show', '999999')).err).toBe('The list reviews has no 999999.\n')
  const { rows } = await sql<{ action: string }>`select action from audit_entry
    where object_kind = 'review' and object_id = ${String(id)} and actor_kind = 'cli' order by id`.execute(
    test.db,
  )
  expect(rows.map(({ action }) => action)).toEqual(['review.reject', 'review.publish', 'review.answer'])
})
