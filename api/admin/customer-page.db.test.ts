import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import type { customerPage } from '../../contract/admin/customers.ts'
import { createAccount } from '../../domain/accounts/account-repository.server.ts'
import { openCompany } from '../../domain/companies/open-company.server.ts'
import { changeMailPreferences } from '../../domain/notifications/mail-preferences.server.ts'
import { isOptIn, mailTopics } from '../../domain/mail/mail-kind.ts'
import { eraseCustomer } from '../../domain/personal-data/erase-customer.server.ts'
import { creditLost } from '../../domain/gift-cards/store-credit.server.ts'
import { checkBooks } from '../../domain/books/check-books.server.ts'
import { productEditor } from '../../catalogue-import/edit-product.server.ts'
import { undoChange } from '../../domain/undo/undo-change.server.ts'
import { reversals } from '../../server/reversals.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { adminApp, callAdmin, signedInStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testKeys } from '../../test/keyring.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'

let shop: OrderShop
let app: FastifyInstance
let orders: ReturnType<typeof paidOrders>

beforeAll(async () => {
  shop = await orderShop()
  orders = paidOrders(shop)
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: orders.services.jobs,
    catalogue: shop.catalogue,
  })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

it('is exported and erased by staff who may do so in every store in which the customer has bought', async () => {
  const email = 'tysk@example.se'
  const { id } = (await createAccount(shop.db, testActor, { store: 'sv', email, passwordHash: null }))!
  const swedish = await signedInStaff(shop.db, { role: 'owner', stores: ['sv'], now: shop.now.at })
  const ask = (action: 'export' | 'erase') => callAdmin(app, swedish, 'POST', `customers/${id}/${action}`)
  expect((await ask('export')).status).toBe(200)
  const order = await orders.order([line(await shop.addProduct({ available: 5 }))], { store: 'de' })
  await sql`update orders set account_id = ${id} where number = ${order.number}`.execute(shop.db)
  for (const action of ['export', 'erase'] as const)
    expect(await ask(action)).toMatchObject({
      status: 403,
      body: { code: 'store_not_permitted', store: 'de' },
    })
})

it('is listed with the filters, sorts and columns that addresses and saved views have', async () => {
  const added = []
  for (const [name, store, type] of [
    ['Listed Nio', 'sv', 'private'],
    ['Listed Tio', 'no', 'business'],
    ['Listed Elva', 'sv', 'business'],
  ] as const) {
    const email = `${name.replace(' ', '.').toLowerCase()}@example.se`
    const { id } = (await createAccount(shop.db, testActor, { store, email, passwordHash: null }))!
    const [first, last] = name.split(' ')
    await sql`update account set first_name = ${first}, last_name = ${last}, type = ${type},
      number = ${`C${added.length + 9}`}, created_at = ${`2026-0${added.length + 1}-15T12:00Z`}
      where id = ${id}`.execute(shop.db)
    added.push(id)
  }
  const service = await signedInStaff(shop.db, { role: 'service', stores: ['sv', 'no'], now: shop.now.at })
  const numbers = async (query: string, person = service) => {
    const { body } = await callAdmin(app, person, 'GET', `customers?q=listed&${query}`)
    return (body as { rows: { number: string }[] }).rows.map(({ number }) => number)
  }
  // In the order in which they were given, not letter by letter.
  expect(await numbers('sort=number')).toEqual(['C9', 'C10', 'C11'])
  expect(await numbers('')).toEqual(['C11', 'C10', 'C9'])
  expect(await numbers('filter.type=business&filter.store=sv')).toEqual(['C11'])
  expect(await numbers('sort=created&filter.created=2026-02-01..2026-03-31')).toEqual(['C10', 'C11'])
  const swedish = await signedInStaff(shop.db, { role: 'service', stores: ['sv'], now: shop.now.at })
  expect(await numbers('sort=number', swedish)).toEqual(['C9', 'C11'])
  await sql`update account set erased_at = now() where id = ${added[0]}`.execute(shop.db)
  expect(await numbers('sort=number')).toEqual(['C10', 'C11'])

  const query = 'q=listed&filter.type=business&sort=-number&columns=number,company,created_at,last_order_at'
  const view = await callAdmin(app, service, 'POST', 'views', { table: 'customers', name: 'Företag', query })
  expect(view.status).toBe(200)
  expect((await callAdmin(app, service, 'GET', 'views?table=customers')).body).toMatchObject({
    views: [{ name: 'Företag', count: 2 }],
  })
  const owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
  const exportFor = ({ headers }: typeof owner) =>
    app.inject({ url: `/admin/api/customers.csv?${query}`, headers })
  expect((await exportFor(owner)).body.split('\r\n')).toEqual([
    '\uFEFFnumber;company;createdAt;lastOrderAt',
    'C11;;2026-03-15T12:00:00.000Z;',
    'C10;;2026-02-15T12:00:00.000Z;',
    '',
  ])
  expect((await exportFor(service)).statusCode).toBe(403)
})

