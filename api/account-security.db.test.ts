import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { accountMail } from '../server/jobs/mails/account-mail.ts'
import { senderOf } from '../test/send-templated.ts'
import { accountShop, bearer } from '../test/account-shop.ts'
import { rememberErased } from '../domain/accounts/erased-address.server.ts'
import { takeAttempts } from '../domain/security/attempts.server.ts'
import { testKeys } from '../test/keyring.ts'
import { goodForm, line } from '../test/order-shop.ts'
import { sendEnqueued, tokenIn } from '../test/send-enqueued.ts'

const sendAccountMail = senderOf('account-mail', accountMail)

const shop = await accountShop()
const { ask, post, someAccount, loggedIn, password } = shop
afterAll(() => shop.close())

const sentMails = () => sendEnqueued({ ...shop, clock: () => shop.now.at }, 'account-mail', sendAccountMail)

const form = { password: 'grönt batteri 7', firstName: 'Anna', lastName: 'Berg' }
let addresses = 0
const newAddress = () => `ny${++addresses}@exempel.se`

/** A guest's order with this address; its number. */
async function guestOrder(email: string): Promise<string> {
  const product = await shop.addProduct({ price: 200 })
  const { body } = await post('checkout', { items: [line(product)], coupons: [], campaignData: null })
  const { shippingMethod } = goodForm
  const chosen = await ask(`checkout/${body.id}`, { method: 'PATCH', body: { shippingMethod } })
  const done = await post(`checkout/${body.id}/complete`, { ...goodForm, email, total: chosen.body.total })
  expect(done.status).toBe(200)
  return done.body.number as string
}

describe('opening an account', () => {
  it('mails a link that works once, logs in, and gives the account its guest orders', async () => {
    const email = newAddress()
    const number = await guestOrder(email)
    shop.enqueued.length = 0
    const asked = await post('auth/register', { email: ` ${email.toUpperCase()} ` })
    const [mail] = await sentMails()
    expect(mail).toMatchObject({ to: email, kind: 'account-opening' })
    const token = tokenIn(mail)
    const tooCommon = await post('auth/open-account', { ...form, token, password: 'Password', lastName: '' })
    expect(tooCommon.status).toBe(422)
    expect(Object.keys(tooCommon.body.errors).sort()).toEqual(['lastName', 'password'])
    // An earlier erasure of the address ends with it.
    await rememberErased(shop.db, testKeys, { email, store: 'sv', now: new Date(shop.now.at) })
    const opened = await post('auth/open-account', { ...form, token })
    expect(opened.status).toBe(200)
    expect((await sql`select from erased_address`.execute(shop.db)).rows).toEqual([])
    const headers = bearer(opened.body.access_token)
    const profile = await ask('auth/profile', { headers })
    expect(profile.body.user).toMatchObject({ email, firstName: 'Anna', type: 'private' })
    expect((await ask('orders', { headers })).body).toEqual([expect.objectContaining({ id: number })])
    expect((await post('auth/open-account', { ...form, token })).status).toBe(401)
    expect((await post('auth/login', { email, password: form.password })).status).toBe(200)

    // A known address gets the same answer and another mail, without a link that opens anything.
    const again = await post('auth/register', { email })
    expect([again.status, again.body]).toEqual([asked.status, asked.body])
    const [known] = await sentMails()
    expect(known).toMatchObject({ to: email, subject: 'Du har redan ett konto' })
    expect(known?.text).not.toContain('token=')
  })

  it('[ROUTE-48] mails the page of the account that asked for the login with the link, to a known address too', async () => {
    const email = newAddress()
    const destination = '/sv/my-account/orders/return/S1?token=x'
    await post('auth/register', { email, destination })
    const [opening] = await sentMails()
    expect(opening?.text).toMatch(
      /\/sv\/register\?token=[\w-]{43}&destination=%2Fsv%2Fmy-account%2Forders%2Freturn%2FS1\s/,
    )
    await someAccount({ email })
    await post('auth/register', { email, destination })
    const [known] = await sentMails()
    expect(known?.text).toMatch(/\/sv\?login=%2Fsv%2Fmy-account%2Forders%2Freturn%2FS1\s/)
    await post('auth/register', { email: newAddress(), destination: '//evil.example/sv/my-account/' })
    expect((await sentMails())[0]?.text).toMatch(/\/sv\/register\?token=[\w-]{43}\s/)
  })

  it('leaves orders of an address that nobody proved to its guests', async () => {
    const email = newAddress()
    const number = await guestOrder(email)
    await someAccount({ email })
    const headers = bearer((await loggedIn(email)).access_token)
    expect((await ask('orders', { headers })).body).toEqual([])
    expect((await ask(`orders/${number}`, { headers })).status).toBe(403)
  })

  it('refuses links that are expired, tampered with or of an address that got an account', async () => {
    const [late, taken] = [newAddress(), newAddress()]
    await post('auth/register', { email: late })
    await post('auth/register', { email: taken })
    const [lateMail, takenMail] = await sentMails()
    const open = (token: string) => post('auth/open-account', { ...form, token })
    expect((await open(`${tokenIn(lateMail).slice(0, -1)}_`)).status).toBe(401)
    await someAccount({ email: taken })
    expect((await open(tokenIn(takenMail))).status).toBe(401)
    shop.now.at += 24 * 3600_000
    expect((await open(tokenIn(lateMail))).status).toBe(401)
  })

  it('mails an address at most three times a day and answers the same', async () => {
    const email = newAddress()
    const answers = []
    for (let n = 0; n < 4; n++) answers.push((await post('auth/register', { email })).body)
    expect(await sentMails()).toHaveLength(3)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect((await post('auth/register', { email: 'ingen adress' })).status).toBe(422)
  })
})

