/**
 * Books the parcel of a shipment with the carrier of the order's delivery method, and ships the order with its
 * tracking number. One parcel of an order is open at a time: repeating the command continues it.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { lockOrder, type LockedOrder } from '../orders/lock-order.server.ts'
import { findOrderByNumber, recordOrderEvent } from '../orders/order-repository.server.ts'
import { canMove } from '../orders/order-states.ts'
import type { OrderSnapshot } from '../orders/order-snapshot.ts'
import { nextReference, performBooking, type ParcelServices } from '../parcels/book-parcel.server.ts'
import { buyerAddress, shopAddress } from '../parcels/parcel-addresses.ts'
import { loadParcelContents } from '../parcels/parcel-contents.server.ts'
import {
  findParcel,
  insertParcel,
  isOpen,
  markNotShipped,
  parcelsOf,
  setShips,
  waitingParcels,
  type StoredParcel,
} from '../parcels/parcel-repository.server.ts'
import type { Sku } from '../products/sku.ts'
import { shipmentsOf } from '../shipments/shipment-repository.server.ts'
import { customsDeclaration, type CustomsRefusal } from '../shipping/customs.ts'
import type { ServicePoint, Carriers } from '../shipping/service-point.ts'
import { canCarry, shippingMethod } from '../shipping/shipping-methods.ts'
import { storePolicies, stores, type StoreCode } from '../stores/stores.ts'
import type { DispatchPlace } from '../stores/store.ts'
import {
  chosenUnits,
  shipOrder,
  type ShipAnswer,
  type ShipInput,
  type ShipServices,
} from './ship-order.server.ts'

export interface BookShipmentServices extends ShipServices, ParcelServices {
  carriers: Carriers
  /** Where a store sends from; the store's own place if absent. */
  dispatchOf?: (store: StoreCode) => DispatchPlace
}

export interface BookShipmentInput extends Pick<ShipInput, 'number' | 'lines' | 'shipment'> {
  /** Whether the order is shipped as soon as the parcel is booked; otherwise it is only booked. */
  ships: boolean
  /** The recipient's customer number at the carrier, DHL's Postnummer; by default the one on the order. */
  customerNumber?: string
}

export type BookShipmentAnswer =
  /**
   * `sent` and `unknown`: the carrier has not answered; a job asks again, and then ships. `shipment`: null where the
   * parcel is not booked yet, or is only to be booked.
   */
  | { ok: true; parcel: StoredParcel; shipment: ShipAnswer | null }
  | Exclude<
      Extract<ShipAnswer, { ok: false }>,
      { code: 'tracking_required' | 'tracking_used' | 'provider_unsupported' }
    >
  | CustomsRefusal
  /** The delivery has no carrier that the shop can book with: ship with a tracking number instead. */
  | { ok: false; code: 'not_bookable' }
  /** The delivery method does not carry what is in the parcel. */
  | { ok: false; code: 'not_carried'; names: string[] }
  /** Another parcel, with other units, is booked and not shipped. */
  | { ok: false; code: 'parcel_open'; reference: string }
  | { ok: false; code: 'carrier_refused'; reason: string }

/** Books the parcel, or continues with the open one, and ships it if wanted. */
export async function bookShipment(
  services: BookShipmentServices,
  actor: Actor,
  input: BookShipmentInput,
): Promise<BookShipmentAnswer> {
  const { db } = services
  const stored = await findOrderByNumber(db, input.number)
  if (!stored) return { ok: false, code: 'unknown_order' }
  // Asked before the order is locked: a carrier may take seconds.
  const servicePoint = await servicePointOf(services, stored.snapshot)
  const prepared = await audited(db, actor, (trx) =>
    prepare({ ...services, db: trx }, actor, input, servicePoint),
  )
  if (!prepared.ok) return prepared
  const parcel = await performBooking(services, actor, prepared.id)
  if (parcel.status === 'refused' && parcel.problem === 'not_supported')
    return { ok: false, code: 'not_bookable' }
  if (parcel.status === 'refused') return { ok: false, code: 'carrier_refused', reason: parcel.problem ?? '' }
  if (parcel.status !== 'booked' || !parcel.ships) return { ok: true, parcel, shipment: null }
  const shipment = await shipParcel(services, actor, parcel)
  return { ok: true, parcel: (await findParcel(db, parcel.id)) ?? parcel, shipment }
}

/** Whether the parcel of an order could be booked now; asks no carrier. Run dry: it writes what a booking would. */
export const tryBooking = (services: BookShipmentServices, actor: Actor, number: string): Promise<Prepared> =>
  audited(services.db, actor, (trx) =>
    prepare({ ...services, db: trx }, actor, { number, ships: true }, null),
  )

/** The point that the buyer chose, else the nearest; null where there is none, or the carrier chooses. */
async function servicePointOf(
  { carriers }: BookShipmentServices,
  snapshot: OrderSnapshot,
): Promise<ServicePoint | null> {
  const { servicePoint, carrier, kind } = snapshot.shipping
  if (servicePoint || carrier === null || (kind !== 'pickup' && kind !== 'locker')) return servicePoint
  const { countryCode, postalCode } = buyerAddress(snapshot)
  const answer = await carriers.servicePoints({
    store: snapshot.store,
    carrier,
    kind,
    countryCode,
    postalCode,
    language: stores[snapshot.store].iso,
  })
  return answer.ok ? (answer.points[0] ?? null) : null
}

type Prepared = { ok: true; id: number } | Extract<BookShipmentAnswer, { ok: false }>