it('shows the consents of a customer, within what the reader may see', async () => {
  const email = 'stina@example.se'
  const customer = (await createAccount(shop.db, testActor, { store: 'sv', email, passwordHash: null }))!
  const at = new Date(shop.now.at)
  const other = mailTopics.findLast((topic) => !isOptIn(topic))!
  const topics: string[] = ['stock', other]
  const wanted = { stock: false }
  const preferences = { db: shop.db, keys: testKeys, clock: () => shop.now.at }
  await changeMailPreferences(preferences, testActor, { store: 'sv', email }, wanted)

  const pageFor = async (stores: ('sv' | 'no')[]) => {
    const reader = await signedInStaff(shop.db, { role: 'service', stores, now: shop.now.at })
    const answer = await callAdmin(app, reader, 'GET', `customers/${customer.id}`)
    return { status: answer.status, body: answer.body as z.infer<typeof customerPage> }
  }
  const { body } = await pageFor(['sv'])
  expect(body.consents.filter(({ topic }) => topics.includes(topic))).toEqual([
    { topic: 'stock', isWanted: false, since: at.toISOString() },
    { topic: other, isWanted: true, since: null },
  ])
  expect((await pageFor(['sv', 'no'])).status).toBe(200)
  expect((await pageFor(['no'])).status).toBe(403)
})

it('lets service staff correct a profile, with the values before and after on the page and not in the audit', async () => {
  const email = 'karin@example.se'
  const before = {
    firstName: 'Karin',
    lastName: 'Ek',
    phone: '',
    street: 'Gatan 1',
    postalCode: '11122',
    city: 'Stad',
  }
  const account = { store: 'sv' as const, email, passwordHash: null, ...before }
  const { id } = (await createAccount(shop.db, testActor, account))!
  const service = await signedInStaff(shop.db, { role: 'service', stores: ['sv'], now: shop.now.at })
  const seen = {
    firstName: 'Karin',
    lastName: 'Ek',
    company: '',
    phone: '',
    street: 'Gatan 1',
    postalCode: '11122',
    city: 'Stad',
  }
  const edit = (profile: object, expected: object = seen, person = service) =>
    callAdmin(app, person, 'PUT', `customers/${id}`, { profile: { ...seen, ...profile }, expected })
  const page = async () => {
    const { body } = await callAdmin(app, service, 'GET', `customers/${id}`)
    return body as z.infer<typeof customerPage>
  }
  expect(await edit({ phone: '12', postalCode: '1' })).toMatchObject({
    status: 422,
    body: { code: 'invalid_fields', fields: { phone: 'phone', postalCode: 'postal_code' } },
  })
  expect((await edit({})).body).toMatchObject({ code: 'nothing_changed' })
  expect((await edit({ phone: '070-174 06 05', city: 'Lund' })).status).toBe(200)
  // Somebody who saw the former city changes it too, and another field beside it.
  expect(await edit({ city: 'Malmö' })).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', current: { city: 'Lund', phone: '070-174 06 05' } },
  })
  expect((await edit({ street: 'Gatan 2' })).status).toBe(200)
  const { profile, timeline } = await page()
  expect(profile).toEqual({ ...seen, street: 'Gatan 2', city: 'Lund', phone: '070-174 06 05' })
  expect(timeline.slice(0, 2)).toMatchObject([
    { action: 'account.edit', before: { street: 'Gatan 1' }, after: { street: 'Gatan 2' } },
    { before: { phone: '', city: 'Stad' }, after: { phone: '070-174 06 05', city: 'Lund' } },
  ])
  const { rows } = await sql<{ after: object }>`select after from audit_entry
    where object_kind = 'account' and object_id = ${String(id)} and action = 'account.edit'
    order by id desc limit 1`.execute(shop.db)
  expect(rows).toEqual([{ after: { changed: ['street'], change: expect.any(Number) } }])
  const danish = await signedInStaff(shop.db, { role: 'service', stores: ['da'], now: shop.now.at })
  expect((await edit({ city: 'Ystad' }, seen, danish)).status).toBe(403)
})

