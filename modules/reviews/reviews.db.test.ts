import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testActor } from '../../test/test-actor.ts'
import { forceOrderStatus } from '../../test/force-order-status.ts'
import { applySettings } from '../../domain/stores/apply-settings.ts'
import { testKeys } from '../../test/keyring.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { CompiledQuery } from 'kysely'
import { familiesOf, readProducts } from '../../read-model/schema/catalogue-rows.server.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import { sendDue } from '../../test/send-due-mails.ts'
import { oweReviewRejections } from './owe-review-rejections.server.ts'
import { oweReviewRequests } from './owe-review-requests.server.ts'
import { createAccount } from '../../domain/accounts/account-repository.server.ts'
import { changeMailPreferences } from '../../domain/notifications/mail-preferences.server.ts'
import { eraseCustomer } from '../../domain/personal-data/erase-customer.server.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import { answerReview, moderateReview } from './moderate-review.server.ts'

const dayMs = 24 * 3_600_000
let shop: OrderShop
let orders: ReturnType<typeof paidOrders>
const mails: Mail[] = []

beforeAll(async () => {
  shop = await orderShop()
  orders = paidOrders(shop)
})
afterAll(() => shop.close())

const services = (mailer = { send: async (mail: Mail) => (mails.push(mail), { messageId: mail.name }) }) => ({
  db: shop.db,
  mailer,
  publicUrl: 'http://shop.example',
  keys: testKeys,
  clock: () => shop.now.at,
})

/** An order of these products that was delivered now. */
async function delivered(...products: ProductId[]) {
  const order = await orders.order(products.map((product) => line(product)))
  await forceOrderStatus(shop.db, order.number, 'delivered')
  await sql`update orders set delivered_at = ${new Date(shop.now.at)} where id = ${order.id}`.execute(shop.db)
  return order
}

/** The token of the mail that asks the buyer of the order. */
async function askedFor(order: { number: string }): Promise<string> {
  shop.now.at += 10 * dayMs
  await oweReviewRequests(services())
  await sendDue(services())
  const mail = mails.find(({ name }) => name === `${order.number}-review`)
  const [link = ''] = /http:\/\/shop\.example\/sv\/review\S+/.exec(mail?.text ?? '') ?? []
  return new URL(link).searchParams.get('token') ?? ''
}

const skuOf = (product: number) => `SKU-${product}`
/** Reviews that wait for a decision, the oldest first. */
const pending = async () =>
  (
    await sql<{
      id: number
      sku: string
      stars: number
      words: string
      name: string | null
      status: string
      orderNumber: string | null
    }>`
      select r.id::integer as id, p.sku, r.stars, r.words, r.name, r.status, o.number as "orderNumber"
      from review r join product p on p.id = r.product_id left join orders o on o.id = r.order_id
      where r.status = 'pending' order by r.submitted_at, r.id`.execute(shop.db)
  ).rows
const write = (token: string, reviews: object[], showName = true) =>
  shop.call('POST', '/api/reviews', { token, show_name: showName, reviews })
const publish = (id: number) =>
  moderateReview(shop.db, testActor, { id, reason: null, now: new Date(shop.now.at) })

