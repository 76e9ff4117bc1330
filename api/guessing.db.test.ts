import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attemptLimits, countAttempts } from '../domain/security/attempts.server.ts'
import { matchOrder } from '../domain/orders/prove-order.server.ts'
import { issueAccountToken } from '../domain/accounts/account-repository.server.ts'
import { addCoupon } from '../test/coupon-fixture.ts'
import { testKeys } from '../test/keyring.ts'
import { snapshotOf, writtenOrder } from '../test/order-fixture.ts'
import { line, orderShop, type OrderShop } from '../test/order-shop.ts'
import { accountShop } from '../test/account-shop.ts'
import { watchedQueries } from '../test/watched-queries.ts'

const shop = await accountShop()
const { post, someAccount, password } = shop
afterAll(() => shop.close())

describe('guessing a password', () => {
  const attacker = '203.0.113.7'
  const guess = (email: string, address = attacker) =>
    post('auth/login', { email, password: 'gissning' }, { address })
  /** Simulates this many attempts from all over the world. */
  const exhaust = (email: string) =>
    countAttempts(
      { db: shop.db, keys: testKeys, clock: () => shop.now.at },
      { kind: 'login-account', key: email },
      attemptLimits['login-account'].attempts,
    )
  const login = (email: string, headers: Record<string, string> = {}, address = '198.51.100.4') =>
    post('auth/login', { email, password }, { address, headers: { 'x-session': 'cookie', ...headers } })
  const deviceOf = (answer: Awaited<ReturnType<typeof login>>) =>
    answer.cookies.find(({ name }) => name === 'anode_device')

  it('is limited per network and does not lock the owner out', async () => {
    const { email } = await someAccount()
    for (let n = 1; n <= 10; n++) expect((await guess(email)).status).toBe(401)
    expect((await guess(email)).status).toBe(429)
    expect((await login(email, {}, attacker)).status).toBe(429)
    expect((await login(email)).status).toBe(204)
  })

  it('from one network does not use up what the account allows from all of them', async () => {
    const { email } = await someAccount()
    for (let n = 1; n <= 60; n++) await guess(email, '203.0.113.8')
    for (let n = 1; n <= 60; n++) await guess(email, '203.0.113.9')
    const services = { db: shop.db, keys: testKeys, clock: () => shop.now.at }
    const most = attemptLimits['login-account'].attempts
    const counted = await countAttempts(services, { kind: 'login-account', key: email }, most - 20)
    expect(counted.allowed).toBe(true)
  })

  it('from everywhere is limited by a ceiling that a known device and a reset bypass', async () => {
    const { id, email } = await someAccount()
    const device = deviceOf(await login(email))!
    expect(device).toMatchObject({ path: '/api/auth', httpOnly: true, sameSite: 'Strict' })
    await exhaust(email)
    expect((await login(email)).status).toBe(429)
    const known = await login(email, { cookie: `anode_device=${device.value}` })
    expect(known.status).toBe(204)
    // The token changes with each login, and the previous one is invalid.
    expect(deviceOf(known)!.value).not.toBe(device.value)
    expect((await login(email, { cookie: `anode_device=${device.value}` })).status).toBe(429)

    const issue = { accountId: id, purpose: 'password', now: shop.now.at, lifeMs: 3_600_000 } as const
    const { token } = await issueAccountToken(shop.db, issue)
    const changed = await post('auth/change-password', { token, password })
    expect(changed.status).toBe(204)
    expect((await login(email)).status).toBe(204)
    // The browser of the reset is known, even in a network that guesses.
    const cookie = `anode_device=${deviceOf(changed)!.value}`
    for (let n = 1; n <= 60; n++) await guess(`niemand${n}@exempel.se`, '203.0.113.70')
    expect((await login(email, {}, '203.0.113.70')).status).toBe(429)
    expect((await login(email, { cookie }, '203.0.113.70')).status).toBe(204)
  })

  it('with a device of another account or a stolen device is limited too', async () => {
    const [mine, other] = [await someAccount(), await someAccount()]
    const cookie = `anode_device=${deviceOf(await login(other.email))!.value}`
    await exhaust(mine.email)
    expect((await login(mine.email, { cookie })).status).toBe(429)
    const stolen = { headers: { cookie }, address: attacker }
    const tries = []
    for (let n = 1; n <= 11; n++)
      tries.push((await post('auth/login', { email: other.email, password: 'fel' }, stolen)).status)
    expect(tries).toEqual([...Array<number>(10).fill(401), 429])
    // The owner uses an unknown device in another network.
    expect((await login(other.email)).status).toBe(204)
  })
})

