import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  changeStaffRoles,
  deactivateStaff,
  invitationLifeMs,
  inviteStaff,
  unlockStaff,
} from '../../domain/staff/manage-staff.server.ts'
import { mostFailedCodes, signInLinkLifeMs } from '../../domain/staff/sign-in-by-link.server.ts'
import { stepUpMs } from '../../domain/staff/staff-session-repository.server.ts'
import { totpCode, totpStep, totpUri } from '../../domain/staff/totp.server.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { staffMail } from '../../server/jobs/mails/staff-mail.ts'
import { senderOf } from '../../test/send-templated.ts'
import { keepAddresses } from '../../server/node-setting.ts'
import { lockWaiters } from '../../test/lock-waiters.ts'
import { adminApp, adminUrl, visitorHeaders } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { sendEnqueued } from '../../test/send-enqueued.ts'
import { softwareAuthenticator } from '../../test/software-authenticator.ts'
import { testActor } from '../../test/test-actor.ts'
import type { AdminServices } from './admin-services.ts'

const sendStaffMail = senderOf('staff-mail', staffMail)

let database: TestDatabase
let app: FastifyInstance
/** Jobs since the last look. */
const enqueued: { name: string; data: object }[] = []
let now = Date.UTC(2026, 10, 23, 9)
const services = () => ({ db: database.db, clock: () => now, adminUrl })

beforeAll(async () => {
  database = await testDatabase()
  await keepAddresses(database.db, { admin_url: adminUrl }, { warn: () => {} })
  app = await adminApp(testServices({ db: database.db, clock: () => now }), {
    jobs: { enqueue: async (_trx, name, data) => void enqueued.push({ name, data }) },
    catalogue: {} as AdminServices['catalogue'],
  })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})
beforeEach(() => {
  enqueued.length = 0
  now += 24 * 3_600_000
})

/** A browser with its cookie. */
function browser() {
  let cookie = ''
  return {
    cookie: () => cookie,
    restore: (value: string) => void (cookie = value),
    async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
      const answer = await app.inject({
        method,
        url: `/admin/api/${path}`,
        headers: { ...visitorHeaders, ...(cookie && { cookie }) },
        ...(body && { payload: body }),
      })
      const set = answer.headers['set-cookie']
      if (set !== undefined) cookie = String(set).split(';')[0]!
      return { status: answer.statusCode, body: answer.body === '' ? null : answer.json(), set }
    },
  }
}
type Browser = ReturnType<typeof browser>
type Authenticator = ReturnType<typeof softwareAuthenticator>

const owner = storeCodes.map((store) => ({ role: 'owner', store }) as const)
let people = 0

async function invited(roles: Parameters<typeof inviteStaff>[2]['roles'] = owner) {
  const email = `person-${(people += 1)}@anode.example`
  const { link, staffId } = await inviteStaff(services(), testActor, { email, roles })
  return { email, staffId, token: new URL(link).hash.slice(1) }
}

async function challengeOf({ call }: Browser, path: string, body?: object): Promise<string> {
  const { status, body: options } = await call('POST', path, body)
  expect(status).toBe(200)
  return options.challenge as string
}

async function accept(person: Browser, token: string, device: Authenticator) {
  const challenge = await challengeOf(person, 'invitation/options', { token })
  const response = device.attest({ challenge, origin: adminUrl, counter: 0 })
  return person.call('POST', 'invitation/accept', { token, passkeyName: 'Key', response })
}

async function signIn(person: Browser, device: Authenticator, counter: number, origin = adminUrl) {
  const challenge = await challengeOf(person, 'sign-in/options')
  return person.call('POST', 'sign-in', { response: device.assert({ challenge, origin, counter }) })
}

async function joined(roles?: Parameters<typeof invited>[0]) {
  const { staffId, token, email } = await invited(roles)
  const person = browser()
  const device = softwareAuthenticator()
  const { body } = await accept(person, token, device)
  return { staffId, email, person, device, recoveryCodes: body.recoveryCodes as string[] }
}

/** Sends the mails that were enqueued since the last call. */
const sentMails = () =>
  sendEnqueued({ db: database.db, enqueued, clock: () => now }, 'staff-mail', sendStaffMail)

