/**
 * Ships an order, whole or in part: writes the shipment, captures what it holds, and moves the order. The capture at
 * another company is performed after the commit; an order on invoice is invoiced in the same transaction.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { JobQueue, OrderMailKind } from '../jobs/job-queue.ts'
import { addMinor, smallerMinor, subtractMinor, zeroMinor } from '../money/money.ts'
import { lockOrder, type LockedOrder } from '../orders/lock-order.server.ts'
import { addOrderMail, recordOrderEvent } from '../orders/order-repository.server.ts'
import { canMove, type OrderStatus } from '../orders/order-states.ts'
import { transitionOrder } from '../orders/transition-order.server.ts'
import { recipientOf, type OrderDelivery } from '../orders/order-snapshot.ts'
import { operationSums, requestOperation } from '../payments/payment-operations.server.ts'
import type { PaymentProviders } from '../payments/payment-provider.ts'
import { releaseRest } from '../payments/perform-operations.server.ts'
import { bindParcel } from '../parcels/parcel-repository.server.ts'
import { collectableMinor } from '../refunds/collected.ts'
import type { Refund } from '../refunds/refund.ts'
import { refundsOf } from '../refunds/refund-repository.server.ts'
import { isNothingOpen, openUnits, unitsOf, unitsOfOrder } from '../shipments/order-units.ts'
import {
  chooseUnits,
  shipmentPart,
  withoutUncollected,
  type ChosenUnits,
} from '../shipments/shipment-part.ts'
import { insertShipment, shipmentsOf, type StoredShipment } from '../shipments/shipment-repository.server.ts'
import { trackingLink } from '../shipping/tracking-link.server.ts'
import type { CarrierId } from '../stores/store.ts'
import type { SkuUnits } from '../products/sku.ts'

export interface ShipServices {
  db: Kysely<DB>
  providers: PaymentProviders
  jobs: JobQueue<'order-mail' | 'payment-operation'>
  /** Epoch milliseconds. */
  clock: () => number
}

export interface ShipInput {
  /** Order number. */
  number: string
  /** Units per sku; without it everything that is left, of a divided order the rest of its next delivery. */
  lines?: readonly SkuUnits[]
  /** Another carrier than that of the delivery method. */
  carrier?: CarrierId
  /** The carrier's number of the parcel; only letters and e-mails have none. Repeating it changes nothing. */
  trackingNumber?: string
  /** The carrier's tracking page of the parcel, where it differs from the usual one. */
  trackingUrl?: string | null
  /** The number of the shipment that is to be made: once the order has it, `nothing_left`. */
  shipment?: number
}

export type ShipAnswer =
  /** `repeated`: the same shipment was written before. */
  | { ok: true; shipment: StoredShipment; repeated: boolean }
  | { ok: false; code: 'unknown_order' | 'tracking_required' | 'nothing_left' | 'provider_unsupported' }
  /** The tracking number belongs to a shipment of other units. */
  | { ok: false; code: 'tracking_used'; shipment: number }
  | { ok: false; code: 'wrong_status'; status: OrderStatus }
  | Extract<ChosenUnits, { ok: false }>

/** The mail that reports a shipment. */
export const shippedMail = (number: number): OrderMailKind => `shipped-${number}`

/** Ships what is named of the order. A refusal writes nothing. */
export async function shipOrder(services: ShipServices, actor: Actor, input: ShipInput): Promise<ShipAnswer> {
  return audited(services.db, actor, async (trx) => {
    const order = await lockOrder(trx, input.number)
    if (!order) return { ok: false, code: 'unknown_order' }
    const past = await shipmentsOf(trx, order.id)
    const trackingNumber = input.trackingNumber?.trim() || null
    const known = past.find(
      (shipment) => trackingNumber !== null && shipment.trackingNumber === trackingNumber,
    )
    if (known) return repeatedAnswer(order, known, input)
    if (past.length >= (input.shipment ?? Infinity)) return { ok: false, code: 'nothing_left' }
    if (trackingNumber === null && (await needsTracking(trx, order, past)))
      return { ok: false, code: 'tracking_required' }
    if (!canMove(order.status, 'shipped'))
      return order.status === 'shipped' || order.status === 'delivered'
        ? { ok: false, code: 'nothing_left' }
        : { ok: false, code: 'wrong_status', status: order.status }
    const chosen = await chosenUnits(trx, order, past, input.lines)
    if (!chosen.ok) return chosen
    return ship({ ...services, db: trx }, actor, order, past, { ...input, ...chosen, trackingNumber })
  })
}

/** Letters and e-mails have no tracking number, nor has a shipment without goods. */
async function needsTracking(
  trx: Kysely<DB>,
  { id, status, snapshot: { lines, shipping } }: LockedOrder,
  past: readonly StoredShipment[],
): Promise<boolean> {
  if (shipping.kind === 'letter' || shipping.kind === 'email') return false
  if (past.length > 0 || !canMove(status, 'shipped')) return true
  return openUnits({ status, lines }, { shipments: past, refunds: await refundsOf(trx, id) }).size > 0
}

function repeatedAnswer(order: LockedOrder, known: StoredShipment, { lines }: ShipInput): ShipAnswer {
  const answer: ShipAnswer = { ok: true, shipment: known, repeated: true }
  if (!lines) return answer
  const wanted = chooseUnits(order.snapshot.lines, known.units, lines)
  const isSame = wanted.ok && sum(wanted.units) === sum(known.units)
  return isSame ? answer : { ok: false, code: 'tracking_used', shipment: known.number }
}

const sum = (units: ReadonlyMap<string, number>): number =>
  [...units.values()].reduce((total, quantity) => total + quantity, 0)

