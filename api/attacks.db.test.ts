/** What an attacker tries at the doors: finding out who is a customer, keeping a session, smuggling fields in. */
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { provePassword } from '../domain/accounts/change-own-password.server.ts'
import { logIn, type LogInServices } from '../domain/accounts/log-in.server.ts'
import { admitPasswordWork, passwordWork } from '../domain/accounts/password.server.ts'
import { QueueFull } from '../domain/accounts/work-queue.ts'
import type { JobPayloads } from '../domain/jobs/job-queue.ts'
import { resetMail } from '../server/jobs/mails/reset-mail.ts'
import { senderOf } from '../test/send-templated.ts'
import { accountShop, bearer } from '../test/account-shop.ts'
import { testServices } from '../test/composition.ts'
import { snapshotOf, writtenOrder } from '../test/order-fixture.ts'

const sendResetMail = senderOf('reset-mail', resetMail)

const shop = await accountShop()
const { ask, post, someAccount, loggedIn, password } = shop
afterAll(() => shop.close())

/** The answer to a request, with the argon2 derivations and the jobs that it caused. */
async function costOf(path: string, body: object, address: string) {
  const [before, enqueued] = [passwordWork().started, shop.enqueued.length]
  const answer = await post(path, body, { address })
  return {
    status: answer.status,
    body: answer.body as unknown,
    cookies: answer.cookies.map(({ name }) => name),
    derivations: passwordWork().started - before,
    jobs: shop.enqueued.slice(enqueued).map(({ name }) => name),
  }
}

describe('somebody who asks whether an address has an account', () => {
  it('gets the same answer for the same argon2 work and the same jobs, at every door', async () => {
    const known = (await someAccount()).email
    const withoutPassword = (await someAccount({ passwordHash: null })).email
    const order = await writtenOrder(shop.db, snapshotOf('sv'))
    const doors = [
      { path: 'auth/login', of: (email: string) => ({ email, password: 'gissning' }), derivations: 1 },
      { path: 'auth/forgot-password', of: (email: string) => ({ email }), derivations: 0 },
      { path: 'auth/register', of: (email: string) => ({ email }), derivations: 0 },
      {
        path: 'order-auth/login',
        of: (email: string) => ({ email, order_id: order.number }),
        derivations: 0,
      },
    ]
    for (const [n, { path, of, derivations }] of doors.entries()) {
      const costs = []
      for (const email of [known, withoutPassword, 'ingen-alls@exempel.se'])
        costs.push(await costOf(path, of(email), `203.0.113.${n + 1}`))
      expect(costs[0]).toMatchObject({ derivations, cookies: [] })
      expect(costs[1]).toEqual(costs[0])
      expect(costs[2]).toEqual(costs[0])
    }
    // The job decides whether there is anything to send, where nobody can measure it.
    const sent: unknown[] = []
    const mailer = { send: async (mail: unknown) => (sent.push(mail), { messageId: 'x' }) }
    const resets = shop.enqueued.filter(({ name }) => name === 'reset-mail')
    expect(resets.map(({ data }) => (data as unknown as { accountId: number | null }).accountId)).toEqual([
      expect.any(Number),
      expect.any(Number),
      null,
    ])
    const services = { ...testServices({ db: shop.db, clock: () => shop.now.at }), mailer }
    for (const { data } of resets) await sendResetMail(services, data as unknown as JobPayloads['reset-mail'])
    expect(sent).toHaveLength(2)
  })
})