describe('a change of how a customer signs in', () => {
  it('of the password needs the present one, ends the other sessions and is reported', async () => {
    const { email } = await someAccount()
    const other = await loggedIn(email)
    const headers = bearer((await loggedIn(email)).access_token)
    const change = (body: object) => ask('auth/password', { method: 'PUT', body, headers })
    const wrong = await change({ current_password: 'fel', password: 'nytt lösenord' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['current_password']])
    const weak = await change({ current_password: password, password: 'qwertyuiop' })
    expect(Object.keys(weak.body.errors)).toEqual(['password'])
    expect((await change({ current_password: password, password: 'nytt lösenord' })).status).toBe(204)
    expect((await ask('auth/profile', { headers })).status).toBe(200)
    expect((await ask('auth/profile', { headers: bearer(other.access_token) })).status).toBe(401)
    expect(await sentMails()).toEqual([
      expect.objectContaining({ to: email, subject: 'Ditt lösenord har ändrats' }),
    ])
    const key = `${email} 127.0.0.1`
    for (let n = 0; n < 10; n++)
      await takeAttempts({ db: shop.db, keys: testKeys, clock: () => shop.now.at }, [
        { kind: 'login-account-network', key },
      ])
    expect((await change({ current_password: password, password: 'nytt lösenord' })).status).toBe(429)
  })

  it('of the address takes a confirmation of both addresses', async () => {
    const { email } = await someAccount()
    const to = newAddress()
    const joined = await guestOrder(to)
    shop.enqueued.length = 0
    const headers = bearer((await loggedIn(email)).access_token)
    const request = (body: object) => post('auth/email', body, { headers })
    expect((await request({ email: to, password: 'fel' })).status).toBe(422)
    expect((await request({ email, password })).status).toBe(422)
    expect((await request({ email: to, password })).status).toBe(204)
    const [first] = await sentMails()
    // A newer request replaces the former one.
    expect((await request({ email: to, password })).status).toBe(204)
    const [old, fresh] = await sentMails()
    expect([old?.to, fresh?.to]).toEqual([email, to])
    const confirm = (token: string) => post('auth/confirm-email', { token })
    expect((await confirm(tokenIn(first))).status).toBe(401)
    expect((await confirm(tokenIn(fresh))).body).toEqual({ done: false })
    expect((await confirm(tokenIn(fresh))).status).toBe(401)
    expect((await ask('auth/profile', { headers })).body.user.email).toBe(email)
    expect((await confirm(tokenIn(old))).body).toEqual({ done: true })
    expect((await ask('auth/profile', { headers })).body.user.email).toBe(to)
    expect((await ask('orders', { headers })).body).toEqual([expect.objectContaining({ id: joined })])
    const notices = await sentMails()
    expect(notices.map((mail) => mail.to)).toEqual([email, to])
    // A new password helps only where its link is sent: at the new address.
    const advice = notices.map(({ text }) => [text.includes('Byt lösenord via'), text.includes('+46 8')])
    expect(advice).toEqual([
      [false, true],
      [true, false],
    ])
    expect((await post('auth/login', { email, password })).status).toBe(401)
    expect((await post('auth/login', { email: to, password })).status).toBe(200)
  })

  it('to an address with an account is answered alike, and only its owner learns of it', async () => {
    const { email } = await someAccount()
    const { email: taken } = await someAccount()
    const headers = bearer((await loggedIn(email)).access_token)
    const answer = await post('auth/email', { email: taken, password }, { headers })
    expect([answer.status, answer.body]).toEqual([204, null])
    const [old, toTaken] = await sentMails()
    expect(toTaken).toMatchObject({ to: taken, subject: 'Du har redan ett konto' })
    expect((await post('auth/confirm-email', { token: tokenIn(old) })).body).toEqual({ done: false })
    expect((await ask('auth/profile', { headers })).body.user.email).toBe(email)
  })
})

