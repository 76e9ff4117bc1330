import { afterAll, describe, expect, it } from 'vitest'
import { accountShop, bearer } from '../test/account-shop.ts'
import { softwareAuthenticator } from '../test/software-authenticator.ts'

const origin = 'https://shop.example'
const shop = await accountShop({ publicUrl: origin })
const { ask, post, someAccount, loggedIn, password } = shop
afterAll(() => shop.close())

type Authenticator = ReturnType<typeof softwareAuthenticator>

const challengeOf = async (path: string, headers: Record<string, string> = {}) => {
  const { status, body } = await post(path, undefined, { headers })
  expect(status).toBe(200)
  return body.challenge as string
}
const loginChallenge = () => challengeOf('auth/passkey-login/options')
const logIn = (response: object) => post('auth/passkey-login', { response })

/** A customer with a passkey whose counter is 5, and a session that was opened by password. */
async function customer(): Promise<{ headers: Record<string, string>; passkey: Authenticator }> {
  const { email } = await someAccount()
  const headers = bearer((await loggedIn(email)).access_token)
  const passkey = softwareAuthenticator()
  const challenge = await challengeOf('auth/passkeys/options', headers)
  const response = passkey.attest({ challenge, origin, counter: 5 })
  expect((await post('auth/passkeys', { name: 'Min dator', response }, { headers })).status).toBe(204)
  return { headers, passkey }
}

describe('signing in with a passkey', () => {
  it('works once per challenge; a replayed answer is refused', async () => {
    const { passkey } = await customer()
    const answer = passkey.assert({ challenge: await loginChallenge(), origin, counter: 6 })
    expect((await logIn(answer)).status).toBe(200)
    expect((await logIn(answer)).status).toBe(401)
  })

  it('is refused with an unknown credential, another key, origin or host, and a made-up or old challenge', async () => {
    const { passkey } = await customer()
    const stranger = softwareAuthenticator()
    const signing = async (more: object = {}) => ({
      challenge: await loginChallenge(),
      origin,
      counter: 7,
      ...more,
    })
    const forged = stranger.assert(await signing())
    const refused = [
      forged,
      { ...forged, id: passkey.id, rawId: passkey.id },
      passkey.assert(await signing({ origin: 'https://shop.example.evil.example' })),
      passkey.assert(await signing({ origin: 'http://shop.example' })),
      passkey.assert(await signing({ challenge: Buffer.from('made up').toString('base64url') })),
    ]
    for (const answer of refused) expect((await logIn(answer)).status).toBe(401)
    const late = await signing()
    shop.now.at += 6 * 60_000
    expect((await logIn(passkey.assert(late))).status).toBe(401)
    // The passkey itself is fine.
    expect((await logIn(passkey.assert(await signing()))).status).toBe(200)
  })

  it('is refused when the counter does not grow, as that of a copy', async () => {
    const { passkey } = await customer()
    const at = async (counter: number) =>
      (await logIn(passkey.assert({ challenge: await loginChallenge(), origin, counter }))).status
    expect([await at(6), await at(6), await at(2), await at(7)]).toEqual([200, 401, 401, 200])
  })
})

describe('adding a passkey', () => {
  it('is refused with the challenge of another account, an answer twice, and a known credential', async () => {
    const [anna, bo] = [await customer(), await customer()]
    const challenge = await challengeOf('auth/passkeys/options', anna.headers)
    const response = softwareAuthenticator().attest({ challenge, origin, counter: 0 })
    const add = (body: object, headers: Record<string, string>) => post('auth/passkeys', body, { headers })
    expect((await add({ name: 'x', response }, bo.headers)).status).toBe(403)
    expect((await add({ name: 'x', response }, anna.headers)).status).toBe(204)
    expect((await add({ name: 'x', response }, anna.headers)).status).toBe(403)
    const next = await challengeOf('auth/passkeys/options', bo.headers)
    const stolen = anna.passkey.attest({ challenge: next, origin, counter: 0 })
    expect((await add({ name: 'x', response: stolen }, bo.headers)).status).toBe(403)
  })
})

describe('a change of passkeys', () => {
  const remove = (id: string, headers: Record<string, string>) =>
    ask(`auth/passkeys/${id}`, { method: 'DELETE', headers })
  const prove = (body: object, headers: Record<string, string>) => post('auth/proof', body, { headers })

  it('needs a password or a passkey of the account within the last ten minutes', async () => {
    const { headers, passkey } = await customer()
    const other = await customer()
    shop.now.at += 10 * 60_000
    expect((await post('auth/passkeys/options', undefined, { headers })).status).toBe(403)
    expect((await remove(passkey.id, headers)).status).toBe(403)
    expect((await ask('auth/passkeys', { headers })).body).toHaveLength(1)
    expect((await prove({ password: 'fel' }, headers)).status).toBe(422)
    const sign = async ({ assert }: Authenticator, counter: number) =>
      assert({ challenge: await loginChallenge(), origin, counter })
    expect((await prove({ response: await sign(other.passkey, 9) }, headers)).status).toBe(422)
    expect((await remove(passkey.id, headers)).status).toBe(403)
    expect((await prove({ response: await sign(passkey, 9) }, headers)).status).toBe(204)
    expect((await post('auth/passkeys/options', undefined, { headers })).status).toBe(200)
    shop.now.at += 10 * 60_000
    expect((await remove(passkey.id, headers)).status).toBe(403)
    expect((await prove({ password }, headers)).status).toBe(204)
    expect((await remove(passkey.id, headers)).status).toBe(204)
    expect((await prove({ password }, {})).status).toBe(401)
  })
})
