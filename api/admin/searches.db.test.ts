import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addSearchMisses } from '../../domain/search/search-miss-repository.server.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'

let test: OrderShop
let app: FastifyInstance
let owner: TestStaff

const day = new Date().toISOString().slice(0, 10)
const miss = (store: 'sv' | 'de', query: string, searches: number) =>
  addSearchMisses(test.db, [{ store, query, day, searches }])

beforeAll(async () => {
  test = await orderShop()
  app = await adminApp(testServices({ db: test.db }), {
    jobs: { enqueue: async () => {} },
    catalogue: test.catalogue,
  })
  owner = await signedInStaff(test.db, { role: 'owner' })
  await miss('sv', 'solcell lampa', 2)
  await miss('sv', 'hörapparat', 5)
  await miss('de', 'solarlampe', 1)
})
afterAll(async () => {
  await app.close()
  await test.close()
})

interface Answer {
  rows: { id: number; query: string; store: string; searches: number; page: string }[]
}
const list = async (query = '', person = owner) =>
  ((await callAdmin(app, person, 'GET', `searches?${query}`)).body as Answer).rows
const queries = async (query?: string, person?: TestStaff) =>
  (await list(query, person)).map((row) => `${row.query} ${row.searches}`)
const act = (id: number, action: 'close' | 'reopen', person = owner) =>
  callAdmin(app, person, 'POST', `searches/${id}/${action}`, {})

it('lists the most frequent first, with the shop’s own search, within the stores of the person', async () => {
  expect(await queries()).toEqual(['hörapparat 5', 'solcell lampa 2', 'solarlampe 1'])
  expect((await list())[2]!.page).toMatch(/\/de\/.*\?query=solarlampe$/)
  const german = await signedInStaff(test.db, { role: 'catalogue', stores: ['de'] })
  expect(await queries('', german)).toEqual(['solarlampe 1'])
  expect(await queries('q=Lampa')).toEqual(['solcell lampa 2'])
})

it('hides a query that is dealt with until it finds nothing again, and undoes that from the audit', async () => {
  const [top] = await list()
  const open = () => queries('filter.open=yes&filter.store=sv')
  expect((await act(top!.id, 'close')).status).toBe(200)
  expect(await open()).toEqual(['solcell lampa 2'])
  await miss('sv', 'hörapparat', 1)
  expect(await open()).toEqual(['hörapparat 6', 'solcell lampa 2'])
  await act(top!.id, 'close')
  await act(top!.id, 'reopen')
  const { rows } = (await callAdmin(app, owner, 'GET', `audit?filter.object=search_miss:${top!.id}`))
    .body as { rows: { id: number; action: string; canUndo: boolean }[] }
  expect(rows.map(({ action }) => action)).toEqual([
    'search_miss.reopen',
    'search_miss.close',
    'search_miss.close',
  ])
  await act(top!.id, 'close')
  const latest = await sql<{ id: number }>`select max(id) as id from audit_entry
    where action = 'search_miss.close'`.execute(test.db)
  expect((await callAdmin(app, owner, 'POST', `audit/${latest.rows[0]!.id}/undo`)).status).toBe(200)
  expect(await open()).toEqual(['hörapparat 6', 'solcell lampa 2'])
})

it('is for those who may edit products, in the store of the query', async () => {
  const [top] = await list()
  const german = await signedInStaff(test.db, { role: 'catalogue', stores: ['de'] })
  const service = await signedInStaff(test.db, { role: 'service' })
  expect((await act(top!.id, 'close', german)).status).toBe(403)
  expect((await act(top!.id, 'close', service)).status).toBe(403)
  expect((await act(999_999, 'close')).status).toBe(404)
})