describe('the request', () => {
  it('is mailed once per delivered order after the days of the store, and to nobody who refused', async () => {
    const product = await shop.addProduct()
    const order = await delivered(product)
    const other = await orders.order([line(product)])
    shop.now.at += 9 * dayMs
    expect(await oweReviewRequests(services())).toBe(0)
    shop.now.at += dayMs
    // Those of a closed store wait until it is open.
    applySettings('sv', { opening: { isOpenToShoppers: false } })
    expect(await oweReviewRequests(services())).toBe(0)
    applySettings('sv', {})
    const [one, two] = await Promise.all([oweReviewRequests(services()), oweReviewRequests(services())])
    expect(one + two).toBe(1)
    const failing = services({ send: () => Promise.reject(new Error('no mail server')) })
    expect(await sendDue(failing)).toEqual([])
    await Promise.all([sendDue(services()), sendDue(services())])
    expect(mails).toHaveLength(1)
    expect(await oweReviewRequests(services())).toBe(0)
    const [mail] = mails
    expect(mail).toMatchObject({ name: `${order.number}-review`, kind: 'review-request' })
    expect(mail!.text).toContain('http://shop.example/sv/review?token=')
    expect(mails.some(({ name }) => name.startsWith(other.number))).toBe(false)

    const recipient = { store: 'sv', email: 'anna.berg@example.se' } as const
    await changeMailPreferences(services(), testActor, recipient, { reviews: false })
    await delivered(product)
    shop.now.at += 10 * dayMs
    expect(await oweReviewRequests(services())).toBe(0)
    await changeMailPreferences(services(), testActor, recipient, { reviews: true })
    mails.length = 0
  })

  it('is not sent once its order was returned, or its buyer has refused meanwhile', async () => {
    const product = await shop.addProduct()
    await oweReviewRequests(services())
    await sendDue(services())
    const [returned, refused] = [await delivered(product), await delivered(product)]
    shop.now.at += 10 * dayMs
    expect(await oweReviewRequests(services())).toBe(2)
    await forceOrderStatus(shop.db, returned.number, 'returned')
    const recipient = { store: 'sv', email: 'anna.berg@example.se' } as const
    await changeMailPreferences(services(), testActor, recipient, { reviews: false })
    expect(await sendDue(services())).toEqual([])
    await changeMailPreferences(services(), testActor, recipient, { reviews: true })
    expect(await sendDue(services())).toEqual([])
    const { rows } = await sql<{ orderId: string; state: string }>`
      select data->>'orderId' as "orderId", state from mail_outbox where template = 'review-request-mail'`.execute(
      shop.db,
    )
    const states = new Map(rows.map(({ orderId, state }) => [Number(orderId), state]))
    expect([states.get(returned.id), states.get(refused.id)]).toEqual(['not_owed', 'refused'])
  })

  it('is not sent once its link is over', async () => {
    await delivered(await shop.addProduct())
    shop.now.at += 10 * dayMs
    expect(await oweReviewRequests(services())).toBe(1)
    shop.now.at += 60 * dayMs
    expect(await sendDue(services())).toEqual([])
  })

  it('is not sent for deliveries of long ago', async () => {
    await delivered(await shop.addProduct())
    shop.now.at += 80 * dayMs
    expect(await oweReviewRequests(services())).toBe(0)
  })
})

describe('the link', () => {
  it('writes reviews of the goods of its order, once, unmodified and until it expires', async () => {
    const [bought, second, foreign] = [
      await shop.addProduct(),
      await shop.addProduct(),
      await shop.addProduct(),
    ]
    const token = await askedFor(await delivered(bought, second))
    const good = { sku: skuOf(bought), stars: 2, words: ' Tom efter en vecka. ' }
    const forged = token.replace(/^[^.]+/, '1')
    for (const bad of ['', 'x', forged, token.slice(0, -2)])
      expect((await write(bad, [good])).status).toBe(403)
    for (const wrong of [
      [{ ...good, sku: skuOf(foreign) }],
      [good, good],
      [],
      [{ ...good, stars: 0 }],
      [{ ...good, stars: 6 }],
    ])
      expect((await write(token, wrong)).status).toBe(422)
    const answers = await Promise.all([1, 2].map(() => write(token, [good])))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
    expect(await pending()).toMatchObject([
      { sku: expect.stringMatching(/^sku-/), stars: 2, words: 'Tom efter en vecka.', name: 'Anna' },
    ])
    const late = await askedFor(await delivered(second))
    shop.now.at += 61 * dayMs
    expect((await write(late, [{ ...good, sku: skuOf(second) }])).status).toBe(403)
    await sql`delete from review`.execute(shop.db)
  })

  it('writes nothing after its buyer has deleted the account, which it no longer names', async () => {
    const product = await shop.addProduct()
    const email = 'borta@example.se'
    const { id: accountId } = (await createAccount(shop.db, testActor, {
      store: 'sv',
      email,
      passwordHash: null,
    }))!
    const [written, asked] = [await delivered(product), await delivered(product)]
    await sql`update orders set account_id = ${accountId}, paid_at = now()
      where id in (${written.id}, ${asked.id})`.execute(shop.db)
    const review = [{ sku: skuOf(product), stars: 5, words: 'Bra.' }]
    const tokens = [await askedFor(written), await askedFor(asked)]
    expect((await write(tokens[0]!, review)).status).toBe(204)
    const now = new Date(shop.now.at)
    expect(await eraseCustomer(shop.db, testActor, { keys: testKeys, accountId, now })).toEqual({ ok: true })
    expect((await write(tokens[1]!, review)).status).toBe(403)
    expect(await pending()).toMatchObject([{ words: 'Bra.', name: null }])
    await sql`delete from review`.execute(shop.db)
  })
})

