import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
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

const none = { nameSv: '', nameNo: '', nameDe: '', nameDa: '' }
const rest = {
  parent: '',
  position: 3,
  icon: '',
  showInMenu: true,
  slugSv: '',
  slugNo: '',
  slugDe: '',
  slugDa: '',
  descriptionSv: '',
  descriptionNo: '',
  descriptionDe: '',
  descriptionDa: '',
}
type Fields = Partial<Record<keyof typeof rest | keyof typeof none, unknown>>

const add = async (fields: Fields, person = owner) =>
  callAdmin(app, person, 'POST', 'categories', { ...none, ...rest, ...fields })
const added = async (fields: Fields) => ((await add(fields)).body as { key: string }).key
interface Page {
  row: Record<string, unknown>
  version: string
  timeline: { id: number; action: string }[]
}
const read = async (key: string) =>
  (await callAdmin(app, owner, 'GET', `categories/${encodeURIComponent(key)}`)).body as Page
const change = async (key: string, fields: Fields) => {
  const { row, version } = await read(key)
  const stored = Object.fromEntries(Object.keys({ ...none, ...rest }).map((name) => [name, row[name] ?? '']))
  return callAdmin(app, owner, 'PUT', `categories/${key}`, { values: { ...stored, ...fields }, version })
}
const remove = async (key: string) =>
  callAdmin(app, owner, 'DELETE', `categories/${key}?version=${(await read(key)).version}`)

it('adds a category with its names in the stores, and makes code and addresses from them', async () => {
  const key = await added({ nameSv: 'Löstagbara fästen', nameDe: 'Lösbare Halter', icon: 'gear' })
  expect(key).toBe('lostagbara-fasten')
  const { row, timeline } = await read(key)
  expect(row).toMatchObject({
    nameSv: 'Löstagbara fästen',
    slugSv: 'lostagbara-fasten',
    nameDe: 'Lösbare Halter',
    slugDe: 'loesbare-halter',
    nameNo: null,
    parent: null,
    position: 3,
    icon: 'gear',
    showInMenu: true,
    products: 0,
    path: 'lostagbara-fasten',
  })
  expect(timeline.map(({ action }) => action)).toEqual(['category.add'])
  expect(await added({ nameSv: 'Löstagbara fästen!', slugSv: 'andra-fasten' })).toBe('lostagbara-fasten-2')
})

it('counts a product with choices once', async () => {
  const key = await added({ nameSv: 'Färgade lampor' })
  const [parent, variant] = [await test.addProduct(), await test.addProduct()]
  await sql`update product set variant_of = ${parent} where id = ${variant}`.execute(test.db)
  await sql`insert into product_category (product_id, category_id)
    select p, id from category, unnest(${[parent, variant]}::int[]) p where code = ${key}`.execute(test.db)
  expect((await read(key)).row['products']).toBe(1)
})

it('moves a category with what is below it, and redirects the former addresses', async () => {
  const top = await added({ nameSv: 'Verkstad' })
  const middle = await added({ nameSv: 'Handverktyg', parent: top })
  const low = await added({ nameSv: 'Mejslar', parent: middle })
  expect((await read(low)).row['path']).toBe('verkstad/handverktyg/mejslar')
  expect((await change(middle, { parent: '', slugSv: 'verktyg' })).status).toBe(200)
  expect((await read(low)).row['path']).toBe('verktyg/mejslar')
  const former = await test.db
    .selectFrom('former_address')
    .select('slug')
    .where('kind', '=', 'category')
    .where('slug', '=', 'verkstad/handverktyg/mejslar')
    .execute()
  expect(former).toHaveLength(1)
  expect((await change(middle, { parent: low })).body).toEqual({ code: 'target_inside' })
  expect((await change(middle, { parent: middle })).body).toEqual({ code: 'target_inside' })
})

it('refuses what would leave a store without a name or an address, and changes nothing', async () => {
  expect((await add({})).body).toEqual({ code: 'no_name' })
  expect((await add({ nameSv: 'Ny', slugSv: 'Stora Bokstäver' })).body).toEqual({ code: 'bad_slug' })
  expect((await add({ nameSv: 'Ny', parent: 'gone' })).body).toEqual({ code: 'no_such_parent' })
  expect((await add({ nameSv: 'Ny', icon: 'rocket' })).status).toBe(422)
  expect((await add({ nameSv: 'Ny', position: -1 })).status).toBe(422)
  const key = await added({ nameSv: 'Lampor för tält', nameNo: 'Teltlamper' })
  expect((await add({ nameSv: 'Lampor för tält' })).body).toEqual({ code: 'address_taken' })
  expect((await change(key, { nameNo: '' })).body).toEqual({ code: 'name_kept' })
  expect((await read(key)).timeline).toHaveLength(1)
})

it('removes an empty category, and none that holds something', async () => {
  const top = await added({ nameSv: 'Tillfälligt' })
  const low = await added({ nameSv: 'Under', parent: top })
  expect((await remove(top)).body).toEqual({ code: 'not_empty', products: 0, children: 1 })
  expect((await remove(low)).status).toBe(200)
  expect((await remove(top)).status).toBe(200)
  expect((await callAdmin(app, owner, 'GET', `categories/${top}`)).status).toBe(404)
})

it('is for those who may edit products in every store, because all stores share the tree', async () => {
  const german = await signedInStaff(test.db, { role: 'catalogue', stores: ['de'] })
  expect((await add({ nameDe: 'Allein' }, german)).status).toBe(403)
  const service = await signedInStaff(test.db, { role: 'service' })
  expect((await add({ nameDe: 'Allein' }, service)).status).toBe(403)
})
