import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SettingsAnswer } from '../../contract/admin/settings.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import { openSettings } from '../../domain/settings/settings-store.server.ts'
import { invoiceDocument } from '../../domain/invoices/invoice-document.ts'
import { shopAddress } from '../../domain/parcels/parcel-addresses.ts'
import { shippingMethod } from '../../domain/shipping/shipping-methods.ts'
import { applySettings, storeFile } from '../../domain/stores/apply-settings.ts'
import { settingsOf, type SettingsSection } from '../../domain/stores/store-settings.ts'
import { storeCodes, storePolicies } from '../../domain/stores/stores.ts'
import { plainMail } from '../../providers/mail/plain-mail.ts'
import { sendMail } from '../../providers/mail/send-mail.ts'
import { productDelivery } from '../../app/pages/catalogue/load-product.server.ts'
import { storeDetails } from '../../app/state/store-details.server.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { runAnode } from '../../test/anode-command.ts'
import { testServices } from '../../test/composition.ts'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff

beforeAll(async () => {
  shop = await orderShop()
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: paidOrders(shop).services.jobs,
    catalogue: shop.catalogue,
  })
  owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})
// By an actor: the deletion is no part of the history.
beforeEach(() =>
  audited(shop.db, testActor, async (trx) => void (await sql`delete from store_setting`.execute(trx))),
)
afterEach(() => storeCodes.forEach((code) => applySettings(code, {})))

async function settings(store = 'sv', person = owner): Promise<SettingsAnswer> {
  const { body } = await callAdmin(app, person, 'GET', `settings/${store}`)
  return body as SettingsAnswer
}
const change = (section: SettingsSection, value: object, version = 0, person = owner) =>
  callAdmin(app, person, 'PUT', 'settings/sv', { section, value, version })
/** What a node does when the change log names the settings. */
const refreshNode = () => openSettings(shop.db)

/** The shipping prices of the store with another price of one method. */
async function shippingWith(id: string, price: object) {
  const { shipping } = await settings()
  return { methods: shipping.value.methods.map((each) => (each.id === id ? { ...each, ...price } : each)) }
}