describe('a review', () => {
  it('is published or rejected by staff for a listed reason, answered, audited, and then in the catalogue', async () => {
    const product = await shop.addProduct()
    await sql`update product set score_hundredths = 500, score_count = 3 where id = ${product}`.execute(
      shop.db,
    )
    for (const [stars, words] of [
      [1, 'Skräp, för fan.'],
      [4, 'Bra.'],
    ] as const)
      await write(await askedFor(await delivered(product)), [{ sku: skuOf(product), stars, words }], false)
    const [bad, good] = await pending()
    const list = async (query = '') =>
      (await shop.call('GET', `/api/products/${product}/reviews${query}`)).body
    expect(await list()).toEqual({ reviews: [], total: 0, pages: 0 })
    const rowsOf = async () => {
      const query = async <T>(text: string, values: unknown[] = []) =>
        (await shop.db.executeQuery(CompiledQuery.raw(text, values))).rows as T[]
      const [row] = await readProducts(query, await familiesOf(query, [product]))
      return row!
    }
    expect(await rowsOf()).toMatchObject({ scoreHundredths: 500, scoreCount: 3, parts: {} })
    const now = new Date(shop.now.at)
    await moderateReview(shop.db, testActor, { id: bad!.id, reason: 'insulting', now })
    // Its author gets the reason by mail, once, after the time in which staff can revise the decision.
    mails.length = 0
    // A decision that is taken back before its mail was sent is not mailed, and the next one is.
    shop.now.at += 600_000
    expect(await oweReviewRejections(services())).toBe(1)
    await publish(bad!.id)
    expect(await sendDue(services())).toEqual([])
    await moderateReview(shop.db, testActor, {
      id: bad!.id,
      reason: 'insulting',
      now: new Date(shop.now.at),
    })
    expect(await oweReviewRejections(services())).toBe(0)
    shop.now.at += 600_000
    const runs = await Promise.all([oweReviewRejections(services()), oweReviewRejections(services())])
    expect(runs[0] + runs[1]).toBe(1)
    await sendDue(services())
    expect(mails).toMatchObject([{ kind: 'review-rejected', to: 'anna.berg@example.se' }])
    expect(mails[0]!.text).toContain('kränkande')
    expect(mails[0]!.text).not.toContain('Skräp')
    await publish(good!.id)
    expect(await publish(good!.id)).toEqual({ ok: false, code: 'unchanged' })
    expect((await publish(bad!.id)).ok).toBe(true)
    expect(await publish(999)).toEqual({ ok: false, code: 'not_found' })
    await answerReview(shop.db, testActor, { id: bad!.id, answer: 'Vi byter den.', now })
    expect((await list()).reviews).toMatchObject([
      { id: good!.id, stars: 4, name: null, answer: null, helpful: 0, store: 'sv' },
      { id: bad!.id, stars: 1, words: 'Skräp, för fan.', answer: 'Vi byter den.' },
    ])
    // (3 × 5 + 1 + 4) / 5
    expect(await rowsOf()).toMatchObject({
      scoreHundredths: 400,
      scoreCount: 5,
      parts: {
        reviews: { stars: [1, 0, 0, 1, 0], imported: [500, 3], newest: [{ id: good!.id }, { id: bad!.id }] },
      },
    })
    const { rows } = await sql<{
      action: string
      reason: string | null
    }>`select action, reason from audit_entry
      where object_kind = 'review' and object_id = ${String(bad!.id)} order by id`.execute(shop.db)
    expect(rows).toEqual([
      { action: 'review.submit', reason: null },
      { action: 'review.reject', reason: 'insulting' },
      { action: 'review.publish', reason: null },
      { action: 'review.reject', reason: 'insulting' },
      { action: 'review.publish', reason: null },
      { action: 'review.answer', reason: null },
    ])
    const { rows: logged } =
      await sql`select 1 from change_log where topic = 'product' and key = ${String(product)}`.execute(
        shop.db,
      )
    expect(logged).not.toEqual([])
  })

  it('is found helpful once per network, and the most helpful come first when asked for', async () => {
    const product = await shop.addProduct()
    for (let count = 0; count < 6; count++)
      await write(await askedFor(await delivered(product)), [
        { sku: skuOf(product), stars: 5, words: `${count}` },
      ])
    const [first, ...others] = await pending()
    const vote = (id: number, from: string) =>
      shop.call('POST', `/api/reviews/${id}/helpful`, undefined, 'sv', from)
    expect((await vote(first!.id, '192.0.2.1')).status).toBe(404)
    for (const { id } of [first!, ...others]) await publish(id)
    for (const from of ['192.0.2.1', '192.0.2.1', '192.0.2.2'])
      expect((await vote(first!.id, from)).status).toBe(204)
    const page = async (query: string) =>
      (await shop.call('GET', `/api/products/${product}/reviews?${query}`)).body
    expect(await page('sort=newest')).toMatchObject({ total: 6, pages: 2, reviews: { length: 5 } })
    expect((await page('sort=newest&page=2')).reviews).toMatchObject([{ id: first!.id }])
    expect((await page('sort=helpful')).reviews[0]).toMatchObject({ id: first!.id, helpful: 2, name: 'Anna' })
    expect((await page('sort=helpful&page=9')).reviews).toEqual([])
  })
})