export type Choice =
  | { ok: true; units: Map<string, number>; isLast: boolean }
  | Extract<ShipAnswer, { ok: false }>

/**
 * The units of a shipment: those that are named, else the next delivery of a divided order, else all that are left. None
 * where bought gift cards alone are left, which have no parcel.
 */
export async function chosenUnits(
  trx: Kysely<DB>,
  { id, status, snapshot: { lines, shipping } }: LockedOrder,
  past: readonly StoredShipment[],
  wanted: ShipInput['lines'],
): Promise<Choice> {
  const refunds = await refundsOf(trx, id)
  const dispatched = { shipments: past, refunds }
  if (isNothingOpen(lines, unitsOfOrder({ status, lines }, dispatched)))
    return { ok: false, code: 'nothing_left' }
  const left = openUnits({ status, lines }, dispatched)
  if (!wanted) {
    const units = nextDelivery(left, shipping.deliveries ?? [])
    return { ok: true, units, isLast: units.size === left.size }
  }
  const chosen = chooseUnits(lines, left, wanted)
  if (!chosen.ok) return chosen
  if (chosen.units.size === 0) return { ok: false, code: 'nothing_left' }
  return { ...chosen, isLast: sum(chosen.units) === sum(left) }
}

/** The units left of the first delivery that has any; all where the order is not divided. */
function nextDelivery(
  left: ReadonlyMap<string, number>,
  deliveries: readonly OrderDelivery[],
): Map<string, number> {
  const next = deliveries.find(({ lines }) => lines.some((uuid) => left.has(uuid)))
  return new Map([...left].filter(([uuid]) => next?.lines.includes(uuid) ?? true))
}

async function ship(
  services: ShipServices,
  actor: Actor,
  order: LockedOrder,
  past: readonly StoredShipment[],
  {
    units,
    isLast,
    trackingNumber,
    carrier: given,
    trackingUrl = null,
  }: {
    units: Map<string, number>
    isLast: boolean
    trackingNumber: string | null
    carrier?: CarrierId
    trackingUrl?: string | null
  },
): Promise<ShipAnswer> {
  const { db: trx, clock } = services
  const { snapshot } = order
  const carrier = given ?? snapshot.shipping.carrier
  const refunds = await refundsOf(trx, order.id)
  const part = shipmentPart(withoutUncollected(snapshot, refunds), unitsOf(past), units, {
    isFirst: past.length === 0,
  })
  const shipment: StoredShipment = {
    number: past.length + 1,
    carrier,
    trackingNumber,
    trackingUrl:
      trackingNumber &&
      (trackingUrl ?? trackingLink(carrier, recipientOf(snapshot).countryCode, trackingNumber)),
    amountMinor: part.amountMinor,
    isLast,
    shippedAt: new Date(clock()),
    deliveredAt: null,
    units,
  }
  await insertShipment(trx, order.id, actor, shipment)
  if (trackingNumber !== null) await bindParcel(trx, order.id, { number: shipment.number, trackingNumber })
  if (!(await capture(services, order, shipment, { part, refunds })))
    throw new Error(`${order.number} has no payment provider`)
  await moveAlong(services, actor, order, shipment)
  // Where gift cards pay for the last shipment no capture is performed after which it would be released.
  if (isLast) await releaseRest(services, order.number)
  return { ok: true, shipment, repeated: false }
}

/**
 * Captures what the shipment holds; nothing where all of it was captured before, such as by a refund. False: the
 * store has no such payment provider.
 */
async function capture(
  services: ShipServices,
  order: LockedOrder,
  shipment: StoredShipment,
  { part, refunds }: { part: ReturnType<typeof shipmentPart>; refunds: readonly Refund[] },
): Promise<boolean> {
  const { attempt } = order
  if (!attempt) return false
  const { captureMinor } = await operationSums(services.db, attempt.id)
  const toCollect = collectableMinor(order.snapshot, refunds)
  const amountMinor = smallerMinor(part.amountMinor, subtractMinor(toCollect, captureMinor))
  if (amountMinor <= zeroMinor) return true
  const isAll = addMinor(captureMinor, amountMinor) === toCollect
  const { carrier, trackingNumber, trackingUrl, number } = shipment
  const answer = await requestOperation(
    services,
    { ...order, attempt },
    {
      kind: 'capture',
      amountMinor,
      idempotencyKey: `capture-${attempt.id}-${number}`,
      lines: amountMinor === part.amountMinor ? part.lines : [],
      ...(carrier && trackingNumber && { shipment: { carrier, trackingNumber, trackingUrl } }),
      ...(shipment.isLast && { isFinal: true }),
      attempt: isAll && attempt.status === 'authorized' ? 'captured' : attempt.status,
    },
  )
  return answer.ok
}

/** A partly shipped order is being processed; the last shipment ships it. */
async function moveAlong(
  { db: trx, jobs }: ShipServices,
  actor: Actor,
  order: LockedOrder,
  { number, isLast, carrier, trackingNumber, trackingUrl, units }: StoredShipment,
): Promise<void> {
  const data = {
    shipment: number,
    units: sum(units),
    ...(carrier && { carrier }),
    ...(trackingNumber && { trackingNumber }),
    ...(trackingUrl && { trackingUrl }),
  }
  const mail = shippedMail(number)
  const to = isLast ? 'shipped' : 'processing'
  const event = isLast ? 'shipped' : 'part-shipped'
  if (order.status === to) {
    await recordOrderEvent(trx, order.id, { kind: event, from: to, to, actor, data })
    await addOrderMail(trx, jobs, order.id, mail)
    return
  }
  await transitionOrder(trx, order, { to, event, actor, data, mails: { jobs, kinds: [mail] } })
}
