/**
 * Books the parcel of a registered return: a label with which the buyer hands the goods in. Idempotent per return: a
 * label that is booked is returned again, and one without an answer is asked for again.
 */
import { audited } from '../audit/audited.server.ts'
import type { Actor } from '../audit/actor.ts'
import { lockOrder, type LockedOrder } from '../orders/lock-order.server.ts'
import { recordOrderEvent } from '../orders/order-repository.server.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { canCarry } from '../shipping/shipping-methods.ts'
import { customsDeclaration } from '../shipping/customs.ts'
import { storePolicies } from '../stores/stores.ts'
import type { Sku } from '../products/sku.ts'
import { performBooking, type ParcelServices } from './book-parcel.server.ts'
import { buyerAddress, shopAddress } from './parcel-addresses.ts'
import { loadParcelContents } from './parcel-contents.server.ts'
import { insertParcel, isOpen, parcelsOf, type StoredParcel } from './parcel-repository.server.ts'

export interface ReturnLabelInput {
  /** Number of the order. */
  number: string
  /** Number of the return, e.g. `S100001-R1`. */
  returnId: string
  items: readonly { sku: Sku; quantity: number; isDamaged: boolean }[]
}

export type ReturnLabelAnswer =
  /** `booked` has a label and a tracking number; `sent` and `unknown` wait for the carrier: ask again later. */
  | { ok: true; parcel: StoredParcel }
  /** The store has no carrier for returns, or the parcel would cross a customs border: staff arrange it. */
  | { ok: false; code: 'unknown_order' | 'not_offered' }
  /** The carrier does not take these goods from buyers; damaged lithium batteries never travel by parcel (ADR SP 376). */
  | { ok: false; code: 'not_carried'; skus: Sku[] }
  | { ok: false; code: 'carrier_refused'; reason: string }

export async function bookReturnLabel(
  services: ParcelServices,
  actor: Actor,
  input: ReturnLabelInput,
): Promise<ReturnLabelAnswer> {
  const prepared = await audited(services.db, actor, (trx) => prepare(services, trx, actor, input))
  if (!prepared.ok) return prepared
  const parcel = await performBooking(services, actor, prepared.id)
  return parcel.status === 'refused'
    ? { ok: false, code: 'carrier_refused', reason: parcel.problem ?? '' }
    : { ok: true, parcel }
}

type Prepared = { ok: true; id: number } | Extract<ReturnLabelAnswer, { ok: false }>

async function prepare(
  { parcels }: ParcelServices,
  trx: Kysely<DB>,
  actor: Actor,
  { number, returnId, items }: ReturnLabelInput,
): Promise<Prepared> {
  const order = await lockOrder(trx, number)
  if (!order) return { ok: false, code: 'unknown_order' }
  const past = (await parcelsOf(trx, order.id)).filter((parcel) => parcel.returnId === returnId)
  const open = past.find(isOpen)
  if (open) return { ok: true, id: open.id }
  const { snapshot } = order
  const { store } = snapshot
  const { returnParcels, dispatch } = storePolicies[store]
  const buyer = buyerAddress(snapshot)
  const border = customsDeclaration({
    from: { countryCode: buyer.countryCode, voecNumber: null },
    to: dispatch.countryCode,
    isBusiness: false,
    currency: snapshot.currency,
    lines: [],
  })
  if (!returnParcels || !border.ok || !parcels.canBook(returnParcels.carrier, store, 'return'))
    return { ok: false, code: 'not_offered' }
  const contents = await loadParcelContents(trx, snapshot.lines, unitsOnLines(order, items))
  const damaged = items.filter(({ isDamaged }) => isDamaged)
  const broken = await loadParcelContents(trx, snapshot.lines, unitsOnLines(order, damaged))
  if (broken.dangerousGoods.some(({ class: kind }) => kind.startsWith('lithium')))
    return { ok: false, code: 'not_carried', skus: damaged.map(({ sku }) => sku) }
  if (!canCarry({ ...returnParcels, maxUnits: null, maxSidesMm: null }, contents.consignment))
    return { ok: false, code: 'not_carried', skus: items.map(({ sku }) => sku) }
  const id = await insertParcel(trx, order.id, actor, {
    carrier: returnParcels.carrier,
    units: Object.fromEntries(items.map(({ sku, quantity }) => [sku, quantity])),
    ships: false,
    returnId,
    request: {
      // Each attempt after a refusal is another parcel.
      reference: past.length === 0 ? returnId : `${returnId}-${past.length + 1}`,
      direction: 'return',
      store,
      kind: 'pickup',
      sender: buyer,
      recipient: shopAddress(store, dispatch),
      servicePoint: null,
      customerNumber: null,
      contents: returnId,
      weightGrams: contents.weightGrams,
      sidesMm: contents.sidesMm,
      dangerousGoods: contents.dangerousGoods,
      customs: null,
    },
  })
  await recordOrderEvent(trx, order.id, {
    kind: 'parcel-requested',
    from: order.status,
    to: order.status,
    actor,
    data: { parcel: returnId, carrier: returnParcels.carrier, return: returnId },
  })
  return { ok: true, id }
}

/** The returned units on the order's lines of their skus, in their order. */
function unitsOnLines(
  { snapshot: { lines } }: Pick<LockedOrder, 'snapshot'>,
  items: ReturnLabelInput['items'],
): Map<string, number> {
  const units = new Map<string, number>()
  for (const { sku, quantity } of items) {
    let open = quantity
    for (const line of lines.filter((each) => each.sku === sku && each.kind === 'goods')) {
      const part = Math.min(open, line.quantity - (units.get(line.uuid) ?? 0))
      if (part > 0) units.set(line.uuid, (units.get(line.uuid) ?? 0) + part)
      open -= part
    }
  }
  return units
}
