/** Orders that staff place for a customer: on invoice at once, or by a mailed link to the checkout. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NewOrderAnswer, OrderQuote } from '../../contract/admin/new-order.ts'
import { createAccount, findLogin } from '../../domain/accounts/account-repository.server.ts'
import { listAudit } from '../../domain/audit/audit-repository.server.ts'
import { zeroMinor } from '../../domain/money/money.ts'
import type { LimitsOfStores } from '../../domain/checkout/order-limits.ts'
import { shippingMethod } from '../../domain/shipping/shipping-methods.ts'
import { addShippingMethods } from '../../domain/stores/apply-settings.ts'
import { storeCodes, storePolicies } from '../../domain/stores/stores.ts'
import { noJobs } from '../../domain/jobs/job-queue.ts'
import { toSku } from '../../domain/products/sku.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import { readPaymentAccounts } from '../../server/payment-settings.ts'
import { paymentLinkMail } from '../../server/jobs/mails/payment-link-mail.ts'
import { senderOf } from '../../test/send-templated.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testKeys } from '../../test/keyring.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { openCarriers, type SimulatedCarriers } from '../../test/simulated-carriers.ts'
import { testActor } from '../../test/test-actor.ts'

const sendPaymentLink = senderOf('payment-link-mail', paymentLinkMail)

let shop: OrderShop
let app: FastifyInstance
let simulated: SimulatedCarriers
let service: TestStaff
beforeAll(async () => {
  shop = await orderShop()
  simulated = await openCarriers()
  app = await adminApp(
    testServices({
      db: shop.db,
      clock: () => shop.now.at,
      carriers: simulated.accounts,
      // Offered, and never called: the customer pays after the test.
      payments: { stripe: readPaymentAccounts({}, 'http://stripe.invalid').stripe! },
    }),
    {
      jobs: {
        enqueue: async (_trx, name, data) => void shop.enqueued.push({ name, data: data as never }),
      },
      catalogue: shop.catalogue,
    },
  )
  service = await signedInStaff(shop.db, { role: 'service', stores: ['sv'], now: shop.now.at })
})
afterAll(async () => {
  await app.close()
  await shop.close()
  await simulated.stop()
})

/** A product with its sku, as the test's catalogue names it. */
async function product(available = 5) {
  const id = await shop.addProduct({ price: 200, available })
  const sku = `SKU-${id}`
  await shop.db
    .updateTable('product')
    .set({ sku: toSku(sku) })
    .where('id', '=', id)
    .execute()
  return { id, sku }
}

const customer = {
  type: 'private',
  email: 'Karin.Ek@example.se',
  phone: '070-123 45 67',
  firstName: 'Karin',
  lastName: 'Ek',
  identityNumber: '811228-9874',
  street: 'Storgatan 1',
  postalCode: '123 45',
  city: 'Luleå',
}

const post = <Body>(path: string, body: object, person = service) =>
  callAdmin(app, person, 'POST', path, body) as Promise<{ status: number; body: Body }>

async function quoted(sku: string, quantity: number) {
  const { body } = await post<OrderQuote>('order-quotes', {
    store: 'sv',
    lines: [{ sku, quantity }],
    email: customer.email,
    shippingMethod: 'budbee-home',
  })
  return body
}

async function newOrder(payment: 'invoice' | 'link', quantity = 2) {
  const { id, sku } = await product()
  const { total } = await quoted(sku, quantity)
  const body = {
    key: randomUUID(),
    store: 'sv',
    lines: [{ sku, quantity }],
    customer,
    shippingMethod: 'budbee-home',
    payment,
    total,
  }
  return { id, sku, body }
}

