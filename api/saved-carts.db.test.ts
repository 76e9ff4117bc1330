import { afterAll, expect, it } from 'vitest'
import { addPerson } from '../domain/companies/company-people.server.ts'
import { createCompany } from '../domain/companies/edit-company.server.ts'
import { accountShop, bearer } from '../test/account-shop.ts'
import { testActor } from '../test/test-actor.ts'

const shop = await accountShop()
const { ask, post, someAccount, loggedIn } = shop
afterAll(() => shop.close())

async function customer() {
  const account = await someAccount({ firstName: 'Kim', lastName: 'Ek' })
  return { account, headers: bearer((await loggedIn(account.email)).access_token) }
}

it('a quick order names what is unknown, not sold here, sold out or short, whatever the case of the number', async () => {
  const { headers } = await customer()
  const ids = {
    fine: await shop.addProduct({ price: 49, available: 5 }),
    gone: await shop.addProduct({ available: 0 }),
    elsewhere: await shop.addProduct({ notIn: ['sv'] }),
  }
  const { rows: products } = await shop.db
    .selectFrom('product')
    .select(['id', 'sku'])
    .execute()
    .then((rows) => ({ rows: new Map(rows.map(({ id, sku }) => [Number(id), sku])) }))
  const sku = (id: number) => products.get(id) ?? ''
  const rows = [
    { sku: ` ${sku(ids.fine).toUpperCase()} `, quantity: 2 },
    { sku: 'FINNS-INTE', quantity: 1 },
    { sku: sku(ids.gone), quantity: 1 },
    { sku: sku(ids.elsewhere), quantity: 1 },
    { sku: sku(ids.fine), quantity: 9 },
  ]
  expect((await post('quick-order', { rows })).status).toBe(401)
  const { status, body } = await post('quick-order', { rows }, { headers })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.map((row: { status: string }) => row.status)).toEqual([
    'ok',
    'unknown',
    'out_of_stock',
    'not_sold',
    'limited',
  ])
  expect(body[0]).toMatchObject({ sku: sku(ids.fine), quantity: 2, price: 49 })
  expect(body[4]).toMatchObject({ quantity: 3 })
  const many = Array.from({ length: 501 }, () => rows[0])
  expect((await post('quick-order', { rows: many }, { headers })).status).toBe(422)
})

it('saved carts are seen by their owner, shared ones by the company, and by nobody else', async () => {
  const created = await createCompany({ db: shop.db, clock: () => shop.now.at }, testActor, {
    store: 'sv',
    form: { name: 'Verkstan AB', organisationNumber: '556016-0680' },
  })
  if (!created.ok) throw new Error(created.code)
  const [owner, colleague, stranger] = [await customer(), await customer(), await customer()]
  for (const { account } of [owner, colleague])
    await addPerson(shop.db, testActor, {
      company: created.company,
      accountId: account.id,
      membership: { role: 'buyer', approvalAboveMinor: null },
    })
  const id = await shop.addProduct({ name: 'Batteri' })
  const lines = [
    { sku: `SKU-${id}`, quantity: 3 },
    { sku: 'FINNS-INTE', quantity: 1 },
  ]
  const save = (name: string, shared: boolean, more = lines) =>
    post('saved-carts', { name, shared, lines: more }, { headers: owner.headers })
  expect((await post('saved-carts', { name: 'x', lines })).status).toBe(401)
  expect((await save('tom', false, lines.slice(1))).status).toBe(422)
  const own = await save('Varje månad', false)
  expect(own.status, JSON.stringify(own.body)).toBe(201)
  const shared = await save('Butiken', true)
  const list = async (headers: Record<string, string>) =>
    (await ask('saved-carts', { headers })).body as { name: string; own: boolean }[]
  expect(await list(owner.headers)).toMatchObject([
    { name: 'Butiken', shared: true, own: true },
    { name: 'Varje månad', shared: false, lines: [{ sku: `SKU-${id}`, name: 'Batteri', quantity: 3 }] },
  ])
  expect(await list(colleague.headers)).toMatchObject([{ name: 'Butiken', own: false, owner: 'Kim Ek' }])
  expect(await list(stranger.headers)).toEqual([])
  const path = `saved-carts/${shared.body.id}`
  const put = (headers: Record<string, string>) =>
    ask(path, { method: 'PUT', body: { name: 'Lagret', shared: false }, headers })
  expect((await put(colleague.headers)).status).toBe(404)
  expect((await ask(path, { method: 'DELETE', headers: colleague.headers })).status).toBe(404)
  expect((await put(owner.headers)).status).toBe(204)
  expect(await list(colleague.headers)).toEqual([])
  expect((await ask(path, { method: 'DELETE', headers: owner.headers })).status).toBe(204)
  expect((await list(owner.headers)).map(({ name }) => name)).toEqual(['Varje månad'])
})