describe('guessing the order that belongs to an e-mail', () => {
  it('is limited per e-mail, over all networks and all numbers', async () => {
    const snapshot = snapshotOf('sv')
    const order = await writtenOrder(shop.db, snapshot)
    const email = 'gissad@exempel.se'
    const prove = (n: number) =>
      post('order-auth/login', { order_id: `S9${n}`, email }, { address: `192.0.2.${n}` })
    const { attempts } = attemptLimits['order-proof-email']
    for (let n = 1; n <= attempts; n++) expect((await prove(n)).status).toBe(401)
    expect((await prove(attempts + 1)).status).toBe(429)
    const track = await shop.call('GET', `/api/track-order/S99?email=${email}`)
    expect(track.status).toBe(429)
    const own = `/api/track-order/${order.number}?email=${encodeURIComponent(snapshot.customer.email)}`
    expect((await shop.call('GET', own)).status).toBe(200)
  })

  it('from one network keeps no buyer elsewhere out, neither by number nor by e-mail', async () => {
    const { customer } = snapshotOf('sv')
    const snapshot = { ...snapshotOf('sv'), customer: { ...customer, email: 'koepare@exempel.se' } }
    const { email } = snapshot.customer
    const order = await writtenOrder(shop.db, snapshot)
    const prove = (address: string, asked = { order_id: order.number, email }) =>
      post('order-auth/login', asked, { address })
    for (let n = 1; n <= 15; n++) await prove('203.0.113.31', { order_id: order.number, email: `x${n}@x.se` })
    for (let n = 1; n <= 25; n++) await prove('203.0.113.32', { order_id: `S8${n}`, email })
    // A rejected declaration counts for its network too.
    const declare = (n: number) =>
      post(
        'withdrawals',
        { key: crypto.randomUUID(), order_number: `S7${n}`, name: 'Anna', email },
        { address: '203.0.113.33' },
      )
    for (let n = 1; n <= 25; n++) await declare(n)
    expect((await prove('203.0.113.31')).status).toBe(429)
    expect((await prove('203.0.113.32')).status).toBe(429)
    expect((await prove('198.51.100.31')).status).toBe(200)
  })
})

describe('guessing the order of a withdrawal', () => {
  it('is limited per e-mail: declarations past the limit are stored, and matched by staff', async () => {
    const snapshot = { ...snapshotOf('sv') }
    const order = await writtenOrder(shop.db, snapshot)
    const { email } = snapshot.customer
    const services = { db: shop.db, keys: testKeys, clock: () => shop.now.at }
    const match = (orderNumber: string) => matchOrder(services, { orderNumber, email, network: '192.0.2.99' })
    for (let n = 1; n <= 15; n++) expect(await match(order.number)).toMatchObject({ number: order.number })
    for (let n = 1; n <= 20; n++) expect(await match(`S9${n}`)).toBeNull()
    expect(await match(order.number)).toBeNull()
    shop.now.at += attemptLimits['order-proof-email-network'].windowMs
    expect(await match(order.number)).toMatchObject({ number: order.number })
  })
})

