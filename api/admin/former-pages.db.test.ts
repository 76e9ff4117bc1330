import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { saveFormerPages, type ProposedPage } from '../../domain/redirects/former-page-repository.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'

let test: OrderShop
let app: FastifyInstance
let owner: TestStaff

beforeAll(async () => {
  test = await orderShop()
  app = await adminApp(testServices({ db: test.db }), {
    jobs: { enqueue: async () => {} },
    catalogue: test.catalogue,
  })
  owner = await signedInStaff(test.db, { role: 'owner' })
})
afterAll(async () => {
  await app.close()
  await test.close()
})
beforeEach(async () => {
  await sql`delete from former_page`.execute(test.db)
  await sql`delete from redirect`.execute(test.db)
})

const sure = (path: string, target: string): ProposedPage => ({
  path,
  title: null,
  target,
  reason: 'sku',
  confidence: 'sure',
})
const nothing = (path: string): ProposedPage => ({
  path,
  title: null,
  target: null,
  reason: null,
  confidence: 'none',
})
async function list(pages: ProposedPage[], store: StoreCode = 'sv') {
  const now = new Date()
  await test.db.transaction().execute((trx) => saveFormerPages(trx, { store, pages, now }))
}
const rows = async (query = '') =>
  (
    (await callAdmin(app, owner, 'GET', `former-pages${query}`)).body as {
      rows: { id: number; path: string; target: string | null; state: string; store: string }[]
    }
  ).rows
const bulk = (action: string, body: object, person = owner) =>
  callAdmin(app, person, 'POST', `former-pages/bulk/${action}`, body)
const redirects = async () =>
  (await test.db.selectFrom('redirect').select(['store', 'path', 'target']).orderBy('path').execute()).map(
    ({ store, path, target }) => `${store} ${path} ${target}`,
  )

it('staff confirm all that match a view, and undo it', async () => {
  await list([sure('/p/a', '/sv/artiklar/a.html'), sure('/p/b', '/sv/artiklar/b.html'), nothing('/blog/x')])
  await list([sure('/p/a', '/no/artiklar/a.html')], 'no')
  expect((await bulk('confirm', { query: 'filter.store=sv' })).body).toEqual({ done: 2, refused: 1 })
  expect(await redirects()).toEqual(['sv /p/a /sv/artiklar/a.html', 'sv /p/b /sv/artiklar/b.html'])
  expect((await rows('?filter.state=open')).map(({ path }) => path)).toEqual(['/blog/x', '/p/a'])
  // Once more changes nothing.
  expect((await bulk('confirm', { query: 'filter.store=sv' })).body).toEqual({ done: 0, refused: 3 })
  const entries = await test.db
    .selectFrom('audit_entry')
    .select(['id', 'action', 'store', 'after'])
    .where('action', '=', 'former_page.confirm')
    .execute()
  expect(entries).toMatchObject([{ store: 'sv', after: { redirects: 2 } }])
  // What staff have changed since stays.
  await sql`update redirect set target = '/sv/other' where path = '/p/b'`.execute(test.db)
  expect((await callAdmin(app, owner, 'POST', `audit/${entries[0]!.id}/undo`)).status).toBe(200)
  expect(await redirects()).toEqual(['sv /p/b /sv/other'])
  expect((await rows('?filter.state=open&filter.store=sv')).map(({ path }) => path)).toEqual([
    '/blog/x',
    '/p/a',
  ])
})

it('staff confirm some rows, and only those of their stores', async () => {
  await list([sure('/p/a', '/sv/artiklar/a.html'), sure('/p/b', '/sv/artiklar/b.html')])
  await list([sure('/p/c', '/no/artiklar/c.html')], 'no')
  const keys = (await rows()).filter(({ path }) => path !== '/p/b').map(({ id }) => String(id))
  const norwegian = await signedInStaff(test.db, { role: 'owner', stores: ['no'] })
  expect((await bulk('confirm', { keys }, norwegian)).body).toEqual({ done: 1, refused: 0 })
  expect(await redirects()).toEqual(['no /p/c /no/artiklar/c.html'])
  const accountant = await signedInStaff(test.db, { role: 'accountant' })
  expect((await bulk('confirm', { keys }, accountant)).status).toBe(403)
  expect((await bulk('confirm', { keys })).body).toEqual({ done: 1, refused: 1 })
})

it('staff choose a target by its address or by the number of a product', async () => {
  await list([nothing('/p/a'), nothing('/p/b')])
  const [a, b] = await rows()
  const choose = async (id: number, target: string) => {
    const { version } = (await callAdmin(app, owner, 'GET', `former-pages/${id}`)).body as { version: string }
    return callAdmin(app, owner, 'PUT', `former-pages/${id}`, { values: { target }, version })
  }
  await sql`with made as (insert into product (sku, type) values ('MOVED-1', 1) returning id)
    insert into store_product (product_id, store, name, slug, vat_rate_basis_points)
    select id, 'sv', 'Laddare', 'laddare-moved-1', 2500 from made`.execute(test.db)
  expect((await choose(a!.id, 'moved-1')).status).toBe(200)
  expect((await choose(b!.id, 'http://shop.example/sv/about')).status).toBe(200)
  expect((await choose(b!.id, 'https://evil.example/x')).body).toEqual({ code: 'other_host' })
  expect((await choose(b!.id, 'no-such-number')).body).toEqual({ code: 'bad_target' })
  expect((await choose(b!.id, '/p/b/')).body).toEqual({ code: 'redirect_loop' })
  // What staff have chosen outlives a second import.
  await list([sure('/p/a', '/sv/other'), sure('/p/b', '/sv/other')])
  expect((await bulk('confirm', { query: '' })).body).toEqual({ done: 2, refused: 0 })
  expect(await redirects()).toEqual(['sv /p/a /sv/artiklar/laddare-moved-1.html', 'sv /p/b /sv/about'])
  expect((await choose(b!.id, '/sv/about')).body).toEqual({ code: 'redirect_exists' })
})

it('undoing a confirmation does not change later ones, also where its addresses were taken off the list', async () => {
  await list([sure('/p/a', '/sv/artiklar/a.html')])
  await bulk('confirm', { query: '' })
  await bulk('discard', { query: '' })
  await list([sure('/p/b', '/sv/artiklar/b.html')])
  await bulk('confirm', { query: '' })
  const [, first] = await test.db
    .selectFrom('audit_entry')
    .select('id')
    .where('action', '=', 'former_page.confirm')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect((await callAdmin(app, owner, 'POST', `audit/${first!.id}/undo`)).status).toBe(409)
  expect(await redirects()).toEqual(['sv /p/a /sv/artiklar/a.html', 'sv /p/b /sv/artiklar/b.html'])
})

it('staff take addresses off the list', async () => {
  await list([nothing('/blog/x'), nothing('/blog/y'), sure('/p/a', '/sv/artiklar/a.html')])
  expect((await bulk('discard', { query: 'filter.confidence=none' })).body).toEqual({ done: 2, refused: 0 })
  expect((await rows()).map(({ path }) => path)).toEqual(['/p/a'])
})

it('ten thousand are confirmed at once', async () => {
  await list(Array.from({ length: 10_000 }, (_, at) => sure(`/p/${at}`, `/sv/artiklar/n-${at}.html`)))
  expect((await bulk('confirm', { query: '' })).body).toEqual({ done: 10_000, refused: 0 })
})
