/**
 * Registers a return. The order is locked, so that concurrent returns never exceed what was delivered; access
 * to the order is checked before (domain/orders/read-order.server.ts).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { subtractMinor, zeroMinor, type Minor } from '../../domain/money/money.ts'
import { lockOrder, type LockedOrder } from '../../domain/orders/lock-order.server.ts'
import { addOrderMail, recordOrderEvent } from '../../domain/orders/order-repository.server.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { returnParcelsOf, type ReturnParcel } from '../../domain/parcels/parcel-repository.server.ts'
import { allocateRefund } from '../../domain/refunds/allocate-refund.ts'
import type { Refund } from '../../domain/refunds/refund.ts'
import { refundsOf, type StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import { storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { depositProofsOf, type StoredDepositProof } from './deposit-proof-repository.server.ts'
import { refundableDeposits } from './refund-deposit.server.ts'
import { exchangedLines, exchangeTotalMinor, type ExchangeTerms } from './exchange.ts'
import { exchangeTerms, type ExchangeServices } from './exchange-choices.server.ts'
import { loadReturnGoods } from './return-goods.server.ts'
import { returnMail } from './return-mail-kind.ts'
import { refundsShipping, returnRefundRequest } from './return-refund.ts'
import { insertReturn, returnOfKey, returnsOf, type StoredReturn } from './return-repository.server.ts'
import { asksDamage, transportOf, type ReturnGoods, type ReturnTransport } from './return-transport.ts'
import {
  checkReturn,
  returnableLines,
  returnClosed,
  returnEndsAt,
  returnTransitions,
  type ReturnableLine,
  type ReturnItem,
  type ReturnOrder,
  type ReturnRefusal,
  type ReturnStatus,
  type ShownReturnStatus,
} from './return.ts'
import type { Sku } from '../../domain/products/sku.ts'

export interface ReturnServices extends ExchangeServices {
  jobs: JobQueue<'order-mail'>
}

export type RegisterReturnAnswer =
  | { ok: true; registered: StoredReturn }
  | { ok: false; code: ReturnRefusal; sku: Sku | null }

export interface ReturnInput {
  items: readonly ReturnItem[]
  comment: string
  /** Idempotency key: the same request under the same key gets the existing return. */
  key?: string | null | undefined
}

const isSame = (known: StoredReturn, { items, comment }: ReturnInput): boolean =>
  known.comment === comment &&
  known.items.length === items.length &&
  known.items.every(
    ({ sku, quantity, reason, transport, exchange }, index) =>
      sku === items[index]!.sku &&
      quantity === items[index]!.quantity &&
      reason === items[index]!.reason &&
      (items[index]!.isDamaged ?? false) === (transport === 'damaged_lithium') &&
      items[index]!.exchangeFor === exchange?.sku,
  )

/** Registers a return of the order with that number. */
export async function registerReturn(
  services: ReturnServices,
  actor: Actor,
  number: string,
  { items, comment, key = null }: ReturnInput,
): Promise<RegisterReturnAnswer> {
  const { db, jobs, clock } = services
  return audited(db, actor, async (trx) => {
    const order = await lockOrder(trx, number)
    if (!order) throw new Error(`there is no order ${number}`)
    const known = key === null ? null : await returnOfKey(trx, order.id, key)
    if (known)
      return isSame(known, { items, comment })
        ? { ok: true, registered: known }
        : { ok: false, code: 'key_reused', sku: null }
    const now = clock()
    const whole = await returnOrder(trx, order)
    const checked = checkReturn(whole, items, now)
    if (!checked.ok) return checked
    const goods = await loadReturnGoods(trx, order.snapshot.lines)
    const shipping = refundsShipping(whole, items, now)
    const exchange = await exchangeTerms(
      { ...services, db: trx },
      order,
      items,
      refundOf(order, whole, { items, goods, shipping }),
    )
    if (!exchange.ok) return { ...exchange, code: 'exchange_unavailable' }
    const registered = await insertReturn(trx, order.id, {
      items: checked.lines.map(({ isDamaged = false, exchangeFor: _variant, ...item }) => ({
        ...item,
        exchange: exchange.terms.get(item.sku) ?? null,
        transport: transportIn(order.snapshot.store, goods.get(item.sku), isDamaged),
      })),
      comment,
      refundsShipping: shipping,
      registeredAt: new Date(now),
      key,
    })
    const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
    await recordOrderEvent(trx, order.id, {
      kind: 'return-registered',
      from: order.status,
      to: order.status,
      actor,
      data: { return: registered.id, units },
    })
    await addOrderMail(trx, jobs, order.id, returnMail('registered', registered))
    return { ok: true, registered }
  })
}

function transportIn(store: StoreCode, goods: ReturnGoods | undefined, isDamaged: boolean): ReturnTransport {
  const carried = storePolicies[store].returnParcels?.carries ?? []
  return goods ? transportOf(goods, carried, isDamaged) : 'parcel'
}

/** The data of an order for a page of returns. */
export interface OrderReturns {
  /** Why nothing can be returned now; null: `lines` can. */
  closed: ReturnType<typeof returnClosed>
  /** `asksDamage`: whether the buyer must say if the goods are damaged. */
  lines: (ReturnableLine & { asksDamage: boolean; transport: ReturnTransport })[]
  /** End of the return period, epoch ms (the first moment after it); null: not delivered yet. */
  endsAt: number | null
  /** Oldest first. */
  returns: TrackedReturn[]
  /** Deposits of starter batteries that may be refunded on proof, and the proofs so far; null: it has none. */
  deposits: { left: number; proofs: StoredDepositProof[] } | null
}

