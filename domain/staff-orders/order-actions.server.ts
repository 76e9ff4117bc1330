/** What staff may do with an order now, and why not: the answers of the use cases themselves, run dry. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { dryRunEach } from '../audit/dry-run.server.ts'
import { captureOrder } from '../dispatch/capture-order.server.ts'
import { shipOrder } from '../dispatch/ship-order.server.ts'
import { markOrderPaid } from '../invoices/mark-order-paid.server.ts'
import { noJobs } from '../jobs/job-queue.ts'
import { approveOrder } from '../orders/approve-order.server.ts'
import { changeOrderAddress } from '../dispatch/change-address.server.ts'
import { fulfilments, moveOrder } from '../orders/move-order.server.ts'
import { cancelOrder } from '../refunds/cancel-order.server.ts'
import type { RefundServices } from '../refunds/refund-locked.server.ts'
import { rejectOrder } from '../refunds/reject-order.server.ts'
import { refundOrder } from '../refunds/refund-order.server.ts'

export const orderActions = [
  'ship',
  'processing',
  'delivered',
  'capture',
  'refund',
  'address',
  'cancel',
  'approve',
  'reject',
  'paid',
] as const
export type OrderAction = (typeof orderActions)[number]

/** `reason`: the refusal's code; null where the action is allowed. */
export type AllowedActions = Record<OrderAction, { allowed: boolean; reason: string | null }>

const dry = (services: RefundServices, trx: Kysely<DB>) => ({ ...services, db: trx, jobs: noJobs })

/** Of an order that exists. */
export async function allowedOrderActions(
  services: RefundServices,
  actor: Actor,
  number: string,
): Promise<AllowedActions> {
  const [processing, delivered] = fulfilments
  const answers = await dryRunEach(services.db, {
    // Any number that no parcel has: whether it is required is the dialog's question.
    ship: (trx) => shipOrder(dry(services, trx), actor, { number, trackingNumber: `dry-run-${number}` }),
    processing: (trx) => moveOrder(dry(services, trx), actor, number, processing),
    delivered: (trx) => moveOrder(dry(services, trx), actor, number, delivered),
    capture: (trx) => captureOrder(dry(services, trx), actor, number),
    refund: (trx) =>
      refundOrder(dry(services, trx), actor, {
        number,
        request: 'everything',
        reason: 'goodwill',
        idempotencyKey: 'dry-run',
        isApproved: true,
        isSteppedUp: true,
      }),
    address: (trx) =>
      changeOrderAddress(dry(services, trx), actor, { number, to: { street: `dry-run-${number}` } }),
    cancel: (trx) => cancelOrder(dry(services, trx), actor, number, { isSteppedUp: true }),
    approve: (trx) => approveOrder(dry(services, trx), actor, number),
    reject: (trx) => rejectOrder(dry(services, trx), actor, number, 'other', { isSteppedUp: true }),
    paid: (trx) => markOrderPaid(dry(services, trx), actor, number),
  })
  const entries = orderActions.map((action) => {
    const answer = answers[action]
    const done = answer.ok && 'already' in answer && answer.already
    const reason = answer.ok ? (done ? 'already_done' : null) : answer.code
    return [action, { allowed: reason === null, reason }]
  })
  return Object.fromEntries(entries) as AllowedActions
}
