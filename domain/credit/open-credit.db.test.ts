import type { LimitsOfStores } from '../checkout/order-limits.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../accounts/account-repository.server.ts'
import { shipOrder } from '../dispatch/ship-order.server.ts'
import { invoiceBalances } from '../invoices/invoice-balances.server.ts'
import { payInvoice } from '../invoices/record-payment.server.ts'
import { minor } from '../money/money.ts'
import { creditUnderReview } from './credit-review.server.ts'
import { cancelOrder } from '../refunds/cancel-order.server.ts'
import { markOrderPaid } from '../invoices/mark-order-paid.server.ts'
import { findOrderByNumber } from '../orders/order-repository.server.ts'
import { storeCodes, storePolicies } from '../stores/stores.ts'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../../test/order-shop.ts'
import type { ShopCall } from '../../test/shop-call.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'

/** The stores' own limits, and as many checkouts from the test's one address as it opens. */
const ownLimits = Object.fromEntries(
  storeCodes.map((code) => [
    code,
    { ...storePolicies[code].orderLimits, checkoutsPerMinute: Number.MAX_SAFE_INTEGER },
  ]),
) as LimitsOfStores

let shop: OrderShop
let node: Awaited<ReturnType<OrderShop['anotherNode']>>
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  shop = await orderShop({ orderLimits: ownLimits, accountOf: () => Promise.resolve(signedIn) })
  node = await shop.anotherNode()
  paid = paidOrders(shop)
})
afterAll(async () => {
  await node.close()
  await shop.close()
})

/** The account of the next request; null: a guest. */
let signedIn: number | null = null
let people = 0
/** A well-formed Swedish personal number that is unique in this file. */
function personalNumber(): string {
  people += 1
  const digits = `8001${String(1 + (people % 28)).padStart(2, '0')}${String(100 + Math.floor(people / 28)).padStart(3, '0')}`
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** A buyer who shares no key with the others, except those given. */
function person(more: Partial<typeof goodForm> = {}) {
  const identityNumber = personalNumber()
  return {
    form: {
      ...goodForm,
      identityNumber,
      email: `buyer${people}@example.se`,
      address: `Storgatan ${people}`,
      ...more,
    },
    from: `10.1.${Math.floor(people / 250)}.${people % 250}`,
  }
}

async function buy(
  product: number,
  { form, from }: ReturnType<typeof person>,
  { quantity = 1, call = shop.call }: { quantity?: number; call?: ShopCall } = {},
) {
  const { id, total } = await openCheckout(shop, [line(product, quantity)])
  return call('POST', `/api/checkout/${id}/complete`, { ...form, total }, 'sv', from)
}

const statusOf = async ({ body }: { body: { number: string } }) =>
  (await findOrderByNumber(shop.db, body.number))!.status

/** How many of the results are received, held and refused. */
async function tally(answers: Awaited<ReturnType<typeof buy>>[]) {
  const refused = answers.filter(({ status }) => status !== 200)
  for (const answer of refused)
    expect(answer).toMatchObject({ status: 409, body: { code: 'credit_refused' } })
  const statuses = await Promise.all(answers.filter(({ status }) => status === 200).map(statusOf))
  return {
    received: statuses.filter((status) => status === 'received').length,
    held: statuses.filter((status) => status === 'held').length,
    refused: refused.length,
  }
}

describe('fifty concurrent invoice orders over two nodes', () => {
  for (const shared of ['identityNumber', 'email', 'address'] as const) {
    it(`of one ${shared}: five are received, three are held, the rest is refused`, async () => {
      const product = await shop.addProduct({ available: 100 })
      const one = person()
      const buyers = Array.from({ length: 50 }, () => person({ [shared]: one.form[shared] }))
      const checkouts = await Promise.all(buyers.map(() => openCheckout(shop, [line(product)])))
      const answers = await Promise.all(
        buyers.map(({ form, from }, index) => {
          const { id, total } = checkouts[index]!
          const call = index % 2 ? shop.call : node.call
          return call('POST', `/api/checkout/${id}/complete`, { ...form, total }, 'sv', from)
        }),
      )
      expect(await tally(answers)).toEqual({ received: 5, held: 3, refused: 42 })
      expect(await shop.stockOf(product)).toMatchObject({ available: 92 })
    })
  }

  it('of one network together stay within the network’s limit', async () => {
    const product = await shop.addProduct({ price: 10_000, available: 100 })
    const { from } = person()
    const buyers = Array.from({ length: 50 }, () => ({ ...person(), from }))
    const answers = await Promise.all(
      buyers.map((buyer, index) => buy(product, buyer, { call: index % 2 ? shop.call : node.call })),
    )
    const most = Math.floor(storePolicies.sv.orderLimits.network.minor / 1_000_000)
    expect(await tally(answers)).toEqual({ received: most, held: 0, refused: 50 - most })
    shop.now.at += (storePolicies.sv.orderLimits.network.days + 1) * 86_400_000
    expect((await buy(product, { ...person(), from })).status).toBe(200)
  })

  it('of one checkout are one order, even if its buyer may have no other', async () => {
    const product = await shop.addProduct({ price: 24_000 })
    const { form, from } = person()
    const { id, total } = await openCheckout(shop, [line(product, 2)])
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? shop.call : node.call)(
          'POST',
          `/api/checkout/${id}/complete`,
          { ...form, total },
          'sv',
          from,
        ),
      ),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.number}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
  })
})