describe('guessing coupon codes', () => {
  let other: OrderShop
  beforeAll(async () => {
    // Another node on the same database.
    other = await orderShop({ db: shop.db, catalogue: shop.catalogue })
  })
  afterAll(() => other.close())

  const call = async (node: OrderShop, path: string, coupons: string[], address: string) => {
    const items = [line(product)]
    const answer = await node.app.inject({
      method: 'POST',
      url: `/api/${path}?locale=sv&sid=7`,
      remoteAddress: address,
      payload: path === 'sync-coupons' ? { coupons, cart_contents: items } : { items, coupons },
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  let product: number
  let guessed = 0
  const guesses = (count: number) => Array.from({ length: count }, () => `GISSNING-${++guessed}`)

  it('judges ten codes of a call and returns the rest as not applied', async () => {
    product = await shop.addProduct()
    const code = await addCoupon(shop.db, { percentage_discount: 10 })
    const { body } = await call(shop, 'sync-coupons', [...guesses(10), code], '192.0.2.50')
    expect(body).toHaveLength(11)
    expect(body[10]).toMatchObject({ code, applied: false, reason: 'too_many_codes' })
    expect(body[0]).toMatchObject({ applied: false, reason: 'unknown' })
  })

  it('is blocked for a network, on every node, without further information', async () => {
    const [known, hidden] = [
      await addCoupon(shop.db, { percentage_discount: 10 }),
      await addCoupon(shop.db, { percentage_discount: 10 }),
    ]
    const network = '192.0.2.60'
    const applied = async (node: OrderShop, code: string) =>
      (await call(node, 'sync-coupons', [code], network)).body[0]?.applied as boolean | undefined
    expect(await applied(shop, known)).toBe(true)
    for (let n = 1; n <= 6; n++)
      expect((await call(n % 2 ? shop : other, 'sync-coupons', guesses(10), network)).status).toBe(200)
    expect((await call(shop, 'sync-coupons', [...guesses(1), hidden], network)).status).toBe(429)
    expect((await call(shop, 'sync-coupons', [hidden], network)).status).toBe(429)
    expect((await call(other, 'sync-coupons', [...guesses(1), hidden], network)).status).toBe(429)
    // Applied codes still count; carts work; no other call discloses more.
    expect(await applied(shop, known)).toBe(true)
    expect((await call(shop, 'sync-cart', [hidden, ...guesses(3)], network)).status).toBe(200)
    const priced = await call(shop, 'price-cart', [hidden, known], network)
    expect(priced.status).toBe(200)
    expect(JSON.stringify(priced.body)).toContain('not_judged')
    expect(JSON.stringify(priced.body)).toContain(known)
    // Other networks are not affected, and the window ends.
    expect((await call(shop, 'sync-coupons', [hidden], '192.0.2.61')).body[0].applied).toBe(true)
    shop.now.at += attemptLimits['unknown-code-network'].windowMs
    expect(await applied(shop, hidden)).toBe(true)
  })

  it('does not count texts that cannot be codes, which are unknown without being kept', async () => {
    const network = '192.0.2.80'
    const endless = () => guesses(10).map((code) => code.padEnd(19_000, 'Ж'))
    for (let n = 1; n <= 7; n++) {
      const { status, body } = await call(shop, 'sync-coupons', endless(), network)
      expect([status, body[9].reason]).toEqual([200, 'unknown'])
    }
    const { rows } = await sql<{ tries: number }>`select tries from attempt
      where key = ${testKeys.digest('rate-limit', `unknown-code-network ${network}`)}`.execute(shop.db)
    expect(rows).toEqual([])
  })

  it('counts a mistyped code once, and runs no counting query for existing codes', async () => {
    const network = '192.0.2.70'
    const code = await addCoupon(shop.db, { percentage_discount: 10 })
    for (let n = 1; n <= 80; n++)
      expect((await call(shop, 'sync-coupons', ['FELSKRIVEN'], network)).status).toBe(200)
    const watched = watchedQueries(shop.db)
    const node = await orderShop({ db: watched.db, catalogue: shop.catalogue })
    await call(node, 'sync-coupons', [], network)
    const without = watched.queries
    await call(node, 'sync-coupons', [code], network)
    // One query more: the coupon itself. The node of production remembers that too.
    expect(watched.queries - without).toBe(without + 1)
    await node.close()
  })
})