it('lets service staff correct the address book, with whole addresses in the history and none in the audit', async () => {
  const account = { store: 'sv' as const, email: 'bok@example.se', passwordHash: null }
  const { id } = (await createAccount(shop.db, testActor, account))!
  const service = await signedInStaff(shop.db, { role: 'service', stores: ['sv'], now: shop.now.at })
  const home = {
    kind: 'delivery',
    isDefault: true,
    firstName: 'Bo',
    lastName: 'Ek',
    company: '',
    street: 'Hamngatan 9',
    postalCode: '111 47',
    city: 'Stockholm',
  }
  const change = (method: 'POST' | 'PUT' | 'DELETE', body: object, person = service) =>
    callAdmin(app, person, method, `customers/${id}/addresses`, { store: 'sv', ...body })
  const page = async () => {
    const { body } = await callAdmin(app, service, 'GET', `customers/${id}`)
    return body as z.infer<typeof customerPage>
  }
  expect(await change('POST', { address: { ...home, postalCode: '1', city: '' } })).toMatchObject({
    status: 422,
    body: { fields: { postalCode: 'postal_code', city: 'required' } },
  })
  expect((await change('POST', { address: home })).status).toBe(200)
  expect((await change('POST', { address: { ...home, street: 'Kajen 2' } })).status).toBe(200)
  const [kajen, hamngatan] = (await page()).addresses
  expect([kajen, hamngatan]).toMatchObject([
    { store: 'sv', street: 'Kajen 2', isDefault: true },
    { street: 'Hamngatan 9', isDefault: false, postalCode: '11147' },
  ])
  const { store: _, ...seen } = hamngatan!
  const wanted = { ...home, city: 'Solna' }
  expect((await change('PUT', { address: wanted, expected: seen })).status).toBe(200)
  // Somebody who saw the former city.
  expect(await change('PUT', { address: { ...home, city: 'Lund' }, expected: seen })).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', current: { city: 'Solna', isDefault: true } },
  })
  expect((await change('DELETE', { expected: seen })).status).toBe(409)
  const stored = { ...seen, city: 'Solna', isDefault: true }
  expect(await change('PUT', { address: wanted, expected: stored })).toMatchObject({
    body: { code: 'nothing_changed' },
  })
  expect((await change('DELETE', { expected: stored })).status).toBe(200)
  const { addresses, timeline } = await page()
  expect(addresses).toMatchObject([{ street: 'Kajen 2' }])
  expect(timeline.slice(0, 2)).toMatchObject([
    { action: 'account.remove_address', before: { deliveryAddress: { city: 'Solna' } }, after: {} },
    {
      action: 'account.edit_address',
      before: { deliveryAddress: { street: 'Hamngatan 9', city: 'Stockholm' } },
      after: { deliveryAddress: { street: 'Hamngatan 9', city: 'Solna' } },
    },
  ])
  const { rows } = await sql<{ after: object }>`select after from audit_entry
    where object_kind = 'account' and object_id = ${String(id)} and action = 'account.edit_address'`.execute(
    shop.db,
  )
  expect(rows).toEqual([{ after: { changed: ['city', 'isDefault'], change: expect.any(Number) } }])
  // The account's store and that of the address.
  const danish = await signedInStaff(shop.db, { role: 'service', stores: ['da'], now: shop.now.at })
  expect((await change('POST', { address: home }, danish)).status).toBe(403)
  expect((await change('POST', { store: 'da', address: home })).status).toBe(403)
  const erased = await eraseCustomer(shop.db, testActor, {
    keys: testKeys,
    accountId: id,
    now: new Date(shop.now.at),
  })
  expect(erased).toEqual({ ok: true })
  const kept = await sql`select 1 from account_change where account_id = ${id}`.execute(shop.db)
  expect(kept.rows).toEqual([])
})

