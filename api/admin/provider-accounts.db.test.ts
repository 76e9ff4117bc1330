import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SettingsAnswer } from '../../contract/admin/settings.ts'
import { listAudit } from '../../domain/audit/audit-repository.server.ts'
import { createKeyring } from '../../domain/keys/keyring.server.ts'
import { storeProviders } from '../../domain/payments/offered-providers.ts'
import {
  openProviderAccounts,
  rewriteProviderKeys,
  setProviderKeys,
  storedAccounts,
} from '../../domain/provider-accounts/stored-accounts.server.ts'
import { readPaymentAccounts } from '../../server/payment-settings.ts'
import { accountShop, type AccountShop } from '../../test/admin/account-shop.ts'
import { adminApp, callAdmin, signedInStaff } from '../../test/admin/admin-shop.ts'
import { runAnode, runAnodeProcess } from '../../test/anode-command.ts'
import { testServices } from '../../test/composition.ts'
import { testSecret } from '../../test/keyring.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'

const stripe = {
  secret_key: 'sk_test_neverInAnAnswer1234',
  publishable_key: 'pk_test_publicButNotShown5678',
  webhook_secret: 'whsec_neverInALogEither9012',
}
const secrets = Object.values(stripe)
const account = { store: 'sv', provider: 'stripe' } as const

let test: AccountShop
let shop: AccountShop['shop']
let app: AccountShop['app']
let services: AccountShop['services']
let owner: AccountShop['owner']
let logged: AccountShop['logged']

beforeAll(async () => {
  test = await accountShop()
  ;({ shop, app, services, owner, logged } = test)
})
afterAll(() => test.close())
beforeEach(() => test.forgetKeys())

/** When the keys were set that the page shows. */
async function seen(provider: string) {
  const { accounts } = (await view()).settings
  return accounts.find((each) => each.provider === provider)?.setAt ?? null
}
const set = async (keys: object, { provider = 'stripe', person = owner } = {}) => {
  const body = { keys, expected: await seen(provider) }
  return callAdmin(app, person, 'PUT', `settings/sv/providers/${provider}`, body)
}
const remove = async (provider = 'stripe') =>
  callAdmin(app, owner, 'DELETE', `settings/sv/providers/${provider}`, { expected: await seen(provider) })
async function view() {
  const { body } = await callAdmin(app, owner, 'GET', 'settings/sv')
  const settings = body as SettingsAnswer
  return { settings, stripe: settings.accounts.find(({ provider }) => provider === 'stripe')! }
}
const methods = () => storeProviders(services.providers, 'sv')