describe('open credit', () => {
  it('is released once an invoice is paid, cancelled or refunded', async () => {
    const product = await shop.addProduct({ price: 10_000, available: 100 })
    const buyer = person()
    const first = await buy(product, buyer)
    const second = await buy(product, buyer)
    expect([await statusOf(first), await statusOf(second)]).toEqual(['received', 'received'])
    const third = await buy(product, buyer)
    expect(await statusOf(third)).toBe('held')
    await markOrderPaid(paid.services, testActor, first.body.number)
    await cancelOrder(paid.services, testActor, third.body.number)
    expect(await statusOf(await buy(product, buyer))).toBe('received')
    expect(await statusOf(await buy(product, buyer))).toBe('held')
    await paid.refund(second.body.number, 'everything')
    expect(await statusOf(await buy(product, buyer))).toBe('held')
  })

  it('is less by what is paid in part of an invoice', async () => {
    const product = await shop.addProduct({ price: 10_000, available: 100 })
    const buyer = person()
    const first = await buy(product, buyer)
    await buy(product, buyer)
    const number = first.body.number
    await shipOrder(paid.services, testActor, { number, trackingNumber: 'P1' })
    const order = (await findOrderByNumber(shop.db, number))!
    const [invoice] = await invoiceBalances(paid.services, { orderId: order.id, limit: 1 })
    const part = { invoice: invoice!, amountMinor: minor(900_000), paidOn: '2026-11-20', reference: null }
    expect(await payInvoice(paid.services, testActor, part)).toMatchObject({ ok: true, isOrderPaid: false })
    expect(await statusOf(await buy(product, buyer))).toBe('received')
    expect(await statusOf(await buy(product, buyer))).toBe('held')
  })

  it('counts spellings of one mailbox and of one address as one', async () => {
    const product = await shop.addProduct({ price: 24_000, available: 100 })
    const one = person({ email: 'Kim@example.se', address: 'Lilla gatan 5' })
    expect(await statusOf(await buy(product, one))).toBe('received')
    for (const more of [{ email: 'kim+2@Example.se' }, { address: ' lilla  Gatan 5,' }])
      expect(await statusOf(await buy(product, person(more)))).toBe('held')
  })

  it('does not reveal what is owed when it refuses, and reserves no stock', async () => {
    const product = await shop.addProduct({ price: 20_000, available: 100 })
    const buyer = person()
    for (const status of ['received', 'held']) expect(await statusOf(await buy(product, buyer))).toBe(status)
    const refused = await buy(product, buyer)
    expect(refused).toMatchObject({ status: 409, body: { code: 'credit_refused' } })
    expect(Object.keys(refused.body).toSorted((a, b) => a.localeCompare(b))).toEqual(['code', 'message'])
    expect(refused.body.message).not.toMatch(/\d/)
    expect(await shop.stockOf(product)).toMatchObject({ available: 98 })
  })

  it('of a customer with an account cannot be used up by strangers who type the same data', async () => {
    const product = await shop.addProduct({ price: 500, available: 1000 })
    const email = 'inkop@example.se'
    const account = (await createAccount(shop.db, testActor, {
      store: 'sv',
      email,
      type: 'business',
      passwordHash: null,
    }))!
    const stranger = person({ email })
    for (let order = 0; order < 9; order++) await buy(product, { ...person({ email }), from: stranger.from })
    expect((await buy(product, stranger)).body.code).toBe('credit_refused')
    try {
      signedIn = account.id
      // A business may also have more units than a guest.
      expect(await statusOf(await buy(product, stranger, { quantity: 40 }))).toBe('received')
      const { id } = await openCheckout(shop, [line(product, 300)])
      expect((await shop.call('GET', `/api/checkout/${id}`)).body.above_limit).toEqual({
        lines: [],
        total: null,
      })
    } finally {
      signedIn = null
    }
  })

  it('is stored as digests only', async () => {
    const product = await shop.addProduct()
    const buyer = person()
    const { body } = await buy(product, buyer)
    const { rows } = await sql<{ kind: string; digest: Buffer }>`select kind, digest from credit_key
      where order_id = (select id from orders where number = ${body.number}) order by kind`.execute(shop.db)
    expect(rows.map(({ kind, digest }) => [kind, digest.length])).toEqual([
      ['address', 32],
      ['email', 32],
      ['identity', 32],
      ['network', 32],
    ])
    const { rows: texts } = await sql<{
      whole: string
    }>`select row_to_json(o)::text as whole from orders o where number = ${body.number}`.execute(shop.db)
    expect(texts[0]!.whole).not.toContain(buyer.from)
    expect(texts[0]!.whole).not.toContain(buyer.form.identityNumber)
  })
})

