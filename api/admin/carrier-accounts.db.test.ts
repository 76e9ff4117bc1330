/** The keys of a store's accounts at carriers, and which account the parcels and service points of a store come from. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SettingsAnswer } from '../../contract/admin/settings.ts'
import { openingChecklist } from '../../domain/settings/opening-checklist.server.ts'
import type { ParcelAddress, ParcelRequest } from '../../domain/shipping/parcel-booking.ts'
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { readCarrierAccounts } from '../../server/carrier-settings.ts'
import { readPaymentAccounts } from '../../server/payment-settings.ts'
import { accountShop, type AccountShop } from '../../test/admin/account-shop.ts'
import { callAdmin } from '../../test/admin/admin-shop.ts'
import { runAnode } from '../../test/anode-command.ts'
import { testServices } from '../../test/composition.ts'

const publicUrl = 'http://shop.example'
const keys = { api_key: 'neverInAnAnswer1234', application_id: '1438', customer: '2000000001' }

/** The variables: a key that the stores share, with Norway's customer number. */
const carriers = readCarrierAccounts(
  {
    POSTNORD_API_KEY: 'of-the-environment',
    POSTNORD_APPLICATION_ID: '99',
    POSTNORD_CUSTOMER_NO: '30000001',
  },
  { simulatorUrl: null, publicUrl },
)

let test: AccountShop
let shop: AccountShop['shop']
let app: AccountShop['app']
let services: AccountShop['services']
let owner: AccountShop['owner']
let logged: AccountShop['logged']

beforeAll(async () => {
  test = await accountShop({ carriers })
  ;({ shop, app, services, owner, logged } = test)
})
afterAll(() => test.close())
beforeEach(() => test.forgetKeys())
afterEach(() => vi.unstubAllGlobals())

/** When the keys were set that the page shows. */
async function seen(store: string, provider: string) {
  const { body } = await callAdmin(app, owner, 'GET', `settings/${store}`)
  const accounts = (body as SettingsAnswer).carrierAccounts
  return accounts.find((each) => each.provider === provider)?.setAt ?? null
}
const set = async (keys: object, { store = 'sv', provider = 'postnord' } = {}) => {
  const body = { keys, expected: await seen(store, provider) }
  return callAdmin(app, owner, 'PUT', `settings/${store}/providers/${provider}`, body)
}
const remove = async () => {
  const body = { expected: await seen('sv', 'postnord') }
  return callAdmin(app, owner, 'DELETE', 'settings/sv/providers/postnord', body)
}
async function view(store: StoreCode = 'sv') {
  const { body } = await callAdmin(app, owner, 'GET', `settings/${store}`)
  const settings = body as SettingsAnswer
  const account = settings.carrierAccounts.find(({ provider }) => provider === 'postnord')
  return { settings, account, check: settings.checklist.find(({ name }) => name === 'carrier_keys')?.done }
}

/** PostNord without points and without answers to bookings. Returns the key and the customer number of each request. */
function listeningCarrier(): { key: string | null; customer: string | undefined }[] {
  const asked: { key: string | null; customer: string | undefined }[] = []
  vi.stubGlobal('fetch', async (url: string, { body = '' }: { body?: string }) => {
    const customer = /"partyId":"(\d+)","partyIdType":"160"/.exec(body)?.[1]
    asked.push({ key: new URL(url).searchParams.get('apikey'), customer })
    return body === ''
      ? Response.json({ servicePointInformationResponse: { servicePoints: [] } })
      : new Response(null, { status: 503 })
  })
  return asked
}

function book(store: StoreCode) {
  const address: ParcelAddress = {
    name: 'Åsa Öberg',
    company: null,
    street: 'Storgatan 1',
    postalCode: '12345',
    city: 'Demostad',
    countryCode: stores[store].countryCode,
    email: 'asa@example.com',
    phone: '',
  }
  const request: ParcelRequest = {
    reference: 'S100001-P1',
    direction: 'outbound',
    store,
    kind: 'home',
    sender: address,
    recipient: address,
    servicePoint: null,
    customerNumber: null,
    contents: 'Batteries',
    weightGrams: 500,
    sidesMm: null,
    dangerousGoods: [],
    customs: null,
  }
  return services.parcels.book('postnord', request, false)
}

function pointsOf(store: StoreCode, postalCode: string) {
  const { countryCode, iso: language } = stores[store]
  const query = { store, countryCode, language, carrier: 'postnord', kind: 'pickup', postalCode } as const
  return services.carriers.servicePoints(query)
}