describe('the keys of a payment provider', () => {
  it('are in force when they are set, and no longer when they are removed', async () => {
    expect(methods()).toEqual(['invoice'])
    expect(await set(stripe)).toEqual({ status: 200, body: { done: true } })
    expect(methods()).toEqual(['stripe', 'invoice'])
    expect(storeProviders(services.providers, 'da')).toEqual(['invoice'])
    const shown = await view()
    expect(shown.settings.payments).toEqual(['stripe', 'invoice'])
    expect(shown.settings.checklist).toContainEqual({ name: 'provider_keys', done: true })
    expect(shown.stripe).toMatchObject({
      source: 'stored',
      isReadable: true,
      setBy: { kind: 'staff', id: String(owner.id), name: expect.stringContaining('owner') },
      setAt: new Date(shop.now.at).toISOString(),
      keys: [
        { name: 'secret_key', isSet: true, endsIn: '1234' },
        { name: 'publishable_key', isSet: true, endsIn: '5678' },
        { name: 'webhook_secret', isSet: true, endsIn: '9012' },
      ],
    })
    expect((await remove()).status).toBe(200)
    expect(methods()).toEqual(['invoice'])
    expect((await view()).settings.checklist).toContainEqual({ name: 'provider_keys', done: false })
    expect(await remove()).toMatchObject({ status: 404, body: { code: 'unknown_account' } })
  })

  it('are replaced one by one; the others stay', async () => {
    await set(stripe)
    const before = services.providers.sv
    await set({ webhook_secret: 'whsec_anotherOneOfTheSame' })
    expect(services.providers.sv).not.toBe(before)
    const [opened] = await openProviderAccounts(services)
    expect(opened?.values).toEqual({ ...stripe, webhook_secret: 'whsec_anotherOneOfTheSame' })
    const same = services.providers.sv
    await services.providerAccounts.refresh()
    expect(services.providers.sv).toBe(same)
  })

  it('that are optional are removed one by one, as the audit says', async () => {
    const walley = { client_id: 'anode', client_secret: 'longer-than-that', store_b2b: '12', store_b2c: '13' }
    await set(walley, { provider: 'walley' })
    expect((await set({ store_b2c: null }, { provider: 'walley' })).status).toBe(200)
    const [opened] = await openProviderAccounts(services)
    expect(Object.keys(opened!.values)).toEqual(['client_id', 'client_secret', 'store_b2b'])
    expect((await set({ client_id: null }, { provider: 'walley' })).body).toMatchObject({
      fields: { client_id: 'required' },
    })
    const [entry] = await listAudit(shop.db, { objectId: 'keys_walley', limit: 1 })
    expect(entry).toMatchObject({
      action: 'settings.remove_keys',
      before: { keys: ['store_b2c'] },
      after: null,
    })
    await set({ store_b2b: '14', profile: 'a' }, { provider: 'walley' })
    await set({ store_b2b: '15', profile: null }, { provider: 'walley' })
    const [mixed] = await listAudit(shop.db, { objectId: 'keys_walley', limit: 1 })
    expect(mixed).toMatchObject({
      action: 'settings.set_keys',
      before: { keys: ['profile'] },
      after: { keys: ['store_b2b'] },
    })
  })

  it('are what the next request to the provider is signed with', async () => {
    const signatures = new Set<string>()
    vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
      signatures.add(Buffer.from(headers['authorization']!.slice('Basic '.length), 'base64').toString())
      return new Response('{}', { status: 404 })
    })
    const read = () => services.providers.sv.klarna!.retrieve('an-order')
    await set({ username: 'PK-1', password: 'the-first-password' }, { provider: 'kustom' })
    expect(await read()).toMatchObject({ code: 'unknown_payment' })
    await set({ password: 'the-second-password' }, { provider: 'kustom' })
    await read()
    vi.unstubAllGlobals()
    expect([...signatures]).toEqual(['PK-1:the-first-password', 'PK-1:the-second-password'])
    await remove('kustom')
    expect(services.providers.sv.klarna).toBeUndefined()
  })

  it('are refused where one is missing or has another form, by its name', async () => {
    expect(await set({ ...stripe, secret_key: 'pk_live_something' })).toEqual({
      status: 422,
      body: { code: 'invalid_fields', fields: { secret_key: 'form' } },
    })
    expect((await set({ secret_key: stripe.secret_key, password: 'x' })).body).toMatchObject({
      fields: { publishable_key: 'required', webhook_secret: 'required', password: 'unknown_key' },
    })
    const walley = { client_id: 'anode', client_secret: 'longer-than-that' }
    expect((await set(walley, { provider: 'walley' })).body).toMatchObject({
      fields: { store_b2c: 'required' },
    })
    expect((await set({ ...walley, store_b2b: '12' }, { provider: 'walley' })).status).toBe(200)
    expect(methods()).toContain('walley_b2b')
    expect(methods()).not.toContain('walley_b2c')
  })

  it('are not changed or removed by somebody who has not seen what a colleague set', async () => {
    await set(stripe)
    const path = 'settings/sv/providers/stripe'
    const outdated = { status: 409, body: { code: 'changed_meanwhile', current: (await view()).stripe } }
    const change = { keys: { secret_key: 'sk_test_of_the_second_person' }, expected: null }
    expect(await callAdmin(app, owner, 'PUT', path, change)).toEqual(outdated)
    expect(await callAdmin(app, owner, 'DELETE', path, { expected: null })).toEqual(outdated)
    expect((await view()).stripe).toEqual(outdated.body.current)
    const [entry] = (await view()).settings.history
    expect(entry).toMatchObject({ action: 'settings.set_keys', after: { keys: Object.keys(stripe) } })
  })

  it('ask for a step-up and the permission in the store', async () => {
    const now = shop.now.at
    const people = await Promise.all([
      signedInStaff(shop.db, { role: 'owner', steppedUp: false, now }),
      signedInStaff(shop.db, { role: 'auditor', now }),
      signedInStaff(shop.db, { role: 'owner', stores: ['da'], now }),
    ])
    const answers = await Promise.all(people.map((person) => set(stripe, { person })))
    expect(answers.map(({ body }) => (body as { code: string }).code)).toEqual([
      'step_up_required',
      'permission_missing',
      'store_not_permitted',
    ])
    expect(methods()).toEqual(['invoice'])
  })

  it('of the environment win, and are not changed here', async () => {
    const payments = readPaymentAccounts(
      { KUSTOM_USERNAME_SV: 'env', KUSTOM_PASSWORD_SV: 'of-the-environment' },
      null,
    )
    const given = testServices({ db: shop.db, providers: 'live', payments })
    const keys = { username: 'stored', password: 'stored-and-not-used' }
    await setProviderKeys(given, testActor, { store: 'sv', provider: 'kustom', values: keys })
    const before = given.providers.sv
    await given.providerAccounts.refresh()
    expect(given.providers.sv).toBe(before)
    expect(given.providerAccounts.sourceOf('sv', 'kustom')).toBe('environment')
    const other = await adminApp(given, {
      jobs: paidOrders(shop).services.jobs,
      catalogue: shop.catalogue,
    })
    const person = await signedInStaff(shop.db, { role: 'owner' })
    const answer = await callAdmin(other, person, 'PUT', 'settings/sv/providers/kustom', {
      keys,
      expected: null,
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'set_by_environment' } })
    await other.close()
  })

  it('are in no answer, log line, audit entry or column', async () => {
    logged.length = 0
    const answers = [
      await set(stripe),
      await set({ ...stripe, webhook_secret: `${stripe.webhook_secret} with spaces` }),
      await set({ ...stripe, [stripe.secret_key]: 'as a name' }),
      await callAdmin(app, owner, 'GET', 'settings/sv'),
      await remove(),
      await set(stripe),
      await callAdmin(app, owner, 'GET', 'settings/sv'),
      await callAdmin(app, owner, 'GET', 'audit'),
    ]
    const { rows: audit } = await sql`select * from audit_entry where object_id = 'keys_stripe'`.execute(
      shop.db,
    )
    expect(audit).not.toEqual([])
    const { rows: stored } = await sql`select * from provider_account`.execute(shop.db)
    const { rows: changes } = await sql`select * from change_log`.execute(shop.db)
    // A key that is typed as the name of a field comes back to the person who typed it, and nowhere else.
    const [, , named, ...others] = answers
    expect(named?.status).toBe(422)
    const all = JSON.stringify([answers.slice(0, 2), others, audit, stored, changes, logged])
    for (const secret of secrets) expect(all).not.toContain(secret)
    expect(logged.length).toBeGreaterThan(0)
    expect((await view()).settings.history[0]).toMatchObject({
      section: 'keys_stripe',
      canUndo: false,
      after: { keys: Object.keys(stripe) },
    })
  })

  it('follow a rotation of SECRET', async () => {
    const [first, second] = ['a'.repeat(32), 'b'.repeat(32)] as const
    const under = (...listed: string[]) => ({ db: shop.db, clock: Date.now, keys: createKeyring(listed) })
    await setProviderKeys(under(first), testActor, { ...account, values: stripe })
    expect(await openProviderAccounts(under(second))).toEqual([])
    expect(await storedAccounts(under(second), 'sv')).toMatchObject([{ isReadable: false }])
    expect(await rewriteProviderKeys(under(second))).toBe(0)
    expect(await rewriteProviderKeys(under(second, first))).toBe(1)
    expect(await rewriteProviderKeys(under(second, first))).toBe(0)
    expect(await openProviderAccounts(under(second))).toEqual([{ ...account, values: stripe }])
  })

  it('are set by the operator too, and listed by their ends', async () => {
    await setProviderKeys(services, testActor, { ...account, values: stripe })
    const anode = (...words: string[]) =>
      runAnode({ dataDir: '/nonexistent', databaseUrl: shop.url }, ['provider', ...words])
    const { out } = await anode('list', '--store', 'sv')
    expect(out).toMatch(/stripe .*secret_key …1234/)
    for (const secret of secrets) expect(out).not.toContain(secret)
    expect((await anode('remove', 'stripe', '--store', 'sv')).code).toBe(0)
    expect(await anode('remove', 'paypal', '--store', 'sv')).toMatchObject({
      err: expect.stringContaining('One of kustom'),
    })
  })

  it('are piped into the operator’s command, which prints none of them and says what is wrong', async () => {
    const given = { dataDir: '/nonexistent', databaseUrl: shop.url, variables: { SECRET: testSecret } }
    const set = (piped: string, provider = 'stripe') =>
      runAnode(given, ['provider', 'set', provider, '--store', 'sv'], piped)
    const linesOf = (values: object) =>
      Object.entries(values)
        .map(([name, value]) => `${name} = ${value}\n`)
        .join('')
    const first = await runAnodeProcess(
      given,
      ['provider', 'set', 'stripe', '--store', 'sv'],
      linesOf(stripe),
    )
    expect([first.code, first.err]).toEqual([0, ''])
    expect(first.out).toMatch(/outcome\s+changed/)
    expect((await set(linesOf(stripe))).out).toMatch(/outcome\s+unchanged/)
    expect(await openProviderAccounts(services)).toEqual([{ ...account, values: stripe }])
    expect(await storedAccounts(services, 'sv')).toMatchObject([{ setBy: { kind: 'cli' } }])
    const refused = [
      [await set(linesOf({ ...stripe, secret_key: stripe.publishable_key })), 'secret_key: form.'],
      [await set(linesOf({ username: 'PK-1' }), 'kustom'), 'password: required.'],
      [await set(`${linesOf(stripe)}${stripe.secret_key}`), 'Line 4 is not NAME=VALUE.'],
    ] as const
    for (const [{ code, err }, problem] of refused)
      expect([code, err]).toEqual([1, expect.stringContaining(problem)])
    const printed = JSON.stringify([first, refused])
    for (const secret of secrets) expect(printed).not.toContain(secret)
    await services.providerAccounts.refresh()
    expect(methods()).toEqual(['stripe', 'invoice'])
  })
})
