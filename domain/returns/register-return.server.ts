/**
 * Registers a return. The order is locked, so that concurrent returns never exceed what was delivered; access
 * to the order is checked before (domain/orders/read-order.server.ts).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { lockOrder, type LockedOrder } from '../orders/lock-order.server.ts'
import { recordOrderEvent } from '../orders/order-repository.server.ts'
import { refundsOf } from '../refunds/refund-repository.server.ts'
import { stores } from '../stores/stores.ts'
import { insertReturn, returnOfKey, returnsOf, type StoredReturn } from './return-repository.server.ts'
import {
  checkReturn,
  returnableLines,
  returnClosed,
  returnEndsAt,
  type ReturnableLine,
  type ReturnItem,
  type ReturnOrder,
  type ReturnRefusal,
} from './return.ts'
import type { Sku } from '../products/sku.ts'

export interface ReturnServices {
  db: Kysely<DB>
  /** Epoch milliseconds. */
  clock: () => number
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
    ({ sku, quantity, reason }, index) =>
      sku === items[index]!.sku && quantity === items[index]!.quantity && reason === items[index]!.reason,
  )

/** Registers a return of the order with that number. */
export async function registerReturn(
  { db, clock }: ReturnServices,
  actor: Actor,
  number: string,
  { items, comment, key = null }: ReturnInput,
): Promise<RegisterReturnAnswer> {
  return audited(db, actor, async (trx) => {
    const order = await lockOrder(trx, number)
    if (!order) throw new Error(`there is no order ${number}`)
    const known = key === null ? null : await returnOfKey(trx, order.id, key)
    if (known)
      return isSame(known, { items, comment })
        ? { ok: true, registered: known }
        : { ok: false, code: 'key_reused', sku: null }
    const now = clock()
    const checked = checkReturn(await returnOrder(trx, order), items, now)
    if (!checked.ok) return checked
    const registered = await insertReturn(trx, order.id, {
      items: checked.lines,
      comment,
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
    return { ok: true, registered }
  })
}

/** The data of an order for a page of returns. */
export interface OrderReturns {
  /** Why nothing can be returned now; null: `lines` can. */
  closed: ReturnType<typeof returnClosed>
  lines: ReturnableLine[]
  /** End of the return period, epoch ms (the first moment after it); null: not delivered yet. */
  endsAt: number | null
  /** Oldest first. */
  returns: StoredReturn[]
}

/** The returnable products of an order, and its returns. */
export async function readReturns(
  { db, clock }: ReturnServices,
  stored: Pick<LockedOrder, 'id' | 'status' | 'snapshot' | 'deliveredAt'>,
): Promise<OrderReturns> {
  const returns = await returnsOf(db, stored.id)
  const order = await returnOrder(db, stored, returns)
  const { deliveredAt, timeZone } = order
  return {
    closed: returnClosed(order, clock()),
    lines: returnableLines(order),
    endsAt: deliveredAt === null ? null : returnEndsAt(deliveredAt, timeZone),
    returns,
  }
}

/** An order with its returns and refunds, as the rules need it. */
export async function returnOrder(
  db: Kysely<DB>,
  { id, status, snapshot, deliveredAt }: Pick<LockedOrder, 'id' | 'status' | 'snapshot' | 'deliveredAt'>,
  returns?: StoredReturn[],
): Promise<ReturnOrder> {
  return {
    status,
    deliveredAt: deliveredAt?.getTime() ?? null,
    timeZone: stores[snapshot.store].timeZone,
    lines: snapshot.lines,
    returns: returns ?? (await returnsOf(db, id)),
    refunds: await refundsOf(db, id),
  }
}