it('lets service staff correct the facts of a company, its organisation number too', async () => {
  const services = { db: shop.db, clock: () => shop.now.at }
  const account = { store: 'sv' as const, email: 'chef@example.se', passwordHash: null }
  const { id } = (await createAccount(shop.db, testActor, account))!
  const open = async (accountId: number, organisationNumber: string) =>
    openCompany(services, testActor, {
      store: 'sv',
      accountId,
      form: { name: 'Verkstan AB', organisationNumber, street: 'Gatan 1', postalCode: '11122', city: 'Stad' },
    })
  expect(await open(id, '556016-0680')).toMatchObject({ ok: true })
  const other = (await createAccount(shop.db, testActor, { ...account, email: 'annan@example.se' }))!
  expect(await open(other.id, '556703-7485')).toMatchObject({ ok: true })
  const service = await signedInStaff(shop.db, { role: 'service', stores: ['sv'], now: shop.now.at })
  const page = async () => {
    const { body } = await callAdmin(app, service, 'GET', `customers/${id}`)
    return body as z.infer<typeof customerPage>
  }
  const { facts: seen } = (await page()).companies[0]!
  expect(seen).toMatchObject({ name: 'Verkstan AB', organisationNumber: '5560160680', vatNumber: '' })
  const edit = (facts: object, expected: object = seen) =>
    callAdmin(app, service, 'PUT', `customers/${id}/companies/sv`, { facts: { ...seen, ...facts }, expected })
  expect(await edit({ organisationNumber: '556016-0681', vatNumber: '12' })).toMatchObject({
    status: 422,
    body: { fields: { organisationNumber: 'identity_number', vatNumber: 'vat_number' } },
  })
  const verify = (of: number) => callAdmin(app, service, 'POST', `customers/${of}/companies/sv/verify`)
  expect((await page()).companies[0]).toMatchObject({ verified: false })
  const askAt = (email: string) =>
    callAdmin(app, service, 'POST', `customers/${id}/companies/sv/ask`, { email })
  for (const [email, problem] of [
    ['nej', 'email'],
    ['chef@example.se', 'address_of_person'],
  ] as const)
    expect(await askAt(email)).toMatchObject({ status: 422, body: { fields: { email: problem } } })
  expect((await askAt('post@verkstan.example')).status).toBe(200)
  for (const [of, status] of [
    [id, 200],
    [other.id, 200],
    [id, 409],
  ] as const)
    expect((await verify(of)).status).toBe(status)
  expect((await askAt('post@verkstan.example')).body).toMatchObject({ code: 'already_done' })
  expect((await page()).companies[0]).toMatchObject({ verified: true })
  expect((await edit({ organisationNumber: '556703-7485' })).body).toMatchObject({ code: 'company_exists' })
  expect((await edit({})).body).toMatchObject({ code: 'nothing_changed' })
  expect((await edit({ name: 'Verkstan Norr AB', vatNumber: 'SE556016068001' })).status).toBe(200)
  expect(await edit({ name: 'Verkstan Syd AB' })).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', current: { name: 'Verkstan Norr AB' } },
  })
  const { companies, timeline } = await page()
  expect(companies).toMatchObject([
    { store: 'sv', role: 'admin', facts: { name: 'Verkstan Norr AB', vatNumber: 'SE556016068001' } },
  ])
  expect(timeline[0]).toMatchObject({
    action: 'company.edit',
    before: { name: 'Verkstan AB', vatNumber: null },
    after: { name: 'Verkstan Norr AB', vatNumber: 'SE556016068001' },
  })
  const { rows } = await sql<{ after: object }>`select after from audit_entry
    where action = 'company.edit'`.execute(shop.db)
  expect(rows).toEqual([{ after: { changed: ['name', 'vatNumber'], change: expect.any(Number) } }])
})

