import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { moveOrder } from '../../domain/orders/move-order.server.ts'
import { eraseCustomer } from '../../domain/personal-data/erase-customer.server.ts'
import { jobActor } from '../../domain/audit/actor.ts'
import { applyRetention } from '../../domain/personal-data/apply-retention.server.ts'
import { openDepositProofs } from './deposit-proof-repository.server.ts'
import { rejectReturn } from './handle-return.server.ts'
import { approveDepositProof, rejectDepositProof } from './refund-deposit.server.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { accountShop, bearer } from '../../test/account-shop.ts'
import { line } from '../../test/order-shop.ts'
import { paidOrders, plain } from '../../test/paid-order.ts'
import { testKeys } from '../../test/keyring.ts'
import { testActor } from '../../test/test-actor.ts'

const shop = await accountShop()
const paid = paidOrders(shop)
afterAll(() => shop.close())

/** A delivered order of two starter batteries, with the headers of its own login. */
async function delivered(store: StoreCode = 'sv') {
  const product = await shop.addProduct({ price: 200, starterBattery: true })
  const order = await paid.order([line(product, 2)], { store })
  await shipOrder(paid.services, testActor, { number: order.number, trackingNumber: 'PARCEL-1' })
  await moveOrder(paid.services, testActor, order.number, 'delivered')
  const proof = { order_id: order.number, email: 'anna.berg@example.se' }
  const { body } = await shop.post('order-auth/login', proof, { store })
  const headers: Record<string, string> = bearer(body.access_token)
  const url = (path: string, query = '') =>
    `/api/orders/${order.number}/${path}?locale=${store}&sid=${stores[store].storeId}${query}`
  return {
    ...order,
    sku: `SKU-${product}`,
    headers,
    send: (path: string, file: Buffer, { query = '', from = headers } = {}) =>
      shop.app.inject({
        method: 'POST',
        url: url(path, query),
        headers: { ...from, 'content-type': 'application/octet-stream' },
        payload: file,
      }),
    load: (path: string, from: Record<string, string> = headers) =>
      shop.app.inject({ url: url(path), headers: from }),
    register: (reason: string) =>
      shop.post(
        `orders/${order.number}/returns`,
        { items: [{ sku: `SKU-${product}`, quantity: 1, reason }] },
        { headers, store },
      ),
  }
}