describe('the limits of a checkout', () => {
  it('name the line and the possible quantity, in four languages, before and on ordering', async () => {
    const product = await shop.addProduct({ price: 20, available: 9000, name: 'AA 4-pack' })
    const { id, total } = await openCheckout(shop, [line(product, 150)])
    const view = await shop.call('GET', `/api/checkout/${id}`)
    expect(view.body).toMatchObject({
      payable: false,
      above_limit: { lines: [{ name: 'AA 4-pack', quantity: 150, most: 100 }], total: null },
    })
    const refused = await shop.call('POST', `/api/checkout/${id}/complete`, { ...person().form, total })
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'above_limit',
        message: 'Högst 100 st av AA 4-pack kan beställas på en gång.',
        above_limit: { lines: [{ most: 100 }] },
      },
    })
    expect(await shop.stockOf(product)).toMatchObject({ available: 9000 })
    // The cart itself allows up to 5,000 (VALID-10).
    const cart = await shop.call('POST', '/api/sync-cart', { items: [line(product, 5000)] })
    expect(cart.body[0]).toMatchObject({ quantity: 5000, adjusted_quantity: null })
    for (const [store, words] of [
      ['no', 'Det kan bestilles høyst 100 stk. av AA 4-pack på én gang.'],
      ['de', 'Von AA 4-pack können höchstens 100 Stück auf einmal bestellt werden.'],
      ['da', 'Der kan højst bestilles 100 stk. af AA 4-pack på én gang.'],
    ] as const) {
      const opened = await openCheckout(shop, [line(product, 101)], { store, shippingMethod: 'dhl-home' })
      const payment = await shop.call(
        'POST',
        `/api/checkout/${opened.id}/complete`,
        {
          ...goodForm,
          postalCode: store === 'de' ? '10115' : '1050',
          phone: store === 'de' ? '0151 23456789' : '41234567',
          identityNumber: { no: '01010750160', de: '31.12.1990', da: '010190-1234' }[store],
          shippingMethod: store === 'no' ? 'bring-home' : 'dhl-home',
          total: opened.total,
        },
        store,
      )
      expect(payment.body.message).toBe(words)
    }
  })

  it('limit the value of a guest order, and report the largest total', async () => {
    const product = await shop.addProduct({ price: 1_000, available: 9000 })
    const { id, total } = await openCheckout(shop, [line(product, 51)])
    expect((await shop.call('GET', `/api/checkout/${id}`)).body.above_limit).toEqual({
      lines: [],
      total: 50_000,
    })
    const refused = await shop.call('POST', `/api/checkout/${id}/complete`, { ...person().form, total })
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'above_limit', above_limit: { total: 50_000 } },
    })
    expect(refused.body.message.replaceAll('\u00a0', ' ')).toMatch(/högst 50 000 kr\. .*\+46/)
    expect((await buy(product, person(), { quantity: 50 })).status).toBe(200)
  })
})

it('staff see what the buyer of a held order has open, with that order', async () => {
  const product = await shop.addProduct({ available: 10 })
  const one = person()
  const orders = []
  for (let count = 0; count < 6; count += 1) {
    const { body } = await buy(product, one)
    orders.push((await findOrderByNumber(shop.db, (body as { number: string }).number))!)
  }
  expect(orders.map(({ status }) => status)).toEqual([...Array<string>(5).fill('received'), 'held'])
  const minorOf = orders.reduce((sum, { snapshot }) => sum + snapshot.totalMinor, 0)
  expect(await creditUnderReview(shop.db, orders[5]!.id)).toEqual({ minor: minorOf, orders: 6 })
  expect(await creditUnderReview(shop.db, orders[0]!.id)).toBeNull()
})