describe('an order that staff place for a customer', () => {
  it('is priced as the checkout prices it, with the methods that can carry it', async () => {
    const { sku } = await product(3)
    const quote = await quoted(sku, 2)
    expect(quote).toMatchObject({
      currency: 'SEK',
      customer: null,
      lines: [{ sku, quantity: 2, total: 400 }],
      sum: 400,
      unavailable: [],
    })
    expect(quote.total).toBe(quote.sum + quote.shipping)
    expect(quote.methods.map(({ id }) => id)).toContain('budbee-home')
    expect((await quoted('NO-SUCH-SKU', 1)).unavailable).toEqual(['NO-SUCH-SKU'])
    expect((await quoted(sku, 4)).unavailable).toEqual([sku])
  })

  it('is quoted with the methods for its buyer', async () => {
    const { sku } = await product()
    addShippingMethods('sv', [
      { ...shippingMethod('sv', 'budbee-home')!, id: 'freight', buyers: ['business'] },
    ])
    try {
      const quotedFor = async (buyer: 'private' | 'business') =>
        (
          await post<OrderQuote>('order-quotes', {
            store: 'sv',
            lines: [{ sku, quantity: 1 }],
            email: customer.email,
            customerType: buyer,
            shippingMethod: 'freight',
          })
        ).body
      const [company, person] = [await quotedFor('business'), await quotedFor('private')]
      expect([company, person].map(({ methods }) => methods.some(({ id }) => id === 'freight'))).toEqual([
        true,
        false,
      ])
      expect(company.total).toBe(company.sum + company.shipping)
      expect(person.shipping).toBe(0)
    } finally {
      addShippingMethods('sv', [])
    }
  })

  it('on invoice is placed at once, reserves stock, and says who placed it', async () => {
    const { id, body } = await newOrder('invoice')
    const placed = await post<NewOrderAnswer>('orders', body)
    expect(placed.status).toBe(200)
    const { number } = placed.body
    expect(await shop.stockOf(id)).toMatchObject({ available: 3 })
    const { body: page } = await callAdmin(app, service, 'GET', `orders/${number}`)
    expect(page).toMatchObject({
      status: 'received',
      placedByStaff: { name: expect.any(String), payment: 'invoice' },
      customer: { email: 'karin.ek@example.se' },
    })
    const entries = await listAudit(shop.db, { objectKind: 'order', objectId: number!, limit: 5 })
    expect(entries.at(-1)).toMatchObject({
      action: 'order.placed',
      actor: { kind: 'staff', id: String(service.id) },
    })
    // A repeated request answers the same order.
    expect((await post<NewOrderAnswer>('orders', body)).body).toEqual({ number })
    expect(await shop.stockOf(id)).toMatchObject({ available: 3 })
  })

  it('goes to the pick-up point that was chosen near the postal code, or to the nearest', async () => {
    const { body, sku } = await newOrder('invoice')
    const quote = async (postal_code: string) => {
      const { body: answer } = await post<OrderQuote>('order-quotes', {
        store: 'sv',
        lines: [{ sku, quantity: 2 }],
        email: customer.email,
        shippingMethod: 'postnord-pickup',
        postalCode: postal_code,
      })
      return answer
    }
    expect((await quote('1')).servicePoints).toEqual([])
    const { servicePoints: points, total } = await quote(customer.postalCode)
    expect(points.length).toBeGreaterThan(1)
    expect(points[1]).toMatchObject({ name: expect.any(String), address: expect.stringContaining(', ') })
    const order = { ...body, shippingMethod: 'postnord-pickup', total }
    const placed = async (more: object) => {
      const { number } = (await post<NewOrderAnswer>('orders', { ...order, key: randomUUID(), ...more })).body
      const { body: page } = await callAdmin(app, service, 'GET', `orders/${number}`)
      return (page as { delivery: { servicePoint: string } }).delivery.servicePoint
    }
    expect(await placed({ servicePoint: points[1]!.id })).toBe(points[1]!.name)
    expect(await placed({})).toBe(points[0]!.name)
    expect(await post('orders', { ...order, key: randomUUID(), servicePoint: 'elsewhere' })).toMatchObject({
      status: 422,
      body: { fields: { servicePoint: 'service_point' } },
    })
  })

  it('belongs to the account of its address', async () => {
    const email = 'konto@example.se'
    const account = await createAccount(shop.db, testActor, {
      store: 'sv',
      email,
      passwordHash: null,
      discounts: {},
    })
    const { body } = await newOrder('invoice')
    const { body: placed } = await post<NewOrderAnswer>('orders', {
      ...body,
      customer: { ...customer, email },
    })
    const { body: page } = await callAdmin(app, service, 'GET', `orders/${placed.number}`)
    expect(page).toMatchObject({ customer: { accountId: account!.id } })
  })

  it('fills in the customer of an account only where the person may see the account', async () => {
    const email = 'kunde@example.de'
    await createAccount(shop.db, testActor, { store: 'de', email, passwordHash: null, discounts: {} })
    const { sku } = await product()
    const cart = { store: 'sv', lines: [{ sku, quantity: 1 }], email, shippingMethod: 'budbee-home' }
    expect((await post<OrderQuote>('order-quotes', cart)).body.customer).toBeNull()
    const everywhere = await signedInStaff(shop.db, { role: 'service', now: shop.now.at })
    expect((await post<OrderQuote>('order-quotes', cart, everywhere)).body.customer).not.toBeNull()
  })

  it('by link mails the checkout, which opens filled in and can be paid', async () => {
    const { id, body } = await newOrder('link')
    expect((await post<NewOrderAnswer>('orders', body)).body).toEqual({ number: null })
    expect((await post<NewOrderAnswer>('orders', body)).body).toEqual({ number: null })
    expect(await shop.stockOf(id)).toMatchObject({ available: 5 })
    const jobs = shop.enqueued.filter(({ name }) => name === 'payment-link-mail')
    expect(jobs).toHaveLength(1)
    const { staffOrderId } = jobs[0]!.data as unknown as { staffOrderId: number }
    const mails: Mail[] = []
    await sendPaymentLink(
      {
        db: shop.db,
        clock: () => shop.now.at,
        keys: testKeys,
        publicUrl: 'http://shop.example',
        mailer: { send: async (mail) => (mails.push(mail), { messageId: 'm1' }) },
      },
      { staffOrderId },
    )
    expect(mails).toMatchObject([{ kind: 'payment-link', to: customer.email }])
    const checkout = /\/sv\/checkout\/([0-9a-f]{32})/.exec(mails[0]!.text)![1]!
    const opened = await shop.call('GET', `/api/checkout/${checkout}`)
    expect(opened.body).toMatchObject({
      prepared: true,
      total: body.total,
      contact: { firstName: 'Karin' },
      shippingMethod: 'budbee-home',
    })
    expect(await listAudit(shop.db, { objectKind: 'staff_order', limit: 1 })).toMatchObject([
      { action: 'staff_order.create', after: { payment: 'link' }, objectId: String(staffOrderId) },
    ])
  })

  it('is refused where the checkout refuses it, and leaves nothing behind', async () => {
    const { body, sku } = await newOrder('invoice')
    const checkouts = () =>
      shop.db
        .selectFrom('checkout')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirst()
    const before = await checkouts()
    const refusal = async (changed: object, person = service) => {
      const { status, body: answer } = await post<Record<string, unknown>>(
        'orders',
        { ...body, ...changed },
        person,
      )
      return { status, ...answer }
    }
    expect(await refusal({ customer: { ...customer, postalCode: 'x', phone: '' } })).toMatchObject({
      status: 422,
      code: 'invalid_fields',
      fields: { postalCode: 'postal_code', phone: 'required' },
    })
    expect(await refusal({ total: 1 })).toMatchObject({ status: 409, code: 'total_changed' })
    expect(await refusal({ lines: [{ sku, quantity: 9 }] })).toMatchObject({
      code: 'products_unavailable',
      skus: [sku],
    })
    expect(await refusal({ lines: [{ sku: 'NO-SUCH-SKU', quantity: 1 }] })).toMatchObject({
      code: 'products_unavailable',
      skus: ['NO-SUCH-SKU'],
    })
    expect(await refusal({ store: 'no' })).toMatchObject({ status: 403, code: 'store_not_permitted' })
    const warehouse = await signedInStaff(shop.db, { role: 'warehouse', now: shop.now.at })
    expect(await refusal({}, warehouse)).toMatchObject({ status: 403, code: 'permission_missing' })
    expect(await checkouts()).toEqual(before)
  })

  describe('after an attempt whose credit was refused', () => {
    const email = 'kredit@example.se'

    async function refusedOrder() {
      if (!(await findLogin(shop.db, email)))
        await createAccount(shop.db, testActor, { store: 'sv', email, passwordHash: null, discounts: {} })
      const { sv } = Object.fromEntries(
        storeCodes.map((code) => [code, storePolicies[code].orderLimits]),
      ) as LimitsOfStores
      const { credit } = sv.account
      const none = { minor: zeroMinor, orders: 0 }
      const limits = { ...sv, account: { ...sv.account, credit: { ...credit, held: none } } }
      const strict = await adminApp(
        testServices({
          db: shop.db,
          clock: () => shop.now.at,
          carriers: simulated.accounts,
          replace: { orderLimits: { sv: limits, no: limits, de: limits, da: limits } },
        }),
        { jobs: noJobs, catalogue: shop.catalogue },
      )
      const { id, body } = await newOrder('invoice')
      const first = { ...body, customer: { ...customer, email } }
      expect(await callAdmin(strict, service, 'POST', 'orders', first)).toMatchObject({
        status: 409,
        body: { code: 'credit_refused' },
      })
      await strict.close()
      return { id, body }
    }

    it('belongs to the account of its own address only', async () => {
      const { body } = await refusedOrder()
      const { body: placed } = await post<NewOrderAnswer>('orders', body)
      const { body: page } = await callAdmin(app, service, 'GET', `orders/${placed.number}`)
      expect(page).toMatchObject({ customer: { email: 'karin.ek@example.se', accountId: null } })
    })

    it('can be mailed as a link, once', async () => {
      const { id, body } = await refusedOrder()
      const mailed = shop.enqueued.filter(({ name }) => name === 'payment-link-mail').length
      const byLink = { ...body, payment: 'link' }
      expect(await post<NewOrderAnswer>('orders', byLink)).toMatchObject({
        status: 200,
        body: { number: null },
      })
      expect((await post<NewOrderAnswer>('orders', byLink)).body).toEqual({ number: null })
      expect(shop.enqueued.filter(({ name }) => name === 'payment-link-mail')).toHaveLength(mailed + 1)
      expect(await shop.stockOf(id)).toMatchObject({ available: 5 })
    })
  })
})
