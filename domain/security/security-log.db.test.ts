import pino from 'pino'
import { afterAll, expect, it } from 'vitest'
import { issueAccountToken } from '../accounts/account-repository.server.ts'
import { accountShop } from '../../test/account-shop.ts'
import { testKeys } from '../../test/keyring.ts'

const lines: string[] = []
const shop = await accountShop({
  log: pino({ base: null, timestamp: false }, { write: (text) => void lines.push(text) }),
})
afterAll(() => shop.close())

/** Log entries since the last read. */
const read = () => lines.splice(0).map((text) => JSON.parse(text) as Record<string, unknown>)
const digest = (text: string) => testKeys.digest('log-address', text).toString('hex').slice(0, 16)
const address = '192.0.2.9'

it('logins, failures, resets, changes and reused refresh tokens are logged without personal data', async () => {
  const { id, email } = await shop.someAccount()
  const from = { emailDigest: digest(email), networkDigest: digest(address) }
  const post = (path: string, body: unknown) => shop.post(path, body, { address })
  await post('auth/login', { email, password: 'fel' })
  await post('auth/login', { email: ` ${email.toUpperCase()}`, password: shop.password })
  await post('auth/login', { email: 'ingen@exempel.se', password: 'fel' })
  expect(read()).toMatchObject([
    { event: 'login-failed', accountId: id, ...from, msg: 'security event' },
    { event: 'login', accountId: id, knownDevice: false, ...from },
    { event: 'login-failed', emailDigest: digest('ingen@exempel.se') },
  ])

  await post('auth/forgot-password', { email })
  const issue = { accountId: id, purpose: 'password', now: shop.now.at, lifeMs: 60_000 } as const
  const { token } = await issueAccountToken(shop.db, issue)
  await post('auth/change-password', { token: 'x'.repeat(43), password: 'nytt lösenord' })
  await post('auth/change-password', { token, password: shop.password })
  expect(read()).toMatchObject([
    { event: 'reset-requested', accountId: id, ...from },
    { event: 'password-change-refused', networkDigest: digest(address) },
    { event: 'password-changed', accountId: id },
  ])

  const pair = await shop.loggedIn(email)
  await post('auth/refresh', { refresh_token: pair.refresh_token })
  await post('auth/refresh', { refresh_token: pair.refresh_token })
  const link = await issueAccountToken(shop.db, { ...issue, purpose: 'login' })
  await post('auth/login', { token: link.token })
  await post('auth/login', { token: link.token })
  await post('order-auth/login', { order_id: 'S1', email })
  for (let n = 1; n <= 11; n++) await post('auth/login', { email, password: 'fel' })
  const events = read()
  expect(events.slice(0, 5)).toMatchObject([
    { event: 'login', accountId: id },
    { event: 'refresh-token-reused', accountId: id },
    { event: 'login-by-link', accountId: id },
    { event: 'link-refused' },
    { event: 'order-proof-failed', ...from },
  ])
  expect(events.at(-1)).toMatchObject({ event: 'login-limited', ...from })
  const text = JSON.stringify(events)
  for (const secret of [email, address, shop.password, pair.refresh_token, link.token])
    expect(text).not.toContain(secret)
})
