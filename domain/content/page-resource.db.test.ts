import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff

beforeAll(async () => {
  shop = await orderShop()
  app = await adminApp(testServices({ db: shop.db }), {
    jobs: { enqueue: async () => {} },
    catalogue: shop.catalogue,
  })
  owner = await signedInStaff(shop.db, { role: 'owner' })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})
beforeEach(() => sql`truncate content_page`.execute(shop.db))

const terms = {
  store: 'de',
  path: 'terms',
  heading: 'AGB',
  body: '<p>Unsere Bedingungen</p>',
  published: true,
}
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, person = owner) =>
  callAdmin(app, person, method, path, body)
const at = (key: string) => `content-pages/${encodeURIComponent(key)}`
const read = async (key: string) => {
  const { status, body } = await call('GET', at(key))
  return { status, ...(body as { row: Record<string, unknown>; version: string }) }
}
const change = async (key: string, more: object) => {
  const { store: _, ...rest } = terms
  return call('PUT', at(key), { values: { ...rest, ...more }, version: (await read(key)).version })
}
const undo = async (action: string) => {
  const { rows } = await sql<{ id: number }>`select id from audit_entry where action = ${action}
    order by id desc limit 1`.execute(shop.db)
  return call('POST', `audit/${rows[0]!.id}/undo`, {})
}

it('staff add, change, move and remove a page, and undo each', async () => {
  expect(await call('POST', 'content-pages', terms)).toMatchObject({ status: 200, body: { key: 'de:terms' } })
  expect((await read('de:terms')).row).toMatchObject({
    ...terms,
    address: expect.stringMatching(/\/de\/terms$/),
  })
  expect(await change('de:terms', { body: '<p>Neu</p>', published: false })).toMatchObject({ status: 200 })
  expect((await read('de:terms')).row).toMatchObject({ body: '<p>Neu</p>', published: false })
  expect((await undo('page.change')).status).toBe(200)
  expect((await read('de:terms')).row).toMatchObject({ body: terms.body, published: true })

  expect(await change('de:terms', { path: 'ueber-uns/agb' })).toMatchObject({ status: 200 })
  expect((await read('de:terms')).status).toBe(404)
  const moved = await read('de:ueber-uns/agb')
  expect(moved.row).toMatchObject({ heading: 'AGB' })
  expect((await call('DELETE', `${at('de:ueber-uns/agb')}?version=${moved.version}`)).status).toBe(200)
  expect((await undo('page.remove')).status).toBe(200)
  expect((await read('de:ueber-uns/agb')).row).toMatchObject({ heading: 'AGB', body: terms.body })
})

it('refuses addresses that are none or taken, and other stores', async () => {
  const codeOf = async (more: object, person = owner) =>
    ((await call('POST', 'content-pages', { ...terms, ...more }, person)).body as { code: string }).code
  for (const path of ['/terms', 'Terms', 'terms/', 'a//b', '../admin', 'a b', 'a?b', 'a.html'])
    expect(await codeOf({ path })).toBe('bad_page_path')
  expect(await codeOf({})).toBeUndefined()
  expect(await codeOf({})).toBe('already_there')
  expect(await codeOf({ path: 'privacy' })).toBeUndefined()
  expect(await change('de:privacy', { path: 'terms' })).toMatchObject({ body: { code: 'already_there' } })
  const ofNorway = await signedInStaff(shop.db, { role: 'catalogue', stores: ['no'] })
  expect((await call('POST', 'content-pages', { ...terms, path: 'contact' }, ofNorway)).status).toBe(403)
  expect((await call('GET', at('de:terms'), undefined, ofNorway)).status).toBe(403)
})

it('an undo overwrites nothing that an import or a move has put there since', async () => {
  await call('POST', 'content-pages', terms)
  await change('de:terms', { body: '<p>Neu</p>' })
  await sql`update content_page set body = '<p>Importiert</p>'`.execute(shop.db)
  expect(await undo('page.change')).toMatchObject({ status: 409 })
  expect(await undo('page.add')).toMatchObject({ status: 409 })
  expect((await read('de:terms')).row).toMatchObject({ body: '<p>Importiert</p>' })
  await change('de:terms', { path: 'agb', body: '<p>Importiert</p>' })
  const { rows } = await sql<{
    key: string
  }>`select key from change_log where topic = 'content' order by key`.execute(shop.db)
  expect(rows.map(({ key }) => key)).toEqual(expect.arrayContaining(['page:de:agb', 'page:de:terms']))
})

it('a text without HTML is stored in paragraphs', async () => {
  await call('POST', 'content-pages', { ...terms, body: 'Unsere Bedingungen\n\n1. Preise' })
  expect((await read('de:terms')).row).toMatchObject({ body: '<p>Unsere Bedingungen</p>\n<p>1. Preise</p>' })
  await change('de:terms', { body: 'Neu' })
  expect((await read('de:terms')).row).toMatchObject({ body: '<p>Neu</p>' })
})
