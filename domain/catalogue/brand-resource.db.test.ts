/** The list of brands: who answers for their goods (Regulation (EU) 2023/988, Articles 16 and 19). */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
  await sql`insert into brand (slug, name) values ('acme', 'Acme'), ('zebra', 'Zebra')`.execute(shop.db)
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

interface Brand {
  row: { slug: string; manufacturer: string | null; address: string | null; email: string | null }
  version: string
}
const read = async (slug: string) => (await callAdmin(app, owner, 'GET', `brands/${slug}`)).body as Brand
const change = async (slug: string, values: object, person = owner) => {
  const { row, version } = await read(slug)
  const { manufacturer, address, email } = { ...row, ...values }
  return callAdmin(app, person, 'PUT', `brands/${slug}`, {
    values: { manufacturer, address, email },
    version,
  })
}
const listed = async (query: string) => {
  const { body } = await callAdmin(app, owner, 'GET', `brands?${query}`)
  return (body as { rows: { slug: string }[] }).rows.map(({ slug }) => slug)
}
const stated = {
  manufacturer: 'Acme GmbH',
  address: 'Musterstr. 1, 10115 Berlin',
  email: 'safety@acme.example',
}

it('staff state who answers for the goods of a brand, find those that lack it, and take it back', async () => {
  expect(await listed('filter.stated=no&q=acme')).toEqual(['acme'])
  expect((await change('acme', stated)).status).toBe(200)
  expect((await read('acme')).row).toMatchObject(stated)
  expect(await listed('filter.stated=no&q=acme')).toEqual([])
  expect(await listed('filter.stated=yes&q=gmbh')).toEqual(['acme'])
  const { rows } = await sql`select action, object_id, after from audit_entry
    where action = 'brand.set_manufacturer'`.execute(shop.db)
  expect(rows).toEqual([
    {
      action: 'brand.set_manufacturer',
      object_id: 'acme',
      after: { name: stated.manufacturer, address: stated.address, email: stated.email },
    },
  ])
  expect((await change('acme', { manufacturer: null, address: null, email: null })).status).toBe(200)
  expect((await read('acme')).row.manufacturer).toBeNull()
})

it.each([
  { ...stated, email: null },
  { ...stated, address: null },
  { ...stated, email: 'no address' },
])('what is not complete is refused: %j', async (values) => {
  expect(await change('zebra', values)).toMatchObject({
    status: 409,
    body: { code: 'manufacturer_incomplete' },
  })
  expect((await read('zebra')).row.manufacturer).toBeNull()
})

it('only those who may edit products in all stores change it', async () => {
  const accountant = await signedInStaff(shop.db, { role: 'accountant' })
  expect((await change('zebra', stated, accountant)).status).toBe(403)
  const ofOneStore = await signedInStaff(shop.db, { role: 'catalogue', stores: ['sv'] })
  expect((await change('zebra', stated, ofOneStore)).status).toBe(403)
})