it('store credit is shown to readers of orders, given and taken by those who refund, and undone', async () => {
  const email = 'kredit@example.se'
  const { id } = (await createAccount(shop.db, testActor, { store: 'sv', email, passwordHash: null }))!
  const { now } = shop
  const owner = await signedInStaff(shop.db, { role: 'owner', now: now.at })
  const pageFor = async (person: typeof owner) =>
    (await callAdmin(app, person, 'GET', `customers/${id}`)).body as z.infer<typeof customerPage>
  const change = (body: object, { person = owner, store = 'sv' } = {}) =>
    callAdmin(app, person, 'POST', `customers/${id}/store-credit/${store}`, {
      change: 'give',
      amount: 100,
      reason: 'Late parcel',
      idempotencyKey: 'credit-one',
      ...body,
    })
  expect((await pageFor(owner)).storeCredit).toEqual([])

  // As imports of gift cards: the permission to refund, in that store, and a confirmation.
  const reader = await signedInStaff(shop.db, { role: 'auditor', now: now.at })
  expect(await change({}, { person: reader })).toMatchObject({
    status: 403,
    body: { code: 'permission_missing' },
  })
  const unconfirmed = await signedInStaff(shop.db, { role: 'owner', now: now.at, steppedUp: false })
  expect(await change({}, { person: unconfirmed })).toMatchObject({
    status: 403,
    body: { code: 'step_up_required' },
  })
  const swedish = await signedInStaff(shop.db, {
    role: 'owner',
    stores: ['sv'],
    now: now.at,
  })
  expect(await change({}, { person: swedish, store: 'de' })).toMatchObject({
    status: 403,
    body: { code: 'store_not_permitted' },
  })
  expect(await change({ reason: '  ' })).toMatchObject({ status: 422 })
  expect(await change({ amount: -5 })).toMatchObject({ status: 422 })

  expect(await change({})).toMatchObject({
    status: 200,
    body: { balance: 100, currency: 'SEK', repeated: false },
  })
  expect(await change({})).toMatchObject({ body: { balance: 100, repeated: true } })
  expect(await change({ amount: 30.5, idempotencyKey: 'credit-two' })).toMatchObject({
    body: { balance: 130.5 },
  })
  expect(await change({ change: 'take', amount: 200, idempotencyKey: 'credit-three' })).toMatchObject({
    status: 409,
    body: { code: 'credit_short', balance: 130.5 },
  })
  expect(await change({ change: 'take', amount: 50, idempotencyKey: 'credit-three' })).toMatchObject({
    body: { balance: 80.5 },
  })
  expect(await change({ amount: 1_000_000, idempotencyKey: 'credit-four' })).toMatchObject({
    status: 422,
    body: { code: 'credit_too_large' },
  })
  expect(await change({ amount: 5 }, { store: 'de' })).toMatchObject({
    body: { balance: 5, currency: 'EUR' },
  })

  const page = await pageFor(owner)
  expect(page.storeCredit).toMatchObject([
    {
      store: 'sv',
      balance: 80.5,
      currency: 'SEK',
      movements: [
        { kind: 'withdrawn', amount: -50, order: null },
        { kind: 'issued', amount: 30.5 },
        { kind: 'issued', amount: 100 },
      ],
    },
    { store: 'de', balance: 5, currency: 'EUR' },
  ])
  expect(page.timeline.find(({ action }) => action === 'account.change_credit')).toMatchObject({
    reason: 'Late parcel',
  })
  const ofSweden = await signedInStaff(shop.db, { role: 'auditor', stores: ['sv'], now: now.at })
  expect((await pageFor(ofSweden)).storeCredit.map(({ store }) => store)).toEqual(['sv'])

  // Changes add up, so that an earlier one is undone beside the later ones, and once.
  const { rows } = await sql<{ id: string }>`select id from audit_entry
    where action = 'account.change_credit' and object_id = ${String(id)} order by id limit 1`.execute(shop.db)
  const services = { db: shop.db, products: productEditor, reversals, clock: () => now.at }
  const undo = () => undoChange(services, testActor, Number(rows[0]!.id))
  expect(await undo()).toEqual({ ok: false, code: 'impossible', reason: 'credit_short' })
  expect(await change({ amount: 60, idempotencyKey: 'credit-five' })).toMatchObject({
    body: { balance: 140.5 },
  })
  expect(await undo()).toEqual({ ok: true })
  expect(await undo()).toMatchObject({ ok: false, code: 'changed_since' })
  expect(await creditLost(shop.db, id)).toMatchObject([
    { store: 'sv', balanceMinor: 4050 },
    { store: 'de', balanceMinor: 500 },
  ])
  const books = await checkBooks(shop.db, { stores: storeCodes, atProviders: null })
  expect(books.differences.filter(({ check }) => check === 'gift-cards')).toEqual([])

  expect((await callAdmin(app, owner, 'POST', `customers/${id}/erase`)).status).toBe(200)
  expect(await creditLost(shop.db, id)).toEqual([])
  expect(await change({ idempotencyKey: 'credit-six' })).toMatchObject({ status: 404 })
})
