/**
 * Events of the shop, as modules and webhooks get them: what happened, in a few codes, numbers and amounts. They hold no
 * personal data; who needs more reads the object as it is now. `db/routines/event.sql` publishes them in the transaction
 * of the change.
 *
 * A field is added without another version; one that is removed or changes its meaning makes the event's `version` rise.
 */
import { z } from 'zod'

/** Minor units of a currency (ISO 4217). */
export const eventMoney = z.object({ minor: z.int(), currency: z.string() })

const number = z.string()
const moment = z.iso.datetime({ offset: true })

export interface EventDefinition<Data extends z.ZodType = z.ZodType> {
  /** When it happens, in a sentence. */
  description: string
  /** Rises when the data changes in a way that a reader must know of. */
  version: number
  /** What it is about. Events of one object are delivered one after the other. */
  object: string
  data: Data
}

const event = <Data extends z.ZodType>(
  object: string,
  description: string,
  data: Data,
): EventDefinition<Data> => ({
  description,
  version: 1,
  object,
  data,
})

const ofOrder = z.object({ order: number, total: eventMoney })
const ofProduct = z.object({ sku: z.string() })
const ofAccount = z.object({ account: number })
const ofWithdrawal = z.object({
  withdrawal: z.int(),
  /** Null: the shop must look for the order that the buyer named. */
  order: number.nullable(),
})

/** The events of the kernel, by name. */
export const shopEvents = {
  'order.placed': event(
    'order',
    'The shop has accepted an order: it is paid, its payment is authorised, or it is on invoice.',
    ofOrder,
  ),
  'order.paid': event(
    'order',
    'The payment of an accepted order has arrived, or was made with the order.',
    ofOrder,
  ),
  'order.changed': event(
    'order',
    'The delivery address or the expected dates of an order have changed.',
    z.object({ order: number, changed: z.enum(['address', 'dates']) }),
  ),
  'order.shipped': event(
    'order',
    'A shipment of an order has left.',
    z.object({ order: number, shipment: z.int(), carrier: z.string().nullable(), isLast: z.boolean() }),
  ),
  'order.delivered': event('order', 'An order was delivered.', ofOrder),
  'order.refunded': event(
    'order',
    'A refund was decided; its credit note is written.',
    z.object({ order: number, refund: z.int(), reason: z.string(), amount: eventMoney }),
  ),
  'order.cancelled': event('order', 'An accepted order was cancelled.', ofOrder),
  'return.changed': event(
    'order',
    'A return of an order was registered, or has another status.',
    z.object({
      order: number,
      return: number,
      status: z.enum(['registered', 'sent', 'received', 'inspected', 'refunded', 'exchanged', 'rejected']),
    }),
  ),
  'withdrawal.declared': event('withdrawal', 'A buyer has declared a withdrawal.', ofWithdrawal),
  'withdrawal.closed': event('withdrawal', 'A declared withdrawal was dealt with.', ofWithdrawal),
  'subscription.started': event(
    'subscription',
    'An order has started a subscription.',
    z.object({ subscription: number, status: z.enum(['active', 'paused', 'cancelled']) }),
  ),
  'subscription.changed': event(
    'subscription',
    'A subscription was paused, continued or cancelled.',
    z.object({ subscription: number, status: z.enum(['active', 'paused', 'cancelled']) }),
  ),
  'account.opened': event('account', 'A customer account was opened.', ofAccount),
  'account.changed': event('account', 'The name, address or e-mail of a customer has changed.', ofAccount),
  'account.erased': event('account', 'The personal data of a customer account was erased.', ofAccount),
  'product.added': event('product', 'A product was added; `product.changed` follows.', ofProduct),
  'product.changed': event(
    'product',
    'What the shop shows of a product has changed: texts, prices, stock, pictures or its place.',
    ofProduct,
  ),
  'product.removed': event('product', 'A product was removed.', ofProduct),
  'price.changed': event(
    'product',
    'The price of one unit was set or withdrawn in a store. A campaign holds from `startsAt` to `endsAt`.',
    z.object({
      sku: z.string(),
      kind: z.enum(['normal', 'campaign']),
      /** Null: it was withdrawn. */
      price: eventMoney.nullable(),
      startsAt: moment.nullable(),
      endsAt: moment.nullable(),
    }),
  ),
  'stock.changed': event(
    'product',
    'The units of a product in a store have changed. `pool`: on the shelf, ordered from the supplier, or sold ahead.',
    z.object({
      sku: z.string(),
      pool: z.enum(['available', 'incoming', 'presale']),
      units: z.int(),
      delta: z.int(),
    }),
  ),
  'import.finished': event(
    'import',
    'A file was imported or an import taken back, as far as it went.',
    z.object({
      job: z.int(),
      kind: z.enum(['feed-import', 'cost-import', 'import-rollback']),
      isComplete: z.boolean(),
      changed: z.int(),
      unchanged: z.int(),
      refused: z.int(),
    }),
  ),
} as const satisfies Readonly<Record<string, EventDefinition>>

export type KernelEvents = typeof shopEvents
export type KernelEventName = keyof KernelEvents