describe('a session that an attacker planted before the login', () => {
  it('is not what the login opens, and opens nothing afterwards', async () => {
    const attacker = await loggedIn((await someAccount()).email)
    const victim = await someAccount()
    const invented = { access_token: 'A'.repeat(43), refresh_token: 'B'.repeat(43) }
    for (const planted of [attacker, invented]) {
      const cookie = `anode_account=${planted.access_token}.${planted.refresh_token}`
      const answer = await post(
        'auth/login',
        { email: victim.email, password },
        { headers: { cookie, 'x-session': 'cookie' } },
      )
      expect(answer.status).toBe(204)
      const [access] = answer.cookies.find(({ name }) => name === 'anode_account')!.value.split('.')
      expect(access).not.toBe(planted.access_token)
      const mine = await ask('auth/profile', { headers: bearer(access!) })
      expect(mine.body.user.email).toBe(victim.email)
      const theirs = await ask('auth/profile', { headers: bearer(planted.access_token) })
      expect(theirs.body.user?.email).not.toBe(victim.email)
    }
    expect((await ask('auth/profile', { headers: bearer(invented.access_token) })).status).toBe(401)
  })
})

it('a flood of logins is answered with 503 before the database is asked', async () => {
  const { email } = await someAccount()
  const leave = Promise.withResolvers<void>()
  const places: Promise<void>[] = []
  const { refused } = passwordWork()
  while (passwordWork().refused === refused) {
    places.push(admitPasswordWork(() => leave.promise).catch(() => {}))
    await Promise.resolve()
  }
  const answer = await post('auth/login', { email, password })
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
  const services = new Proxy({} as LogInServices, {
    get: (_target, name) => expect.fail(`${String(name)} was used`),
  })
  const guess = { email, password, network: '203.0.113.9', device: 'known', deviceLabel: null }
  await expect(logIn(services, guess)).rejects.toBeInstanceOf(QueueFull)
  const proof = { accountId: 1, password, network: '203.0.113.9' }
  await expect(provePassword(services, proof)).rejects.toBeInstanceOf(QueueFull)
  leave.resolve()
  await Promise.all(places)
  expect((await post('auth/login', { email, password })).status).toBe(200)
})

describe('fields that a customer may not set', () => {
  it('are ignored or refused by every form of the account', async () => {
    const { id, email } = await someAccount({ firstName: 'Anna' })
    const { access_token: token } = await loggedIn(email)
    const headers = bearer(token)
    const stateOf = async () =>
      (
        await sql`select a.id, a.number, a.email, a.type, a.email_verified_at, a.password_hash, a.created_at,
            (select count(*)::integer from account_discount d where d.account_id = a.id) as discounts
          from account a where a.id = ${id}`.execute(shop.db)
      ).rows
    const before = await stateOf()
    const smuggled = {
      id: 1,
      accountId: 1,
      account_id: 1,
      number: 'K1',
      email: 'annan@exempel.se',
      emailVerified: true,
      email_verified_at: '2020-01-01',
      type: 'business',
      customerType: 'business',
      role: 'admin',
      isStaff: true,
      discount: { B2: 99 },
      discounts: { B2: 9900 },
      passwordHash: 'x',
      password_hash: 'x',
      constructor: { prototype: { isStaff: true } },
    }
    const forms: [path: string, method: 'PUT' | 'POST' | 'DELETE', body: object][] = [
      ['auth/profile', 'PUT', { firstName: 'Anna' }],
      ['auth/password', 'PUT', { current_password: 'fel', password: 'ett annat långt lösenord' }],
      ['auth/email', 'POST', { password: 'fel' }],
      ['auth/account', 'DELETE', { password: 'fel' }],
    ]
    for (const [path, method, body] of forms)
      await ask(path, { method, body: { ...smuggled, ...body }, headers })
    expect(await stateOf()).toEqual(before)
    expect(({} as { isStaff?: boolean }).isStaff).toBeUndefined()
    expect((await ask('auth/profile', { headers })).body.user).toMatchObject({ email, discount: {} })
  })
})

it('a text that PostgreSQL cannot store is the fault of its sender', async () => {
  for (const text of ['a\u0000', '\ud800']) {
    const answer = await post('auth/forgot-password', { email: text })
    expect(answer).toMatchObject({ status: 422, body: { errors: { email: expect.any(String) } } })
  }
})
