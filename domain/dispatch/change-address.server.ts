/**
 * Staff change where the goods of an order go, until they are handed to the carrier. The order's snapshot stays as
 * the buyer sent it; the newest change is laid over it wherever an order is read, so that `recipientOf` answers with
 * it. The invoice's address never changes here, nor does the country: its VAT depends on it.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { isOpen, parcelsOf } from '../parcels/parcel-repository.server.ts'
import { openUnits } from '../shipments/order-units.ts'
import { refundsOf } from '../refunds/refund-repository.server.ts'
import { shipmentsOf } from '../shipments/shipment-repository.server.ts'
import { normalizePostalCode } from '../stores/postal-code.ts'
import { stores } from '../stores/stores.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import { recipientOf, type OrderRecipient } from '../orders/order-snapshot.ts'
import type { OrderStatus } from '../orders/order-states.ts'

export type ChangeAddress =
  | { ok: true; recipient: OrderRecipient }
  /** `waiting`: a parcel to the former address is booked, or its carrier has not answered. */
  | {
      ok: false
      code: 'unknown_order' | 'nothing_left' | 'waiting' | 'nothing_changed' | 'invalid_postal_code'
    }
  | { ok: false; code: 'wrong_status'; status: OrderStatus }
  /** Somebody has changed one of these fields since the person read them. */
  | { ok: false; code: 'changed_meanwhile'; current: OrderRecipient }

const open: readonly OrderStatus[] = ['held', 'received', 'processing']

type ChangedFields = Partial<Omit<OrderRecipient, 'countryCode'>>

/** `to`: the fields that change; `expected`: these fields as the person saw them, absent where nobody did. */
export async function changeOrderAddress(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  { number, to, expected = {} }: { number: string; to: ChangedFields; expected?: ChangedFields },
): Promise<ChangeAddress> {
  return audited(db, actor, async (trx, record): Promise<ChangeAddress> => {
    const order = await lockOrder(trx, number)
    if (!order) return { ok: false, code: 'unknown_order' }
    const { snapshot, status } = order
    if (!open.includes(status)) return { ok: false, code: 'wrong_status', status }
    const left = openUnits(
      { status, lines: snapshot.lines },
      { shipments: await shipmentsOf(trx, order.id), refunds: await refundsOf(trx, order.id) },
    )
    if (left.size === 0) return { ok: false, code: 'nothing_left' }
    if ((await parcelsOf(trx, order.id)).some((parcel) => parcel.direction === 'outbound' && isOpen(parcel)))
      return { ok: false, code: 'waiting' }
    const former = recipientOf(snapshot)
    const postalCode = normalizePostalCode(to.postalCode ?? former.postalCode, stores[snapshot.store])
    if (postalCode === null) return { ok: false, code: 'invalid_postal_code' }
    const recipient = { ...former, ...to, postalCode }
    const fields = (Object.keys(recipient) as (keyof OrderRecipient)[]).filter(
      (name) => recipient[name] !== former[name],
    )
    if (fields.length === 0) return { ok: false, code: 'nothing_changed' }
    const seen: Partial<OrderRecipient> = expected
    if (fields.some((name) => name in seen && (seen[name] ?? null) !== (former[name] ?? null)))
      return { ok: false, code: 'changed_meanwhile', current: former }
    const { id } = await trx
      .insertInto('order_address_change')
      .values({
        order_id: order.id,
        recipient: JSON.stringify(recipient),
        changed_at: new Date(clock()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    record({
      action: 'order.change_address',
      object: ['order', number],
      store: snapshot.store,
      after: { change: id, fields },
    })
    return { ok: true, recipient }
  })
}

export interface AddressChange {
  id: number
  recipient: OrderRecipient
  changedAt: Date
}

/** Oldest first. */
export async function addressChanges(db: Kysely<DB>, orderId: number): Promise<AddressChange[]> {
  const rows = await db
    .selectFrom('order_address_change')
    .select(['id', 'recipient', 'changed_at as changedAt'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, recipient: row.recipient as unknown as OrderRecipient }))
}