describe('settings of a store', () => {
  it('are what its file says until somebody changes them', async () => {
    const { orders, company, currency, methods, history } = await settings()
    expect(orders).toEqual({ version: 0, value: { minimum: 99 } })
    expect([company.value.name, currency, history]).toEqual(['Anode Sverige AB', 'SEK', []])
    expect(methods.map(({ id }) => id)).toContain('budbee-home')
  })

  it('with another free limit are what cart, product page and checkout say', async () => {
    const product = await shop.addProduct({ price: 300 })
    const before = await openCheckout(shop, [line(product)])
    expect(before.total).toBeGreaterThan(300)
    expect(await change('shipping', await shippingWith('budbee-home', { freeFrom: 250 }))).toMatchObject({
      status: 200,
      body: { version: 1 },
    })
    await refreshNode()
    expect((await openCheckout(shop, [line(product)])).total).toBe(300)
    const answer = await shop.call(
      'GET',
      `/api/shipping-methods?postalCode=11251&checkout=${before.id}`,
      undefined,
      'sv',
    )
    const offered = (answer.body as unknown as { id: string; price: number; free_from: number }[]).find(
      ({ id }) => id === 'budbee-home',
    )
    expect(offered).toMatchObject({ price: 0, free_from: 250 })
    expect(storeDetails('sv').delivery.find(({ id }) => id === 'budbee-home')?.freeFromMinor).toBe(250_00)
    const others = storeDetails('sv').delivery.flatMap(({ id }) => (id === 'budbee-home' ? [] : [id]))
    const shown = productDelivery('sv', {
      shipping: { weight_grams: 100, excluded_methods: others },
    } as never)
    expect(shown?.freeFromMinor).toBe(250_00)
  })

  it('with a method switched off offer it to nobody, and keep it for orders that were placed with it', async () => {
    const product = await shop.addProduct({ price: 300 })
    const placed = await openCheckout(shop, [line(product)])
    const path = `/api/checkout/${placed.id}`
    const offered = async () => {
      const url = `/api/shipping-methods?postalCode=11251&checkout=${placed.id}`
      const { body } = await shop.call('GET', url, undefined, 'sv')
      return (body as unknown as { id: string }[]).map(({ id }) => id)
    }
    expect(await offered()).toContain('budbee-home')
    const off = await shippingWith('budbee-home', { offered: false })
    expect((await change('shipping', off)).status).toBe(200)
    await refreshNode()
    expect(await offered()).not.toContain('budbee-home')
    const form = { ...goodForm, total: placed.total }
    const answer = await shop.call('POST', `${path}/complete`, form, 'sv')
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { shippingMethod: 'Välj ett leveranssätt.' } },
    })
    expect(shippingMethod('sv', 'budbee-home')).toMatchObject({ id: 'budbee-home' })
    const [entry] = (await settings()).history
    expect(entry).toMatchObject({ before: { 'budbee-home.isOffered': true }, section: 'shipping' })
    expect((await callAdmin(app, owner, 'POST', `audit/${entry!.id}/undo`)).status).toBe(200)
    await refreshNode()
    expect(await offered()).toContain('budbee-home')
    const none = { methods: off.methods.map((each) => ({ ...each, offered: false })) }
    expect((await change('shipping', none, 2)).body).toMatchObject({
      fields: { 'budbee-home': 'none_offered' },
    })
  })

  it('with another minimum order close the checkout below it', async () => {
    const product = await shop.addProduct({ price: 300 })
    const { id } = await openCheckout(shop, [line(product)])
    const minimum = async () => (await shop.call('GET', `/api/checkout/${id}`, undefined, 'sv')).body.minimum
    expect(await minimum()).toMatchObject({ reached: true, amount: 99 })
    await change('orders', { minimum: 400 })
    await refreshNode()
    expect(await minimum()).toMatchObject({ reached: false, amount: 400 })
  })

  it('name the sender of mails', async () => {
    const sent: { from: object }[] = []
    const mailer = {
      send: async (mail: { from: object }) => {
        sent.push(mail)
        return { messageId: '1' }
      },
    }
    const services = { ...testServices({ db: shop.db, clock: () => shop.now.at }), mailer }
    await change('mail', { name: 'Batteributiken', address: 'hej@batteributiken.se' })
    await refreshNode()
    const mail = { store: 'sv', kind: 'order', to: 'stina@example.se', subject: 's', text: 't', html: 'h' }
    await shop.db.transaction().execute((trx) => sendMail(trx, services as never, mail as never))
    expect(sent[0]?.from).toEqual({ name: 'Batteributiken', address: 'hej@batteributiken.se' })
  })

  it('with other statements put these on invoices and mails', async () => {
    const notes = ['Godkänd för F-skatt', 'Styrelsens säte: Malmö']
    expect((await change('legal', { notes: [...notes, ' '] })).status).toBe(200)
    await refreshNode()
    expect((await settings()).legal).toEqual({ version: 1, value: { notes } })
    const person = { type: 'private', companyName: '', firstName: 'Stina', lastName: 'Berg', vatNumber: null }
    const snapshot = { store: 'sv', currency: 'SEK', customer: person, address: {} }
    const invoice = { kind: 'invoice', number: 1, orderNumber: 'S1', snapshot, lines: [], corrects: [] }
    expect(invoiceDocument({ ...invoice, issuedAt: shop.now.at } as never).notes).toEqual(notes)
    expect(plainMail('sv', 'Hej', []).text).toContain('Styrelsens säte: Malmö')
  })

  it('give buyers other days to pay, and orders that were placed keep theirs', async () => {
    const wanted = { privateDays: 20, businessDays: 45, reminderDays: [5, 10, 30], onlyMethod: false }
    expect((await change('invoices', { ...wanted, privateDays: 5 })).body).toMatchObject({
      fields: { privateDays: 'private_term' },
    })
    expect((await change('invoices', wanted)).status).toBe(200)
    await refreshNode()
    const { invoices, history } = await settings()
    expect(invoices).toEqual({ version: 1, value: wanted })
    expect(history[0]).toMatchObject({
      before: { privateDays: 14, businessDays: 30, reminderDays: [7, 21] },
      after: { privateDays: 20, businessDays: 45, reminderDays: [5, 10, 30] },
      canUndo: true,
    })
    const { id } = await openCheckout(shop, [line(await shop.addProduct({ price: 300 }))])
    const { body } = await shop.call('GET', `/api/checkout/${id}`, undefined, 'sv')
    expect(body.invoice_days).toEqual({ private: 20, business: 45 })
    const person = { type: 'private', companyName: '', firstName: 'Stina', lastName: 'Berg', vatNumber: null }
    const snapshot = { store: 'sv', currency: 'SEK', customer: person, address: {} }
    const invoice = { kind: 'invoice', number: 1, orderNumber: 'S1', lines: [], corrects: [] }
    const dueOn = (promised: object) =>
      invoiceDocument({
        ...invoice,
        snapshot: { ...snapshot, ...promised },
        issuedAt: Date.parse('2026-11-01T12:00:00Z'),
      } as never).dueOn
    expect([dueOn({}), dueOn({ invoiceDays: 14 })]).toEqual(['2026-11-21', '2026-11-15'])
  })

  it('with another address send parcels from it', async () => {
    const { dispatch } = await settings()
    expect(dispatch.value).toMatchObject({ postalCode: '11251', countryCode: 'SE', voecNumber: '' })
    const malmo = { ...dispatch.value, street: 'Storgatan 1', postalCode: '211 34', city: 'Malmö' }
    expect((await change('dispatch', { ...malmo, countryCode: 'Sverige' })).body).toMatchObject({
      fields: { countryCode: 'country' },
    })
    expect((await change('dispatch', malmo)).status).toBe(200)
    await refreshNode()
    expect(shopAddress('sv', storePolicies.sv.dispatch)).toMatchObject({
      street: 'Storgatan 1',
      postalCode: '21134',
      city: 'Malmö',
    })
    const [entry] = (await settings()).history
    expect(entry).toMatchObject({ section: 'dispatch', before: { city: 'Stockholm' }, canUndo: true })
    expect((await callAdmin(app, owner, 'POST', `audit/${entry!.id}/undo`)).status).toBe(200)
    expect((await settings()).dispatch.value).toEqual(dispatch.value)
  })

  it('refuse a change of a version that is no longer stored, and show what is', async () => {
    expect((await change('orders', { minimum: 150 })).status).toBe(200)
    expect(await change('orders', { minimum: 200 })).toEqual({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        current: { version: 1, value: { minimum: 150 } },
        given: { minimum: 200 },
      },
    })
    expect((await change('orders', { minimum: 200 }, 1)).status).toBe(200)
    const answers = await Promise.all([1, 2, 3].map((more) => change('orders', { minimum: 300 + more }, 2)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  it('refuse values that cannot be, and name the field', async () => {
    const { company, history } = await settings()
    expect(await change('company', { ...company.value, vatNumber: 'SE1' })).toEqual({
      status: 422,
      body: { code: 'invalid_fields', fields: { vatNumber: 'vat_number' } },
    })
    expect((await change('orders', { minimum: -1 })).status).toBe(422)
    expect((await change('orders', { minimum: 99.5 })).body).toMatchObject({
      fields: { minimumMinor: 'whole_units' },
    })
    expect((await settings()).history).toEqual(history)
  })

  it('keep their history, from which a change is undone where no later one is in the way', async () => {
    const undo = async (version: number) => {
      const entry = (await settings()).history.filter(({ section }) => section === 'company')[version]!
      expect(entry.canUndo).toBe(true)
      return callAdmin(app, owner, 'POST', `audit/${entry.id}/undo`)
    }
    const { company } = await settings()
    await change('company', { ...company.value, city: 'Malmö' })
    await change('company', { ...company.value, city: 'Malmö', street: 'Storgatan 1' }, 1)
    const [latest, first] = (await settings()).history
    expect(latest).toMatchObject({
      actor: { kind: 'staff', name: expect.stringContaining('owner') },
      before: { street: 'Batterigatan 4' },
      after: { street: 'Storgatan 1' },
    })
    expect(first).toMatchObject({ before: { city: 'Stockholm' }, after: { city: 'Malmö' } })
    const early = await signedInStaff(shop.db, { role: 'owner', steppedUp: false, now: shop.now.at })
    expect(await callAdmin(app, early, 'POST', `audit/${first!.id}/undo`)).toMatchObject({
      status: 403,
      body: { code: 'step_up_required' },
    })
    expect((await undo(1)).status).toBe(200)
    expect((await settings()).company).toMatchObject({
      version: 3,
      value: { city: 'Stockholm', street: 'Storgatan 1' },
    })
    expect((await undo(2)).body).toMatchObject({ code: 'changed_since' })
  })

  it('are read and changed only with the permission, in its store', async () => {
    const now = shop.now.at
    const auditor = await signedInStaff(shop.db, { role: 'auditor', now })
    expect((await settings('sv', auditor)).history.some((entry) => entry.canUndo)).toBe(false)
    expect((await change('orders', { minimum: 1 }, 0, auditor)).body).toMatchObject({
      code: 'permission_missing',
    })
    const danish = await signedInStaff(shop.db, { role: 'owner', stores: ['da'], now })
    expect((await change('orders', { minimum: 1 }, 0, danish)).body).toMatchObject({
      code: 'store_not_permitted',
    })
    expect((await callAdmin(app, owner, 'GET', 'settings/xx')).status).toBe(404)
  })

  it('are audited when a statement changes them', async () => {
    await sql`insert into store_setting (store, section, value, version, changed_at)
      values ('no', 'orders', '{"minimumMinor": 100}', 1, now())`.execute(shop.db)
    const { rows } = await sql`select action from audit_entry where object_kind = 'settings' and store = 'no'
      and actor_kind = 'system'`.execute(shop.db)
    expect(rows).toEqual([{ action: 'settings.insert' }])
  })
})

describe('the checklist before opening', () => {
  it('says what is missing, until it is there', async () => {
    const missing = async () => (await settings()).checklist.flatMap(({ name, done }) => (done ? [] : [name]))
    expect(await missing()).toEqual([
      'identity',
      'storefront',
      'company',
      'bank',
      'legal',
      'dispatch',
      'mail_sender',
      'mail_server',
      'provider_keys',
      'carrier_keys',
      'https',
      'terms_page',
      'privacy_page',
      'contact_page',
      'shipping_page',
      'returns_page',
      'products',
      'statutory_data',
      'owner',
    ])
    const { company, bank, legal, dispatch, identity, storefront } = await settings()
    await change('identity', { ...identity.value, name: 'Batteributiken' })
    await change('storefront', { ...storefront.value, lines: [] })
    expect(await missing()).not.toContain('open')
    await change('opening', { isOpenToShoppers: false })
    expect(await missing()).toContain('open')
    await change('opening', { isOpenToShoppers: true }, 1)
    await change('company', { ...company.value, email: 'hej@batteributiken.se' })
    await change('bank', { accounts: [{ label: 'Plusgiro', value: '12 34 56-7' }, ...bank.value.accounts] })
    // The number of the fictitious company, and its account beside the new one, are still there.
    expect(await missing()).toEqual(expect.arrayContaining(['company', 'bank']))
    await change(
      'company',
      {
        ...company.value,
        name: 'Batteributiken AB',
        email: 'hej@batteributiken.se',
        register: 'Org.nr 556677-8899',
        vatNumber: 'SE556677889901',
      },
      1,
    )
    const bic = bank.value.accounts.find(({ label }: { label: string }) => label === 'BIC')
    await change('bank', { accounts: [{ label: 'Plusgiro', value: '12 34 56-7' }, bic] }, 1)
    await change('legal', { notes: legal.value.notes.slice(1) })
    await change('dispatch', { ...dispatch.value, street: 'Storgatan 1' })
    await sql`insert into content_page (store, path, title, body, published, preview_key)
      values ('sv', 'terms', 'Köpvillkor', '<p>…</p>', true, ''), ('sv', 'privacy', 'Utkast', '', false, '')`.execute(
      shop.db,
    )
    await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor)
      values (${await shop.addProduct()}, 'sv', 'normal', 1, 100)`.execute(shop.db)
    await sql`insert into staff_passkey (credential_id, staff_id, public_key, counter, transports, name, backed_up, created_at)
      values ('settings', ${owner.id}, '', 0, '{}', 'Key', false, now())`.execute(shop.db)
    expect(await missing()).toEqual([
      'mail_server',
      'provider_keys',
      'carrier_keys',
      'https',
      'privacy_page',
      'contact_page',
      'shipping_page',
      'returns_page',
      'statutory_data',
    ])
    const { invoices } = await settings()
    await change('invoices', { ...invoices.value, onlyMethod: true })
    expect(await missing()).not.toContain('provider_keys')
    expect((await settings()).history[0]).toMatchObject({
      before: { isOnlyMethod: false },
      after: { isOnlyMethod: true },
      actor: { id: String(owner.id) },
    })
    await change('invoices', { ...invoices.value, onlyMethod: false }, 1)
    expect(await missing()).toContain('provider_keys')
    await change('parcels', { shipsByHand: true })
    expect(await missing()).not.toContain('carrier_keys')
    await change('parcels', { shipsByHand: false }, 1)
    expect(await missing()).toContain('carrier_keys')
    await change('products', { requiresStatutoryData: true })
    expect(await missing()).not.toContain('statutory_data')
    await change('products', { requiresStatutoryData: false }, 1)
    expect(await missing()).not.toContain('statutory_data')
    // A module has changed the weights of its method since staff set the prices.
    const { isOffered, priceMinor, freeFromMinor } = settingsOf(storeFile('sv')).shipping['budbee-home']!
    const former = { 'budbee-home': { isOffered, priceMinor, freeFromMinor, heavierMinor: [100] } }
    await sql`insert into store_setting (store, section, value, version, changed_at)
      values ('sv', 'shipping', ${JSON.stringify(former)}, 1, now())`.execute(shop.db)
    expect(await missing()).toContain('shipping_methods')
  })
})

describe('the contact page of the German store', () => {
  it('is done once the imprint is published too', async () => {
    const publish = (path: string) =>
      sql`insert into content_page (store, path, title, body, published, preview_key)
        values ('de', ${path}, '', '<p>…</p>', true, '')`.execute(shop.db)
    const isDone = async () =>
      (await settings('de')).checklist.find(({ name }) => name === 'contact_page')?.done
    await publish('contact')
    expect(await isDone()).toBe(false)
    await publish('imprint')
    expect(await isDone()).toBe(true)
  })
})

it('is about returns once both the help page and the instruction on withdrawal are published', async () => {
  const publish = (path: string) =>
    sql`insert into content_page (store, path, title, body, published, preview_key)
      values ('da', ${path}, '', '<p>…</p>', true, '')`.execute(shop.db)
  const isDone = async (check: string) =>
    (await settings('da')).checklist.find(({ name }) => name === check)?.done
  await publish('withdrawal')
  expect(await isDone('returns_page')).toBe(false)
  await publish('returns-info')
  expect(await isDone('returns_page')).toBe(true)
  expect(await isDone('shipping_page')).toBe(false)
  await publish('shipping')
  expect(await isDone('shipping_page')).toBe(true)
})

describe('anode settings', () => {
  const anode = (...words: string[]) =>
    runAnode({ dataDir: '/nonexistent', databaseUrl: shop.url }, ['settings', ...words])

  it('shows and changes one setting, as the operator', async () => {
    expect((await anode('show', '--store', 'sv')).out).toMatch(/orders\.minimum +99/)
    await anode('set', 'shipping.methods.budbee-home.free_from', '899', '--store', 'sv', '--reason', 'autumn')
    expect(JSON.parse((await anode('show', '--store', 'sv', '--json')).out)).toMatchObject({
      shipping: { methods: expect.arrayContaining([expect.objectContaining({ freeFrom: 899 })]) },
    })
    expect((await settings()).history[0]).toMatchObject({ actor: { kind: 'cli' }, reason: 'autumn' })
    expect(await anode('set', 'orders.minimum', '0.5', '--store', 'sv')).toMatchObject({
      code: 1,
      err: expect.stringContaining('whole_units'),
    })
    expect((await anode('set', 'orders.maximum', '1', '--store', 'sv')).err).toContain('no setting')
  })

  it('prints the checklist, with exit code 1 while something is missing', async () => {
    const { code, out } = await anode('checklist', '--store', 'sv', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toContainEqual({ check: 'mail_server', done: false })
  })
})
