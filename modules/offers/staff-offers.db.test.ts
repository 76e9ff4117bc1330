import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountShop, bearer } from '../../test/account-shop.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'

const shop = await accountShop()
let app: FastifyInstance
let manager: TestStaff

beforeAll(async () => {
  app = await adminApp(testServices({ db: shop.db }), {
    jobs: { enqueue: async () => {} },
    catalogue: shop.catalogue,
  })
  manager = await signedInStaff(shop.db, { role: 'manager' })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const call = (method: 'GET' | 'POST', path: string, body?: object, person = manager) =>
  callAdmin(app, person, method, path, body)

async function soldProduct(): Promise<string> {
  const { sku } = await shop.db
    .selectFrom('product')
    .select('sku')
    .where('id', '=', await shop.addProduct({ price: 200 }))
    .executeTakeFirstOrThrow()
  return sku
}

const customer = async () => {
  const { email } = await shop.someAccount()
  const headers = bearer((await shop.loggedIn(email)).access_token)
  return { email, offers: async () => (await shop.ask('offers', { headers })).body as { price: number }[] }
}

const offer = { store: 'sv', price: 149.5, quantity: 3, email: null, segment: null, lastDay: null }

interface Row {
  row: { status: string; price: number; quantity: number; emails: string[] }
  timeline: { id: number; action: string; canUndo: boolean }[]
}
const rowOf = async (list: string, key: string) => (await call('GET', `${list}/${key}`)).body as Row

it('[ACCOUNT-03] staff offer a product to a customer, end the offer and put it back', async () => {
  const { email, offers } = await customer()
  const created = await call('POST', 'offers', { ...offer, sku: await soldProduct(), email })
  expect(created.status).toBe(200)
  const { key } = created.body as { key: string }
  // Rounded to whole kronor, as prices of the store are.
  expect((await rowOf('offers', key)).row).toMatchObject({ status: 'open', price: 150, quantity: 3 })
  expect(await offers()).toMatchObject([{ price: 150, quantity: 3 }])

  expect((await call('POST', `offers/${key}/end`)).status).toBe(200)
  expect(await offers()).toEqual([])
  expect((await call('POST', `offers/${key}/end`)).status).toBe(409)

  const { timeline } = await rowOf('offers', key)
  const ended = timeline.find(({ action }) => action === 'offer.remove')!
  expect(ended.canUndo).toBe(true)
  expect((await call('POST', `audit/${ended.id}/undo`)).status).toBe(200)
  expect(await offers()).toMatchObject([{ price: 150 }])

  // A colleague ends it again: the first end is not undone over that decision.
  expect((await call('POST', `offers/${key}/end`)).status).toBe(200)
  expect((await call('POST', `audit/${ended.id}/undo`)).body).toMatchObject({ code: 'changed_since' })
  expect(await offers()).toEqual([])
})

it('does not put back an offer whose price is nothing, nor one that an earlier release ended', async () => {
  const { email, offers } = await customer()
  const created = await call('POST', 'offers', { ...offer, sku: await soldProduct(), email })
  const { key } = created.body as { key: string }
  await call('POST', `offers/${key}/end`)
  await sql`update personal_offer set price_minor = 30 where id = ${Number(key)}`.execute(shop.db)
  const { id } = (await rowOf('offers', key)).timeline.find(({ action }) => action === 'offer.remove')!
  const refused = (reason: string) => ({ status: 409, body: { code: 'impossible', reason } })
  expect(await call('POST', `audit/${id}/undo`)).toMatchObject(refused('rounds_to_nothing'))
  await sql`alter table audit_entry disable trigger user`.execute(shop.db)
  await sql`update audit_entry set before = null, after = null where id = ${id}`.execute(shop.db)
  await sql`alter table audit_entry enable trigger user`.execute(shop.db)
  expect(await call('POST', `audit/${id}/undo`)).toMatchObject(refused('not_reversible'))
  expect(await offers()).toEqual([])
})

it('an offer for nobody, for an unknown customer, of an unknown product or for a past day is refused', async () => {
  const { email } = await customer()
  const sku = await soldProduct()
  const refusalOf = async (more: object) =>
    ((await call('POST', 'offers', { ...offer, sku, ...more })).body as { code: string }).code
  expect(await refusalOf({})).toBe('offer_for_nobody')
  expect(await refusalOf({ email, segment: 'workshops' })).toBe('offer_for_nobody')
  expect(await refusalOf({ segment: 'no-such-segment' })).toBe('unknown_segment')
  expect(await refusalOf({ email: 'ingen@exempel.se' })).toBe('unknown_customer')
  expect(await refusalOf({ email, sku: 'no-such-product' })).toBe('unknown_product')
  expect(await refusalOf({ email, lastDay: '2020-01-31' })).toBe('offer_day_over')
  expect(await refusalOf({ email, price: 0.2 })).toBe('rounds_to_nothing')
  expect((await call('POST', 'offers', { ...offer, sku, email, price: 1.234 })).status).toBe(422)
})

it('a segment is filled by addresses, gets offers, and its members are taken out again', async () => {
  const [anna, bo] = [await customer(), await customer()]
  const segment = { name: 'workshops', emails: [anna.email] }
  expect((await call('POST', 'segments', segment)).status).toBe(200)
  expect((await call('POST', 'segments', segment)).body).toMatchObject({ code: 'segment_exists' })
  expect((await call('POST', 'segments', { name: 'Två ord', emails: [bo.email] })).body).toMatchObject({
    code: 'segment_name',
  })
  await call('POST', 'offers', { ...offer, sku: await soldProduct(), segment: 'workshops' })
  expect(await anna.offers()).toHaveLength(1)
  expect(await bo.offers()).toEqual([])

  const wrong = [bo.email, 'ingen@exempel.se']
  expect((await call('POST', 'segments/workshops/add', { emails: wrong })).body).toMatchObject({
    code: 'unknown_member',
  })
  expect(await bo.offers()).toEqual([])
  expect((await call('POST', 'segments/workshops/add', { emails: [bo.email] })).status).toBe(200)
  expect(await bo.offers()).toHaveLength(1)
  expect((await call('POST', 'segments/workshops/remove', { emails: [anna.email] })).status).toBe(200)
  expect(await anna.offers()).toEqual([])

  const { row, timeline } = await rowOf('segments', 'workshops')
  expect(row).toMatchObject({ members: 1, emails: [bo.email] })
  expect((await call('POST', `audit/${timeline[0]!.id}/undo`)).status).toBe(200)
  expect(await anna.offers()).toHaveLength(1)
})

it('undoes of a segment what an entry changed, and never with an erased customer', async () => {
  const [anna, bo] = [await customer(), await customer()]
  await call('POST', 'segments', { name: 'garages', emails: [anna.email] })
  const emails = async () => (await rowOf('segments', 'garages')).row.emails
  const undoLast = async () =>
    call('POST', `audit/${(await rowOf('segments', 'garages')).timeline[0]!.id}/undo`)

  // Anna was a member before.
  await call('POST', 'segments/garages/add', { emails: [anna.email, bo.email] })
  expect((await undoLast()).status).toBe(200)
  expect(await emails()).toEqual([anna.email])
  // Bo was none.
  await call('POST', 'segments/garages/remove', { emails: [anna.email, bo.email] })
  expect((await undoLast()).status).toBe(200)
  expect(await emails()).toEqual([anna.email])

  await call('POST', 'segments/garages/remove', { emails: [anna.email] })
  await sql`update account set erased_at = now() where email = ${anna.email}`.execute(shop.db)
  expect((await undoLast()).body).toMatchObject({ reason: 'changed_meanwhile' })
  expect(await emails()).toEqual([])
})

it('prices for customers are given by those who may change prices', async () => {
  const service = await signedInStaff(shop.db, { role: 'service' })
  const { email } = await customer()
  const asked = { ...offer, sku: await soldProduct(), email }
  expect((await call('POST', 'offers', asked, service)).status).toBe(403)
  expect((await call('POST', 'segments', { name: 'mine', emails: [email] }, service)).status).toBe(403)
  expect((await call('GET', 'offers', undefined, service)).status).toBe(200)
})