/** Decides what the parcel holds and stores it; `services.db` is the transaction. */
async function prepare(
  services: BookShipmentServices,
  actor: Actor,
  { number, lines, ships, customerNumber, shipment = Infinity }: BookShipmentInput,
  servicePoint: ServicePoint | null,
): Promise<Prepared> {
  const { db: trx, parcels, dispatchOf = (store) => storePolicies[store].dispatch } = services
  const order = await lockOrder(trx, number)
  if (!order) return { ok: false, code: 'unknown_order' }
  const shipments = await shipmentsOf(trx, order.id)
  if (shipments.length >= shipment) return { ok: false, code: 'nothing_left' }
  const past = await parcelsOf(trx, order.id)
  const open = past.find((parcel) => parcel.direction === 'outbound' && isOpen(parcel))
  if (open) {
    if (lines) return { ok: false, code: 'parcel_open', reference: open.reference }
    if (ships && !open.ships) await setShips(trx, open.id, true)
    return { ok: true, id: open.id }
  }
  if (!canMove(order.status, 'shipped'))
    return order.status === 'shipped' || order.status === 'delivered'
      ? { ok: false, code: 'nothing_left' }
      : { ok: false, code: 'wrong_status', status: order.status }
  const chosen = await chosenUnits(trx, order, shipments, lines)
  if (!chosen.ok) return chosen as Extract<BookShipmentAnswer, { ok: false }>
  const { snapshot } = order
  const { shipping, store } = snapshot
  const { carrier, kind } = shipping
  if (kind === 'email' || carrier === null || !parcels.canBook(carrier, store, 'outbound'))
    return { ok: false, code: 'not_bookable' }
  const contents = await loadParcelContents(trx, snapshot.lines, chosen.units)
  const method = shippingMethod(store, shipping.methodId)
  if (method && !canCarry(method, contents.consignment))
    return { ok: false, code: 'not_carried', names: contents.consignment.goods.map(({ name }) => name) }
  const place = dispatchOf(store)
  const recipient = buyerAddress(snapshot)
  const customs = customsDeclaration({
    from: place,
    to: recipient.countryCode,
    isBusiness: snapshot.customer.type === 'business',
    currency: snapshot.currency,
    lines: contents.customsLines,
  })
  if (!customs.ok) return customs
  const id = await insertParcel(trx, order.id, actor, {
    carrier,
    units: Object.fromEntries(chosen.units),
    ships,
    returnId: null,
    request: {
      reference: nextReference(number, past),
      direction: 'outbound',
      store,
      kind,
      sender: shopAddress(store, place),
      recipient,
      servicePoint,
      customerNumber: customerNumber ?? shipping.customerNumber ?? null,
      contents: number,
      weightGrams: contents.weightGrams,
      sidesMm: contents.sidesMm,
      dangerousGoods: contents.dangerousGoods,
      customs: customs.declaration,
    },
  })
  await noteRequested(trx, actor, order, { parcel: nextReference(number, past), carrier })
  return { ok: true, id }
}

async function noteRequested(
  trx: Kysely<DB>,
  actor: Actor,
  order: LockedOrder,
  data: Record<string, unknown>,
): Promise<void> {
  await recordOrderEvent(trx, order.id, {
    kind: 'parcel-requested',
    from: order.status,
    to: order.status,
    actor,
    data,
  })
}

/** Ships what a booked parcel holds, under its tracking number. A refusal is noted on the parcel. */
async function shipParcel(
  services: BookShipmentServices,
  actor: Actor,
  { id, orderId, orderNumber, reference, carrier, units, trackingNumber, trackingUrl }: StoredParcel,
): Promise<ShipAnswer> {
  const { db, log } = services
  const lines = await linesOf(db, orderId, orderNumber, units)
  const answer = await shipOrder(services, actor, {
    number: orderNumber,
    carrier,
    trackingUrl,
    ...(trackingNumber !== null && { trackingNumber }),
    ...(lines && { lines }),
  })
  if (!answer.ok) {
    await markNotShipped(db, id, answer.code)
    log.warn({ parcel: reference, code: answer.code }, 'a booked parcel could not be shipped')
  }
  return answer
}

/** The parcel's units by sku; null where the order has nothing to pack, such as fees alone. */
async function linesOf(
  db: Kysely<DB>,
  orderId: number,
  orderNumber: string,
  units: Record<string, number>,
): Promise<ShipInput['lines'] | null> {
  const order = await findOrderByNumber(db, orderNumber)
  if (order?.id !== orderId) throw new Error(`there is no order ${orderNumber}`)
  const quantities = new Map<Sku, number>()
  for (const { uuid, sku } of order.snapshot.lines)
    if (units[uuid]) quantities.set(sku, (quantities.get(sku) ?? 0) + units[uuid])
  return quantities.size === 0 ? null : [...quantities].map(([sku, quantity]) => ({ sku, quantity }))
}

/**
 * Asks again for parcels whose carrier has not answered, and ships those that are booked; at most 10. A failure
 * does not stop the others. Returns how many are booked now and how many still wait.
 */
export async function reconcileParcels(
  services: BookShipmentServices,
  actor: Actor,
): Promise<{ booked: number; waiting: number }> {
  const report = { booked: 0, waiting: 0 }
  for (const id of await waitingParcels(services.db, 10)) {
    try {
      const parcel = await performBooking(services, actor, id)
      if (parcel.status === 'booked' && parcel.ships && !parcel.isShipped)
        await shipParcel(services, actor, parcel)
      report[parcel.status === 'booked' ? 'booked' : 'waiting']++
    } catch (error) {
      report.waiting++
      services.log.warn({ parcel: id, err: error }, 'a parcel could not be booked')
    }
  }
  return report
}