describe('the sessions of an account', () => {
  it('are listed with their devices, and end one by one or all at once', async () => {
    const { email } = await someAccount()
    const { email: stranger } = await someAccount()
    const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Safari/605.1' }
    const from = async (headers: Record<string, string>) =>
      (await post('auth/login', { email, password }, { headers })).body.access_token as string
    const [here, there, third] = [await from({}), await from(phone), await from(phone)]
    const list = async (token: string) => (await ask('auth/sessions', { headers: bearer(token) })).body
    const open = (await list(here)) as { id: number; device: string | null; current: boolean }[]
    expect(open.map(({ device }) => device)).toEqual(['Safari, iPhone', 'Safari, iPhone', null])
    expect(open.filter(({ current }) => current)).toHaveLength(1)
    const end = (path: string, token: string) => ask(path, { method: 'DELETE', headers: bearer(token) })
    const target = (await list(there)).find(({ current }: { current: boolean }) => current).id as number
    const foreign = (await loggedIn(stranger)).access_token
    expect((await end(`auth/sessions/${target}`, foreign)).status).toBe(404)
    expect((await end(`auth/sessions/${target}`, here)).status).toBe(204)
    expect((await end(`auth/sessions/${target}`, here)).status).toBe(404)
    expect((await ask('auth/profile', { headers: bearer(there) })).status).toBe(401)
    expect((await end('auth/sessions', here)).status).toBe(204)
    for (const token of [here, third])
      expect((await ask('auth/profile', { headers: bearer(token) })).status).toBe(401)
    expect((await ask('auth/profile', { headers: bearer(foreign) })).status).toBe(200)
  })
})

describe('every call about signing in', () => {
  it('[ROLE-07] refuses guests', async () => {
    expect((await ask('auth/sessions')).status).toBe(401)
    expect((await ask('auth/sessions', { method: 'DELETE' })).status).toBe(401)
    expect((await ask('auth/sessions/1', { method: 'DELETE' })).status).toBe(401)
    const passwords = { current_password: password, password: 'nytt lösenord' }
    expect((await ask('auth/password', { method: 'PUT', body: passwords })).status).toBe(401)
    expect((await post('auth/email', { email: newAddress(), password })).status).toBe(401)
  })
})
