/** Orders placed through checkout, and payments and refunds by staff. Only in `.db.test.ts` files. */
import { minor } from '../domain/money/money.ts'
import { sql } from 'kysely'
import { invoiceProviders } from './composition.ts'
import { randomCardCode, readCardCode } from '../domain/gift-cards/gift-card-code.server.ts'
import { findGiftCardByCode, insertGiftCard } from '../domain/gift-cards/gift-card-repository.server.ts'
import type { JobPayloads, OrderMailKind } from '../domain/jobs/job-queue.ts'
import { findOrderByNumber } from '../domain/orders/order-repository.server.ts'
import type { RefundInput, RefundServices } from '../domain/refunds/refund-locked.server.ts'
import { shipOrder } from '../domain/dispatch/ship-order.server.ts'
import { refundOrder } from '../domain/refunds/refund-order.server.ts'
import type { OrderStatus } from '../domain/orders/order-states.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { Mail } from '../providers/mail/mailer.ts'
import { composeInvoiceRenderer } from '../server/compose.ts'
import { orderMail } from '../server/jobs/mails/order-mail.ts'
import { senderOf } from '../test/send-templated.ts'
import { forceOrderStatus } from './force-order-status.ts'
import { testKeys } from './keyring.ts'
import { goodForm, openCheckout, type line, type OrderShop } from './order-shop.ts'
import { testActor } from './test-actor.ts'

const sendOrderMail = senderOf('order-mail', orderMail)

const berlin = {
  phone: '0151 23456789',
  identityNumber: '12.05.1981',
  postalCode: '10115',
  city: 'Berlin',
  shippingMethod: 'dhl-home',
}

const mailOptions = {
  keys: testKeys,
  publicUrl: 'http://shop.example',
  renderInvoice: composeInvoiceRenderer(),
}

/** Units bought. */
export const units = (uuid: string, quantity = 1) => ({ lines: [{ uuid, quantity }] })
/** Money as in a mail, with ordinary spaces. */
export const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

export function paidOrders(shop: OrderShop) {
  const { db } = shop
  const clock = () => shop.now.at
  const services: RefundServices = {
    db,
    clock,
    providers: invoiceProviders({ db, clock }),
    jobs: {
      enqueue: async (_trx, name, data) =>
        void shop.enqueued.push({ name, data: data as JobPayloads['order-mail'] }),
    },
  }
  let [keys, parcels] = [0, 0]
  return {
    services,
    /** Places an order for the lines; returns it with its total. */
    async order(
      items: ReturnType<typeof line>[],
      options: { store?: StoreCode; coupons?: string[]; cards?: string[] } = {},
    ) {
      const { store = 'sv', coupons = [], cards = [] } = options
      const form = store === 'de' ? { ...goodForm, ...berlin } : goodForm
      const { shippingMethod } = form
      const { id, total } = await openCheckout(shop, items, { store, coupons, shippingMethod })
      if (cards.length > 0) await shop.call('PATCH', `/api/checkout/${id}`, { giftCardCodes: cards }, store)
      const { body } = await shop.call('POST', `/api/checkout/${id}/complete`, { ...form, total }, store)
      const found = await findOrderByNumber(db, body.number)
      if (!found) throw new Error(`no order: ${JSON.stringify(body)}`)
      return { ...found, lines: found.snapshot.lines }
    },
    refund: (number: string, request: RefundInput['request'], more: Partial<RefundInput> = {}) =>
      refundOrder(services, testActor, {
        number,
        request,
        reason: 'withdrawal',
        idempotencyKey: `key-${++keys}`,
        ...more,
      }),
    /** Ships all that is left of an order. */
    async ship(number: string): Promise<void> {
      const answer = await shipOrder(services, testActor, { number, trackingNumber: `PARCEL-${++parcels}` })
      if (!answer.ok) throw new Error(answer.code)
    },
    status: async (number: string) => (await findOrderByNumber(db, number))!.status,
    /** Puts an order into a status from which a test starts. */
    force: (number: string, status: OrderStatus) => forceOrderStatus(db, number, status),
    async giveCard(amountMinor: number): Promise<string> {
      const code = randomCardCode()
      await insertGiftCard(db, testKeys, {
        code,
        store: 'sv',
        currency: 'SEK',
        amountMinor: minor(amountMinor),
      })
      return code
    },
    cardOf: async (code: string) => (await findGiftCardByCode(db, testKeys, readCardCode(code)!))!,
    async attemptOf(orderId: number) {
      const { rows } = await sql<{ status: string; captured: number; refunded: number }>`select status,
        captured_minor as captured, refunded_minor as refunded from payment_attempt where order_id = ${orderId}`.execute(
        db,
      )
      return rows[0]
    },
    /** Invoices and credit notes of an order. */
    async papers(orderId: number) {
      const { rows } = await sql<{
        kind: string
        amount: number
        vat: number
      }>`select kind, amount_minor as amount,
        vat_minor as vat from invoice where order_id = ${orderId} order by number`.execute(db)
      return rows
    },
    /** Has the job send a mail; null if none is due. */
    async mailOf(orderId: number, kind: OrderMailKind): Promise<Mail | null> {
      const mails: Mail[] = []
      const mailer = { send: async (mail: Mail) => (mails.push(mail), { messageId: mail.name }) }
      await sendOrderMail({ ...services, ...mailOptions, mailer }, { orderId, kind })
      return mails[0] ?? null
    },
  }
}