/** The token of the link that is mailed to an address. */
async function mailedToken(email: string): Promise<string> {
  expect((await browser().call('POST', 'sign-in/link', { email })).status).toBe(204)
  const mail = (await sentMails()).find(({ kind, to }) => kind === 'staff-sign-in' && to === email)
  return /\/sign-in\/link#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}

const actionsOf = async (staffId: number) =>
  (
    await sql<{ action: string }>`select action from audit_entry
      where object_kind = 'staff' and object_id = ${String(staffId)} order by id`.execute(database.db)
  ).rows.map(({ action }) => action)

describe('signing in to the back office', () => {
  it('begins with an invitation, which registers a passkey once', async () => {
    const { email, staffId, token } = await invited()
    const person = browser()
    const device = softwareAuthenticator()
    expect((await person.call('POST', 'invitation', { token })).body).toEqual({
      email,
      name: email.split('@')[0],
    })
    const accepted = await accept(person, token, device)
    expect(accepted.status).toBe(200)
    expect(new Set(accepted.body.recoveryCodes).size).toBe(10)
    expect(String(accepted.set)).toMatch(/; HttpOnly; SameSite=Strict$/)
    expect((await person.call('GET', 'session')).body.staff).toMatchObject({ id: staffId, email })
    for (const path of ['invitation', 'invitation/options'])
      expect((await browser().call('POST', path, { token })).status).toBe(410)
    const thief = softwareAuthenticator()
    const response = thief.attest({ challenge: 'AAAA', origin: adminUrl, counter: 0 })
    expect(
      (await browser().call('POST', 'invitation/accept', { token, passkeyName: 'x', response })).body,
    ).toEqual({ code: 'link_invalid' })
    expect(await actionsOf(staffId)).toEqual(['staff.invite', 'staff.accept_invitation'])
  })

  it('ends an invitation after three days, and by a newer one', async () => {
    const first = await invited()
    const second = await inviteStaff(services(), testActor, { email: first.email, roles: [] })
    expect((await browser().call('POST', 'invitation', { token: first.token })).status).toBe(410)
    const token = new URL(second.link).hash.slice(1)
    now += invitationLifeMs - 1
    expect((await browser().call('POST', 'invitation', { token })).status).toBe(200)
    now += 1
    expect((await browser().call('POST', 'invitation', { token })).status).toBe(410)
  })

  it('goes on with the passkey alone, and refuses a wrong origin, a repeated answer and a copied key', async () => {
    const { device, staffId } = await joined()
    const other = browser()
    expect((await signIn(other, device, 1)).status).toBe(204)
    expect((await other.call('GET', 'session')).status).toBe(200)
    expect((await signIn(browser(), device, 2, 'http://shop.example')).body).toEqual({
      code: 'passkey_refused',
    })
    expect((await signIn(browser(), device, 1)).status).toBe(403)
    const again = browser()
    const challenge = await challengeOf(again, 'sign-in/options')
    const response = device.assert({ challenge, origin: adminUrl, counter: 3 })
    expect((await again.call('POST', 'sign-in', { response })).status).toBe(204)
    expect((await again.call('POST', 'sign-in', { response })).status).toBe(403)
    expect((await signIn(browser(), softwareAuthenticator(), 1)).status).toBe(403)
    expect((await other.call('POST', 'sign-out')).status).toBe(204)
    expect((await other.call('GET', 'session')).status).toBe(401)
    expect(await actionsOf(staffId)).toEqual([
      'staff.invite',
      'staff.accept_invitation',
      'staff.sign_in',
      'staff.sign_in',
      'staff.end_session',
    ])
  })

  it('asks for the passkey again before a change of how one signs in, and then has a new token', async () => {
    const { person, device, staffId } = await joined()
    const colleague = await joined()
    now += stepUpMs
    expect((await person.call('POST', 'security/recovery-codes')).body).toEqual({ code: 'step_up_required' })
    const former = person.cookie()
    const stepUp = async (own: Authenticator, counter: number) => {
      const challenge = await challengeOf(person, 'sign-in/options')
      return person.call('POST', 'step-up', {
        response: own.assert({ challenge, origin: adminUrl, counter }),
      })
    }
    expect((await stepUp(colleague.device, 1)).status).toBe(403)
    expect((await stepUp(device, 1)).status).toBe(204)
    const current = person.cookie()
    person.restore(former)
    expect((await person.call('GET', 'session')).status).toBe(401)
    person.restore(current)
    expect((await person.call('POST', 'security/recovery-codes')).body.recoveryCodes).toHaveLength(10)

    const second = softwareAuthenticator()
    const challenge = await challengeOf(person, 'security/passkeys/options')
    const response = second.attest({ challenge, origin: adminUrl, counter: 0 })
    expect((await person.call('POST', 'security/passkeys', { name: 'Phone', response })).status).toBe(204)
    expect((await person.call('DELETE', `security/passkeys/${colleague.device.id}`)).status).toBe(404)
    expect((await person.call('DELETE', `security/passkeys/${device.id}`)).status).toBe(204)
    expect((await sentMails()).map(({ subject }) => subject)).toEqual([
      'Your recovery codes for the back office were renewed',
      'A passkey was added to your back office access',
      'A passkey was removed from your back office access',
    ])
    expect((await person.call('DELETE', `security/passkeys/${second.id}`)).body).toEqual({
      code: 'last_passkey',
    })
    const { body } = await person.call('GET', 'security')
    expect(body.passkeys).toMatchObject([{ id: second.id, name: 'Phone' }])
    expect(body.recoveryCodesLeft).toBe(10)
    expect(body.sessions).toMatchObject([{ current: true }])
    expect(await actionsOf(staffId)).toEqual([
      'staff.invite',
      'staff.accept_invitation',
      'staff.step_up',
      'staff.renew_recovery_codes',
      'staff.add_passkey',
      'staff.remove_passkey',
    ])
  })

  it('lets a person back in by a new invitation, which ends former passkeys and sessions', async () => {
    const { email, person, device } = await joined()
    const { link } = await inviteStaff(services(), testActor, { email, roles: [] })
    const later = browser()
    const replacement = softwareAuthenticator()
    expect((await accept(later, new URL(link).hash.slice(1), replacement)).status).toBe(200)
    expect((await person.call('GET', 'session')).status).toBe(401)
    expect((await signIn(browser(), device, 1)).status).toBe(403)
    expect((await signIn(browser(), replacement, 1)).status).toBe(204)
  })

  it('ends with the access of the person, but never with that of the last owner of a store', async () => {
    await sql`update staff set deactivated_at = now()`.execute(database.db)
    const only = await joined()
    const stores = storeCodes
    const lastOwner = { ok: false, code: 'last_owner' }
    expect(await deactivateStaff(services(), testActor, { staffId: only.staffId, stores })).toEqual(lastOwner)
    const warehouse = [{ role: 'warehouse', store: 'sv' } as const]
    const changed = { staffId: only.staffId, stores, roles: warehouse }
    expect(await changeStaffRoles(services(), testActor, changed)).toEqual(lastOwner)
    // An owner who was only invited cannot sign in yet, nor can one who is locked out.
    const { staffId: second, token } = await invited()
    expect(await changeStaffRoles(services(), testActor, changed)).toEqual(lastOwner)
    const other = browser()
    await accept(other, token, softwareAuthenticator())
    await sql`update staff set locked_at = now() where id = ${second}`.execute(database.db)
    expect(await changeStaffRoles(services(), testActor, changed)).toEqual(lastOwner)
    await sql`update staff set locked_at = null where id = ${second}`.execute(database.db)
    const both = await Promise.all([
      deactivateStaff(services(), testActor, { staffId: only.staffId, stores }),
      deactivateStaff(services(), testActor, { staffId: second, stores }),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const statuses = [await only.person.call('GET', 'session'), await other.call('GET', 'session')]
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  it('of an owner of one store changes nobody’s roles in another', async () => {
    const { staffId } = await joined([{ role: 'manager', store: 'no' }])
    const stores = ['sv'] as const
    expect(
      await changeStaffRoles(services(), testActor, {
        staffId,
        stores,
        roles: [{ role: 'owner', store: 'no' }],
      }),
    ).toEqual({ ok: false, code: 'store_not_permitted', store: 'no' })
    expect(await deactivateStaff(services(), testActor, { staffId, stores })).toMatchObject({ ok: false })
    const roles = [{ role: 'service', store: 'sv' }] as const
    expect(await changeStaffRoles(services(), testActor, { staffId, stores, roles })).toEqual({ ok: true })
    const { rows } = await sql<{ role: string; store: string }>`select role, store from staff_role
      where staff_id = ${staffId} order by role`.execute(database.db)
    expect(rows).toEqual([{ role: 'manager', store: 'no' }, ...roles])
  })

  it('is not changed by an owner who has not seen the roles that another has given', async () => {
    const { person } = await joined()
    const colleague = await joined([{ role: 'service', store: 'sv' }])
    const change = (role: string, expected: object[]) =>
      person.call('PUT', `staff/${colleague.staffId}/roles`, { roles: [{ role, store: 'sv' }], expected })
    const seen = [{ role: 'service', store: 'sv' }]
    expect((await change('warehouse', seen)).status).toBe(204)
    const current = [{ role: 'warehouse', store: 'sv' }]
    expect(await change('manager', seen)).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', current },
    })
    expect((await change('manager', current)).status).toBe(204)
  })

  it('is given to new people by an owner, who cannot take over the access of others', async () => {
    const { person } = await joined()
    const colleague = await joined([{ role: 'service', store: 'sv' }])
    const invite = (email: string, role: string) =>
      person.call('POST', 'staff', { email, name: 'Ny', roles: [{ role, store: 'sv' }] })
    const { status, body } = await invite('ny@anode.example', 'warehouse')
    expect([status, new URL(body.link).origin]).toEqual([200, adminUrl])
    const accepted = await accept(browser(), new URL(body.link).hash.slice(1), softwareAuthenticator())
    expect(accepted.status).toBe(200)
    expect(await invite(colleague.email, 'owner')).toMatchObject({
      status: 409,
      body: { code: 'already_signs_in' },
    })
    expect((await invite('other@anode.example', 'king')).body).toMatchObject({
      code: 'invalid_fields',
      fields: { 'roles[0].role': 'unknown' },
    })
    const { body: list } = await person.call('GET', 'staff')
    expect(list.staff).toContainEqual(
      expect.objectContaining({
        email: 'ny@anode.example',
        status: 'active',
        roles: [{ role: 'warehouse', store: 'sv' }],
      }),
    )
  })
})

describe('signing in without a passkey', () => {
  it('takes a mailed link and a recovery code, each once, and lets a new passkey be registered', async () => {
    const { staffId, email, recoveryCodes } = await joined()
    await sql`update staff set language = 'sv' where id = ${staffId}`.execute(database.db)
    const token = await mailedToken(email)
    const [first = '', second = ''] = recoveryCodes
    const person = browser()
    const byLink = (code: string) => person.call('POST', 'sign-in/by-link', { token, code })
    expect(await byLink('abcd-abcd-abcd-abcd')).toMatchObject({ status: 403, body: { code: 'code_refused' } })
    expect((await byLink(first.toUpperCase().replaceAll('-', ' '))).status).toBe(204)
    expect(await byLink(second)).toMatchObject({ status: 410, body: { code: 'link_invalid' } })
    expect((await person.call('GET', 'security')).body.recoveryCodesLeft).toBe(9)
    const again = await mailedToken(email)
    expect((await browser().call('POST', 'sign-in/by-link', { token: again, code: first })).status).toBe(403)

    const device = softwareAuthenticator()
    const challenge = await challengeOf(person, 'security/passkeys/options')
    const response = device.attest({ challenge, origin: adminUrl, counter: 0 })
    expect((await person.call('POST', 'security/passkeys', { name: 'New', response })).status).toBe(204)
    expect((await signIn(browser(), device, 1)).status).toBe(204)
    expect((await sentMails()).map(({ kind, to, subject }) => [kind, to, subject])).toEqual([
      ['staff-notice', email, 'En nyckel till administrationen har lagts till'],
    ])
    expect(await actionsOf(staffId)).toEqual([
      'staff.invite',
      'staff.accept_invitation',
      'staff.refuse_code',
      'staff.sign_in',
      'staff.refuse_code',
      'staff.add_passkey',
      'staff.sign_in',
    ])
  })

  it('mails only people who may sign in, and answers everybody alike', async () => {
    const { staffId, email } = await joined()
    for (const typed of ['nobody@anode.example', 'no address'])
      expect((await browser().call('POST', 'sign-in/link', { email: typed })).status).toBe(204)
    expect(await sentMails()).toEqual([])
    await sql`update staff set deactivated_at = now() where id = ${staffId}`.execute(database.db)
    expect(await mailedToken(email)).toBe('')
  })

  it('ends with the link after a quarter of an hour, and by a newer one', async () => {
    const { email, recoveryCodes } = await joined()
    const [code] = recoveryCodes
    const former = await mailedToken(email)
    const token = await mailedToken(email)
    const byLink = async (tried: string) =>
      (await browser().call('POST', 'sign-in/by-link', { token: tried, code })).status
    expect(await byLink(former)).toBe(410)
    now += signInLinkLifeMs
    expect(await byLink(token)).toBe(410)
  })

  it('stays locked where the person signs in with a passkey at the moment of the lock', async () => {
    const { staffId, device } = await joined()
    const { signing } = await database.db.transaction().execute(async (trx) => {
      await sql`update staff set locked_at = now() where id = ${staffId}`.execute(trx)
      const started = signIn(browser(), device, 1)
      await expect.poll(() => lockWaiters(database.db)).toBe(1)
      return { signing: started }
    })
    expect((await signing).body).toEqual({ code: 'locked' })
    expect((await signIn(browser(), device, 2)).body).toEqual({ code: 'locked' })
  })

  it('locks after ten wrong codes, also at once, until the lock is released', async () => {
    const { staffId, email, person, device, recoveryCodes } = await joined()
    const token = await mailedToken(email)
    const byLink = (code: string) => browser().call('POST', 'sign-in/by-link', { token, code })
    const wrong = Array.from({ length: mostFailedCodes + 2 }, () => byLink('000000'))
    const codes = (await Promise.all(wrong)).map(({ body }) => body.code as string)
    expect(codes.filter((code) => code === 'code_refused')).toHaveLength(mostFailedCodes - 1)
    expect(codes.filter((code) => code === 'locked')).toHaveLength(3)
    expect((await byLink(recoveryCodes[0]!)).body).toEqual({ code: 'locked' })
    expect((await signIn(browser(), device, 1)).body).toEqual({ code: 'locked' })
    expect((await person.call('GET', 'session')).status).toBe(401)
    expect((await sentMails()).map(({ subject }) => subject)).toEqual([
      'Your access to the back office is locked',
    ])
    expect(await mailedToken(email)).toBe('')
    expect(await unlockStaff(services(), testActor, { staffId, stores: storeCodes })).toEqual({ ok: true })
    expect((await byLink(recoveryCodes[0]!)).status).toBe(204)
    expect((await actionsOf(staffId)).slice(-4)).toEqual([
      'staff.refuse_code',
      'staff.lock',
      'staff.unlock',
      'staff.sign_in',
    ])
  })
})

describe('an authenticator app', () => {
  const codeNow = (secret: string, ahead = 0) => totpCode(secret, totpStep(now) + ahead)

  it('counts once it has shown a code, steps up and signs in, and no code works twice', async () => {
    const { staffId, email, person } = await joined()
    const { body: started } = await person.call('POST', 'security/authenticator-app')
    expect(started.uri).toBe(totpUri(started.secret, email))
    const { secret } = started
    const stepUp = (code: string) => person.call('POST', 'step-up/code', { code })
    expect(await stepUp(codeNow(secret))).toMatchObject({ status: 403, body: { code: 'code_refused' } })
    const confirm = (code: string) => person.call('POST', 'security/authenticator-app/confirm', { code })
    expect((await confirm('000 000')).body).toEqual({ code: 'code_refused' })
    expect((await confirm(codeNow(secret))).status).toBe(204)
    expect((await confirm(codeNow(secret))).body).toEqual({ code: 'not_started' })
    expect((await person.call('POST', 'security/authenticator-app')).body).toEqual({ code: 'already_done' })
    expect((await person.call('GET', 'security')).body.hasAuthenticatorApp).toBe(true)
    expect((await sentMails()).map(({ subject }) => subject)).toEqual([
      'An authenticator app was added to your back office access',
    ])

    now += stepUpMs
    expect((await person.call('POST', 'security/recovery-codes')).body).toEqual({ code: 'step_up_required' })
    const former = person.cookie()
    const code = codeNow(secret)
    expect((await stepUp(code)).status).toBe(204)
    expect(person.cookie()).not.toBe(former)
    expect((await stepUp(code)).status).toBe(403)
    expect((await person.call('POST', 'security/recovery-codes')).status).toBe(200)

    const token = await mailedToken(email)
    const byLink = await browser().call('POST', 'sign-in/by-link', { token, code: codeNow(secret, 1) })
    expect(byLink.status).toBe(204)
    expect((await person.call('DELETE', 'security/authenticator-app')).status).toBe(204)
    expect((await person.call('DELETE', 'security/authenticator-app')).status).toBe(404)
    expect((await sentMails()).map(({ subject }) => subject)).toContain(
      'Your authenticator app for the back office was removed',
    )
    now += 60_000
    expect((await stepUp(codeNow(secret))).status).toBe(403)
    expect((await actionsOf(staffId)).slice(2)).toEqual([
      'staff.start_authenticator_app',
      'staff.refuse_code',
      'staff.add_authenticator_app',
      'staff.step_up',
      'staff.refuse_code',
      'staff.renew_recovery_codes',
      'staff.sign_in',
      'staff.remove_authenticator_app',
      'staff.refuse_code',
    ])
  })

  it('locks the person out after ten wrong codes of a step-up, and takes no recovery code there', async () => {
    const { person, recoveryCodes } = await joined()
    const stepUp = (code: string) => person.call('POST', 'step-up/code', { code })
    expect((await stepUp(recoveryCodes[0]!)).body).toEqual({ code: 'code_refused' })
    for (let tries = 1; tries < mostFailedCodes - 1; tries += 1) await stepUp('000000')
    expect((await stepUp('000000')).body).toEqual({ code: 'locked' })
    expect((await person.call('GET', 'session')).status).toBe(401)
  })
})
