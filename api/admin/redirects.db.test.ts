import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

const create = (path: string, target: string, { person = owner, store = 'sv' } = {}) =>
  callAdmin(app, person, 'POST', 'redirects', { store, path, target })
const read = async (key: string) =>
  (await callAdmin(app, owner, 'GET', `redirects/${key}`)).body as {
    row: Record<string, unknown>
    version: string
    timeline: { action: string }[]
  }
const change = async (key: string, values: object) =>
  callAdmin(app, owner, 'PUT', `redirects/${key}`, { values, version: (await read(key)).version })

it('staff add, change and remove a redirect', async () => {
  const { key } = (await create('/Pages/Om-oss', '/sv/about')).body as { key: string }
  expect((await read(key)).row).toMatchObject({ path: '/pages/om-oss', target: '/sv/about', store: 'sv' })
  expect((await create('/pages/om-oss/', '/sv')).body).toEqual({ code: 'already_there' })
  expect((await change(key, { path: '/om-oss', target: '/sv/about?x=1' })).status).toBe(200)
  const { row, timeline, version } = await read(key)
  expect(row).toMatchObject({ path: '/om-oss', target: '/sv/about?x=1' })
  expect(timeline.map(({ action }) => action)).toEqual(['redirect.change', 'redirect.add'])
  await create('/taken', '/sv')
  expect((await change(key, { path: '/taken', target: '/sv' })).body).toEqual({ code: 'already_there' })
  expect((await callAdmin(app, owner, 'DELETE', `redirects/${key}?version=${version}`)).status).toBe(200)
  expect((await callAdmin(app, owner, 'GET', `redirects/${key}`)).status).toBe(404)
})

it('the target may be the full address of a page', async () => {
  const { key } = (await create('/kontakt-oss', 'http://shop.example/sv/about?x=1')).body as { key: string }
  expect((await read(key)).row).toMatchObject({ target: '/sv/about?x=1' })
})

it('a redirect to another host, to nothing or to itself is refused', async () => {
  expect((await create('/x', 'https://evil.example')).body).toEqual({ code: 'other_host' })
  expect((await create('/x', 'http://shop.example.evil.example/sv')).body).toEqual({ code: 'other_host' })
  expect((await create('/x', 'about')).body).toEqual({ code: 'bad_target' })
  expect((await create('about', '/sv')).body).toEqual({ code: 'bad_path' })
  expect((await create('/x', '/x/')).body).toEqual({ code: 'redirect_loop' })
  expect((await create('/no/x', '/sv')).body).toEqual({ code: 'bad_path' })
  expect((await create('/no/x', '/sv/y', { store: 'no' })).status).toBe(200)
  expect((await create('/sv/y', '/no/x')).body).toEqual({ code: 'redirect_loop' })
})

it('a change by which an address that leads to a page would lead nowhere is refused', async () => {
  const { key } = (await create('/collections/lamps', '/sv/about')).body as { key: string }
  const to = async (target: string) => (await change(key, { path: '/collections/lamps', target })).body
  expect(await to('/collections/gone')).toEqual({ code: 'dead_target' })
  expect((await read(key)).row).toMatchObject({ target: '/sv/about' })
  expect((await create('/collections/all', '/sv')).status).toBe(200)
  expect(await to('/collections/all')).not.toHaveProperty('code')
  expect((await read(key)).row).toMatchObject({ target: '/collections/all' })
})

it('only those who may edit products write redirects', async () => {
  const accountant = await signedInStaff(test.db, { role: 'accountant' })
  expect((await create('/y', '/sv', { person: accountant })).status).toBe(403)
})