describe('the keys of a carrier', () => {
  it('book the parcels of their store; another store keeps the account of the environment', async () => {
    const asked = listeningCarrier()
    expect(await book('sv')).toEqual({ ok: false, code: 'not_supported' })
    expect(await set(keys)).toEqual({ status: 200, body: { done: true } })
    await book('sv')
    await book('no')
    expect(asked).toEqual([
      { key: keys.api_key, customer: keys.customer },
      { key: 'of-the-environment', customer: '30000001' },
    ])
    expect(services.parcels.canBook('postnord', 'da', 'outbound')).toBe(false)
    expect((await remove()).status).toBe(200)
    expect(await book('sv')).toEqual({ ok: false, code: 'not_supported' })
  })

  it('are those that service points are asked with, once for a postal code', async () => {
    const asked = listeningCarrier()
    await pointsOf('sv', '11111')
    await set({ api_key: keys.api_key })
    await pointsOf('sv', '11111')
    await pointsOf('no', '0150')
    await services.providerAccounts.refresh()
    await pointsOf('sv', '11111')
    expect(asked.map(({ key }) => key)).toEqual(['of-the-environment', keys.api_key, 'of-the-environment'])
    expect(services.parcels.canBook('postnord', 'sv', 'outbound')).toBe(false)
  })

  it('are shown by their ends, with where each store’s account comes from', async () => {
    const source = async (store: StoreCode) => (await view(store)).account?.source
    expect(await source('sv')).toBe('environment_points')
    await set(keys)
    expect([await source('sv'), await source('no')]).toEqual(['stored', 'environment'])
    const { account, settings } = await view()
    expect(account).toMatchObject({
      setBy: { kind: 'staff', id: String(owner.id) },
      keys: [
        { name: 'api_key', optional: false, isSet: true, endsIn: '1234' },
        { name: 'application_id', optional: true, isSet: true, endsIn: null },
        { name: 'customer', optional: true, isSet: true, endsIn: null },
      ],
    })
    expect(settings.accounts.map(({ provider }) => provider)).toEqual(['kustom', 'stripe', 'walley'])
    const { budbee } = Object.fromEntries(settings.carrierAccounts.map((each) => [each.provider, each]))
    expect(budbee).toMatchObject({ source: null, setAt: null })
  })

  it('are asked for where a shipping method of the store uses the carrier, and shown where they are stored', async () => {
    const shown = async (store: StoreCode) =>
      (await view(store)).settings.carrierAccounts.map(({ provider }) => provider)
    expect(await shown('sv')).toEqual(['budbee', 'instabee', 'postnord'])
    expect(await shown('de')).toEqual(['dhl'])
    await set({ api_uid: 'lager@anode.example', api_key: 'key' }, { store: 'de', provider: 'bring' })
    expect(await shown('de')).toEqual(['bring', 'dhl'])
  })

  it('are refused where the environment has the store’s account', async () => {
    expect(await set(keys, { store: 'no' })).toMatchObject({
      status: 409,
      body: { code: 'set_by_environment' },
    })
  })

  it('are refused where one is missing or has another form, by its name', async () => {
    expect(await set({ ...keys, customer: 'twenty' })).toEqual({
      status: 422,
      body: { code: 'invalid_fields', fields: { customer: 'form' } },
    })
    const dhl = await set({ api_key: 'key', username: 'user' }, { provider: 'dhl' })
    expect(dhl.body).toMatchObject({ fields: { password: 'required', billing: 'required' } })
    expect((await set(keys, { provider: 'posten' })).status).toBe(400)
  })

  it('of every carrier are in force in their store, and in no other', async () => {
    const accounts = {
      postnord: ['postnord', keys],
      bring: ['bring', { api_uid: 'lager@anode.example', api_key: 'key', customer: '10000001' }],
      dhl: [
        'DHL',
        {
          api_key: 'key',
          username: 'user',
          password: 'a-word',
          billing: '33333333330101',
          billing_international: '33333333335301',
          returns: 'Lager Süd',
        },
      ],
      budbee: ['budbee', { api_key: 'key', api_secret: 'secret', collection: '4711' }],
      instabee: ['instabox', { api_key: 'key', product: 'LOCKER_EXPRESS' }],
    } as const
    for (const [provider, [carrier, values]] of Object.entries(accounts)) {
      expect((await set(values, { store: 'de', provider })).status).toBe(200)
      const bookable = storeCodes.filter((store) => services.parcels.canBook(carrier, store, 'outbound'))
      expect(bookable).toEqual(provider === 'postnord' ? ['no', 'de'] : ['de'])
    }
  })

  it('are on the checklist: something can be booked, and all stored keys can be read', async () => {
    expect((await view()).check).toBe(false)
    await set({ api_key: keys.api_key })
    expect((await view()).check).toBe(false)
    await set(keys)
    expect((await view()).check).toBe(true)
    const elsewhere = testServices({
      db: shop.db,
      providers: 'live',
      secrets: ['b'.repeat(32)],
      payments: readPaymentAccounts(
        { KUSTOM_USERNAME_SV: 'PK-1', KUSTOM_PASSWORD_SV: 'of-the-environment' },
        null,
      ),
      carriers: readCarrierAccounts({ INSTABEE_API_KEY: 'key' }, { simulatorUrl: null, publicUrl }),
    })
    const checks = async () =>
      (await openingChecklist({ ...elsewhere, sendsMail: true, isSimulated: false }, 'sv')).checks
    expect(await checks()).toMatchObject({ carrier_keys: false, provider_keys: true })
    await remove()
    expect(await checks()).toMatchObject({ carrier_keys: true, provider_keys: true })
  })

  it('are in no answer, log line or audit entry, which names what changed', async () => {
    logged.length = 0
    const answers = [
      await set(keys),
      await set({ ...keys, customer: `${keys.customer} with spaces` }),
      await callAdmin(app, owner, 'GET', 'settings/sv'),
      await callAdmin(app, owner, 'GET', 'audit'),
    ]
    listeningCarrier()
    await book('sv')
    const listing = ['provider', 'list', '--store', 'sv']
    const { out } = await runAnode({ dataDir: '/nonexistent', databaseUrl: shop.url }, listing)
    expect(out).toMatch(/postnord .*api_key …1234/)
    const { rows: audit } = await sql`select * from audit_entry where object_id = 'keys_postnord'`.execute(
      shop.db,
    )
    const { rows: stored } = await sql`select * from provider_account`.execute(shop.db)
    const all = JSON.stringify([answers, audit, stored, logged, out])
    for (const secret of [keys.api_key, keys.customer]) expect(all).not.toContain(secret)
    expect(logged.join('')).toContain('a carrier refused a request')
    expect((await view()).settings.history[0]).toMatchObject({
      section: 'keys_postnord',
      canUndo: false,
      actor: { kind: 'staff', id: String(owner.id) },
      after: { keys: Object.keys(keys) },
    })
  })
})