/** A photo with the place where it was taken. */
const photo = (red: number) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: { r: red, g: 9, b: 9 } } })
    .withExif({ IFD0: { Make: 'Telefon' }, IFD3: { GPSLatitude: '59/1 20/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()

it('photos of faulty goods are checked by content, lose their metadata, and are the buyer’s and staff’s alone', async () => {
  const order = await delivered()
  const stranger = await delivered()
  await order.register('changed_mind')
  await order.register('defective')
  const path = 'returns/2/photos'
  const file = await photo(1)
  expect((await sharp(file).metadata()).exif).toBeDefined()
  expect((await order.send('returns/1/photos', file)).statusCode).toBe(409)
  expect((await order.send('returns/9/photos', file)).statusCode).toBe(404)
  const refused = [Buffer.from('<svg/>'), Buffer.alloc(0), file.subarray(0, 200)]
  for (const bytes of refused) {
    const answer = await order.send(path, bytes)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['photo']])
  }
  expect((await order.send(path, Buffer.alloc(15 * 1024 * 1024 + 1))).statusCode).toBe(413)
  const added = await order.send(path, file)
  const { id } = added.json()
  expect((await order.send(path, file)).json()).toEqual({ id })
  const loaded = await order.load(`${path}/${id}`)
  expect([loaded.statusCode, loaded.headers['content-type'], loaded.headers['cache-control']]).toEqual([
    200,
    'image/jpeg',
    'no-store',
  ])
  const { exif, format } = await sharp(loaded.rawPayload).metadata()
  expect([exif, format]).toEqual([undefined, 'jpeg'])
  expect((await order.load(`${path}/${id}`, {})).statusCode).toBe(401)
  expect((await order.load(`${path}/${id}`, stranger.headers)).statusCode).toBe(403)
  expect((await order.load(`returns/1/photos/${id}`)).statusCode).toBe(404)
  await stranger.register('defective')
  expect((await stranger.load(`returns/1/photos/${id}`)).statusCode).toBe(404)
  expect((await order.send(path, file, { from: {} })).statusCode).toBe(401)
  expect((await order.send(path, file, { from: stranger.headers })).statusCode).toBe(403)

  for (const red of [40, 80, 120, 160])
    expect((await order.send(path, await photo(red))).statusCode).toBe(200)
  expect((await order.send(path, await photo(200))).statusCode).toBe(409)
  const kept = async () =>
    (await sql`select 1 from customer_picture where order_id = ${order.id}`.execute(shop.db)).rows.length
  expect(await kept()).toBe(5)
  await rejectReturn(paid.services, testActor, `${order.number}-R2`, 'Felet syns inte.')
  expect((await order.send(path, await photo(240))).statusCode).toBe(409)

  const longAgo = new Date(shop.now.at - 366 * 86_400_000)
  await sql`update customer_picture set uploaded_at = ${longAgo} where id = ${id}`.execute(shop.db)
  await applyRetention({ db: shop.db, clock: () => shop.now.at }, jobActor('retention'))
  expect(await kept()).toBe(4)
  const account = await shop.someAccount()
  await sql`update orders set account_id = ${account.id} where id = ${order.id}`.execute(shop.db)
  await sql`delete from order_credit where order_id = ${order.id}`.execute(shop.db)
  const now = new Date(shop.now.at)
  expect(await eraseCustomer(shop.db, testActor, { keys: testKeys, accountId: account.id, now })).toEqual({
    ok: true,
  })
  expect(await kept()).toBe(0)
})

it('the deposit of a starter battery is refunded on a proof of at most two weeks, once, when staff approve it', async () => {
  const order = await delivered('de')
  // The shop's day is 20 November.
  const send = async (proofOn: string, red: number, quantity = 1) => {
    const query = `&quantity=${quantity}&proof_on=${proofOn}`
    const answer = await order.send('deposit-proofs', await photo(red * 50), { query })
    return [answer.statusCode, answer.json().errors ? Object.keys(answer.json().errors)[0] : answer.json().id]
  }
  expect(await send('2026-11-05', 1)).toEqual([422, 'proof_on'])
  expect(await send('2026-11-21', 1)).toEqual([422, 'proof_on'])
  expect(await send('gestern', 1)).toEqual([400, 'proof_on'])
  expect((await send('2026-11-06', 1, 3))[0]).toBe(409)
  const [, first] = await send('2026-11-06', 1)
  expect(await send('2026-11-06', 1)).toEqual([200, first])
  const [, second] = await send('2026-11-20', 2)
  expect((await send('2026-11-20', 3))[0]).toBe(409)
  expect((await openDepositProofs(shop.db, 10)).map(({ id }) => id)).toEqual([first, second])

  const both = await Promise.all([1, 2].map(() => approveDepositProof(paid.services, testActor, first)))
  expect(both.filter(({ ok }) => ok)).toMatchObject([{ refund: { amountMinor: 750, reason: 'deposit' } }])
  expect(both.filter(({ ok }) => !ok)).toEqual([{ ok: false, code: 'already_decided' }])
  expect(plain((await paid.mailOf(order.id, 'refund-1'))!.text)).toContain('7,50 €')
  expect(await rejectDepositProof(paid.services, testActor, second, 'Kein Datum.')).toMatchObject({
    ok: true,
  })
  // A rejected proof leaves its deposit to another one; a return refunds no deposit twice.
  expect((await send('2026-11-20', 4))[0]).toBe(200)
  expect(
    (
      await delivered('sv').then((other) =>
        other.send('deposit-proofs', Buffer.from(''), { query: '&quantity=1&proof_on=2026-11-20' }),
      )
    ).statusCode,
  ).toBe(422)
})
