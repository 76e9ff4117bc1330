/**
 * Ships several orders as one job of staff: what is left of each, with a parcel booked where the shop can book with the
 * carrier of its delivery method. Letters and e-mails go without a parcel; another delivery needs its tracking number
 * and is shipped on its own page. The plan is the shipping itself, run dry.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { dryRun } from '../audit/dry-run.server.ts'
import { bookShipment, tryBooking, type BookShipmentServices } from './book-shipment.server.ts'
import { shipOrder } from './ship-order.server.ts'
import { noJobs } from '../jobs/job-queue.ts'
import { findOrderByNumber, type StoredOrder } from '../orders/order-repository.server.ts'
import { labelOf } from '../parcels/book-parcel.server.ts'
import { mergeLabels } from '../parcels/merge-labels.server.ts'
import { parcelsOf } from '../parcels/parcel-repository.server.ts'
import type { PlannedShipment, ShipOrder } from '../staff-jobs/run-staff-job.server.ts'
import { shipmentsOf } from '../shipments/shipment-repository.server.ts'
import { startStaffJob, type StartServices } from '../staff-jobs/start-staff-job.server.ts'
import { doneRows } from '../staff-jobs/staff-job-repository.server.ts'
import type { StaffJob } from '../staff-jobs/staff-job.ts'
import type { StoreCode } from '../stores/stores.ts'

/** Orders of one job: their labels are printed together. */
export const mostShippedOrders = 200

export interface PlannedShipping {
  number: string
  store: StoreCode
  /** The buyer's delivery method. */
  method: string
  /** The number of the shipment that it would make. */
  shipment: number
  /** Why it is not shipped; null: it is. */
  refusal: string | null
}

/** What shipping these orders would do. Nothing is written, and no carrier is asked. */
export async function planShipping(
  services: BookShipmentServices,
  actor: Actor,
  orders: readonly Pick<StoredOrder, 'id' | 'number' | 'snapshot'>[],
): Promise<PlannedShipping[]> {
  const plan: PlannedShipping[] = []
  for (const { id, number, snapshot } of orders) {
    const shipment = (await shipmentsOf(services.db, id)).length + 1
    const answer = await dryRun(services.db, async (trx) => {
      const dry = { ...services, db: trx, jobs: noJobs }
      const booking = await tryBooking(dry, actor, number)
      return !booking.ok && booking.code === 'not_bookable' ? shipOrder(dry, actor, { number }) : booking
    })
    const { store, shipping } = snapshot
    plan.push({ number, store, method: shipping.name, shipment, refusal: answer.ok ? null : answer.code })
  }
  return plan
}

/**
 * Makes the shipment of an order that was planned. Repeating it ships nothing twice: a booked parcel is continued, and an
 * order that has the shipment stays unchanged. A carrier that has not answered is asked again by a job, which then ships.
 */
export function orderShipper(services: BookShipmentServices): ShipOrder {
  return async (actor, number, shipment) => {
    const booked = await bookShipment(services, actor, { number, shipment, ships: true })
    if (booked.ok && booked.shipment === null) return { outcome: 'unchanged', refusal: 'carrier_waits' }
    const answer = booked.ok
      ? booked.shipment!
      : booked.code === 'not_bookable'
        ? await shipOrder(services, actor, { number, shipment })
        : booked
    if (answer.ok) return { outcome: 'changed', refusal: null }
    return { outcome: answer.code === 'nothing_left' ? 'unchanged' : 'refused', refusal: answer.code }
  }
}

export type StartShippingAnswer = { ok: true; id: number } | { ok: false; code: 'nothing_to_change' }

/** Starts the job for what the plan ships; the rows that it refuses are kept with their reason. */
export async function startShipping(
  services: StartServices,
  actor: Actor,
  { staffId, plan }: { staffId: number; plan: readonly PlannedShipping[] },
): Promise<StartShippingAnswer> {
  if (!plan.some(({ refusal }) => refusal === null)) return { ok: false, code: 'nothing_to_change' }
  const id = await startStaffJob(services, actor, {
    kind: 'order-shipping',
    staffId,
    terms: {},
    reason: null,
    rows: plan.map(({ number, store, shipment, refusal }) => ({
      objectId: number,
      store,
      before: null,
      after: { shipment } satisfies PlannedShipment,
      outcome: refusal === null ? null : 'refused',
      refusal,
    })),
  })
  return { ok: true, id }
}

/**
 * The labels of the parcels that a job has sent, in the order of its rows, as one PDF; null: there is none. Also those
 * that a job has sent since, once the carrier answered.
 */
export async function labelsOfJob(
  services: Pick<BookShipmentServices, 'parcels'> & { db: Kysely<DB> },
  { id, total }: Pick<StaffJob, 'id' | 'total'>,
): Promise<Uint8Array | null> {
  const { db } = services
  const labels: Uint8Array[] = []
  for (const { objectId: number, outcome } of await doneRows(db, id, { limit: total })) {
    if (outcome === 'refused') continue
    const order = await findOrderByNumber(db, number)
    const parcels = order ? await parcelsOf(db, order.id) : []
    const parcel = parcels.findLast(({ direction, isShipped }) => direction === 'outbound' && isShipped)
    const label = parcel && (await labelOf(services, parcel))
    if (label) labels.push(label)
  }
  return labels.length === 0 ? null : mergeLabels(labels)
}