/**
 * A return with its parcel, and what is paid out for it, after an exchange the difference: booked, or expected; null
 * where nothing is refunded any more.
 */
export interface TrackedReturn extends StoredReturn {
  parcel: ReturnParcel | null
  amountMinor: Minor | null
}

/** The status of a return as its buyer sees it. */
export function shownReturnStatus(
  status: ReturnStatus,
  parcel: Pick<ReturnParcel, 'status'> | null,
): ShownReturnStatus {
  return status === 'registered' && parcel?.status === 'booked' ? 'label_ready' : status
}

/** The returnable products of an order, and its returns. */
export async function readReturns(
  { db, clock }: Pick<ReturnServices, 'db' | 'clock'>,
  stored: OrderOfReturn,
): Promise<OrderReturns> {
  const { store, lines } = stored.snapshot
  const returns = await returnsOf(db, stored.id)
  const order = await returnOrder(db, stored, returns)
  const goods = await loadReturnGoods(db, lines)
  const parcels = await returnParcelsOf(
    db,
    returns.map(({ id }) => id),
  )
  const { deliveredAt, timeZone } = order
  const proofs = await depositProofsOf(db, stored.id)
  const left = await refundableDeposits(db, stored)
  return {
    deposits: left > 0 || proofs.length > 0 ? { left, proofs } : null,
    closed: returnClosed(order, clock()),
    lines: returnableLines(order).map((line) => {
      const own = goods.get(line.sku)
      return {
        ...line,
        asksDamage: own !== undefined && asksDamage(own),
        transport: transportIn(store, own, false),
      }
    }),
    endsAt: deliveredAt === null ? null : returnEndsAt(deliveredAt, timeZone),
    returns: returns.map((entry) => ({
      ...entry,
      parcel: parcels.find(({ returnId }) => returnId === entry.id) ?? null,
      amountMinor: amountOf(stored.snapshot, order, entry, goods),
    })),
  }
}

function amountOf(
  snapshot: OrderSnapshot,
  order: Pick<ReturnOrder, 'lines'> & { refunds: readonly StoredRefund[] },
  { status, refundNumber, items, refundsShipping: shipping }: StoredReturn,
  goods: ReadonlyMap<Sku, ReturnGoods>,
): Minor | null {
  if (refundNumber !== null) {
    const booked = order.refunds.find(({ number }) => number === refundNumber)
    return booked ? subtractMinor(booked.amountMinor, booked.exchangedMinor ?? zeroMinor) : null
  }
  if (returnTransitions[status].length === 0) return null
  const isExchange = items.some(({ exchange }) => exchange !== null)
  const answer = allocateRefund(
    snapshot,
    order.refunds,
    returnRefundRequest(order, items, { goods, shipping: shipping && !isExchange }),
  )
  if (!answer.ok) return null
  const { amountMinor } = answer.refund
  return subtractMinor(amountMinor, exchangeTotalMinor(exchangedLines(items, answer.refund)))
}

/** What a return of these items would refund, computed as its refund is booked. */
export async function previewReturn(
  services: ExchangeServices,
  stored: OrderOfReturn,
  items: readonly ReturnItem[],
): Promise<
  | { ok: true; refund: Refund; exchange: ReadonlyMap<Sku, ExchangeTerms> }
  | { ok: false; code: ReturnRefusal; sku: Sku | null }
> {
  const { db, clock } = services
  const order = await returnOrder(db, stored)
  const now = clock()
  const checked = checkReturn(order, items, now)
  if (!checked.ok) return checked
  const goods = await loadReturnGoods(db, stored.snapshot.lines)
  const isExchange = items.some(({ exchangeFor }) => exchangeFor !== undefined)
  const shipping = !isExchange && refundsShipping(order, items, now)
  const refund = refundOf(stored, order, { items, goods, shipping })
  const exchange = await exchangeTerms(services, stored, items, refund)
  if (!exchange.ok) return { ...exchange, code: 'exchange_unavailable' }
  return { ok: true, refund, exchange: exchange.terms }
}

/** What a return of these items refunds; they were checked before. */
function refundOf(
  { id, snapshot }: OrderOfReturn,
  order: Pick<ReturnOrder, 'lines'> & { refunds: readonly StoredRefund[] },
  {
    items,
    goods,
    shipping,
  }: { items: readonly ReturnItem[]; goods: ReadonlyMap<Sku, ReturnGoods>; shipping: boolean },
): Refund {
  const request = returnRefundRequest(order, items, { goods, shipping })
  const answer = allocateRefund(snapshot, order.refunds, request)
  if (!answer.ok) throw new Error(`a return of order ${id} has no refund: ${answer.code}`)
  return answer.refund
}

type OrderOfReturn = Pick<LockedOrder, 'id' | 'status' | 'snapshot' | 'deliveredAt'>

/** An order with its returns and refunds, as the rules need it. */
export async function returnOrder(
  db: Kysely<DB>,
  { id, status, snapshot, deliveredAt }: OrderOfReturn,
  returns?: StoredReturn[],
): Promise<ReturnOrder & { isConsumer: boolean; refunds: StoredRefund[] }> {
  return {
    status,
    deliveredAt: deliveredAt?.getTime() ?? null,
    timeZone: stores[snapshot.store].timeZone,
    isConsumer: snapshot.customer.type === 'private',
    lines: snapshot.lines,
    returns: returns ?? (await returnsOf(db, id)),
    refunds: await refundsOf(db, id),
  }
}
