/**
 * Use cases of the shop for modules from outside: what staff do with orders, stock and prices, by the same code. Each is
 * in the audit under its actor, a person (`staffActor`) or the module itself (`jobActor`). Expected refusals are values.
 * The types stand by themselves.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { personOf, type Actor } from '../../domain/audit/actor.ts'
import { changePrice, readPrices } from '../../domain/catalogue/change-price.server.ts'
import {
  bookShipment as bookInShop,
  type BookShipmentServices,
} from '../../domain/dispatch/book-shipment.server.ts'
import { shipOrder as shipInShop, type ShipServices } from '../../domain/dispatch/ship-order.server.ts'
import type { Minor } from '../../domain/money/money.ts'
import { addOrderNote as addNoteInShop } from '../../domain/order-notes/order-notes.server.ts'
import { moveOrder as moveInShop } from '../../domain/orders/move-order.server.ts'
import { findOrderByNumber } from '../../domain/orders/order-repository.server.ts'
import { toSku } from '../../domain/products/sku.ts'
import { isCarrier } from '../../domain/provider-accounts/account-provider.ts'
import { cancelOrder as cancelInShop } from '../../domain/refunds/cancel-order.server.ts'
import type { RefundServices } from '../../domain/refunds/refund-locked.server.ts'
import { refundOrder as refundInShop } from '../../domain/refunds/refund-order.server.ts'
import { countStock } from '../../domain/stock/count-stock.server.ts'
import { readStock } from '../../domain/stock/stock-resource.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { ShopDatabase } from './shop-database.ts'

/**
 * What use cases work with: the services of routes, staff routes, jobs, subscribers and of actions of lists. A use case
 * has a transaction of its own. Notes, stock and prices can be part of the module's: `{ ...services, db: trx }`. A refusal
 * has changed nothing of the order, its stock or its prices.
 */
export interface UseCaseServices {
  db: ShopDatabase
  /** Epoch milliseconds. */
  clock: () => number
}

/** Why nothing was done: `unknown_order`, `too_late` … The back office has words for each code. */
export interface Refused {
  ok: false
  code: string
}

const inShop = (db: ShopDatabase): Kysely<DB> => db as unknown as Kysely<DB>

const withoutCompanies = () =>
  new Error('the services of a route, a job or a subscriber are needed: these have no payments and carriers')

/**
 * The services of use cases of orders and money. Throws where the process has no payments, as a command has none, and
 * within a transaction of the module, which a refusal would leave half written.
 */
function orderServices(services: UseCaseServices): RefundServices & ShipServices {
  const { jobs, providers } = services as unknown as Partial<RefundServices>
  if (!jobs || !providers) throw withoutCompanies()
  if (services.db.isTransaction)
    throw new Error('use cases of orders and money have a transaction of their own')
  return { db: inShop(services.db), clock: services.clock, jobs, providers }
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0

/** Whether PostgreSQL can store it: no NUL, no lone surrogates. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const isSku = (text: string): boolean => text !== '' && isStorable(text)

/** As packages name their modules (`server/bound-modules.ts`). */
const isModuleName = (text: string): boolean => /^[a-z]+(?:-[a-z]+)*$/.test(text) && text.length <= 30

/** With the longest name of a module it fits `refund.idempotency_key`, which has 100 characters. */
const longestKey = 60

/** What an `integer` holds. */
const mostUnits = 2_147_483_647
/** What `minor_units` holds. */
const mostMinor = 1_000_000_000_000

/**
 * Writes a note about an order, for staff. `module`: its name. `text`: 1 to 4000 characters; no personal data that the
 * order does not have.
 */
export async function addOrderNote(
  services: UseCaseServices,
  actor: Actor,
  note: { module: string; order: string; text: string },
): Promise<{ ok: true } | { ok: false; code: 'unknown_order' | 'invalid_text' | 'invalid_module' }> {
  const { clock } = services
  const db = inShop(services.db)
  const { module, order: number } = note
  const body = note.text.trim()
  if (!isModuleName(module)) return { ok: false, code: 'invalid_module' }
  if (body.length === 0 || body.length > 4000 || !isStorable(body)) return { ok: false, code: 'invalid_text' }
  if (!isStorable(number)) return { ok: false, code: 'unknown_order' }
  const found = await findOrderByNumber(db, number)
  if (found === null) return { ok: false, code: 'unknown_order' }
  const person = personOf(actor)
  const order = { id: found.id, number, store: found.snapshot.store }
  const author = person === null ? { module } : { staffId: Number(person) }
  await addNoteInShop({ db, clock }, actor, { order, author, body, mentions: [] })
  return { ok: true }
}

/**
 * Cancels an order of which nothing has left: its stock is free again, what was collected is refunded, and its buyer gets
 * the mail. `refundedMinor`: VAT included. Refused: `unknown_order`, `already_cancelled`, `too_late`, `gift_card_used` …
 */
export async function cancelOrder(
  services: UseCaseServices,
  actor: Actor,
  cancellation: { order: string; isSteppedUp?: boolean },
): Promise<{ ok: true; refundedMinor: number } | Refused> {
  const { order, isSteppedUp = false } = cancellation
  if (!isStorable(order)) return { ok: false, code: 'unknown_order' }
  const answer = await cancelInShop(orderServices(services), actor, order, { isSteppedUp })
  return answer.ok
    ? { ok: true, refundedMinor: answer.refund?.amountMinor ?? 0 }
    : { ok: false, code: answer.code }
}

/** What is refunded of a line: units that come back or never leave, or an amount without a return (a price reduction). */
export interface RefundedLine {
  /** `id` of the line, as `readOrder` answers it. */
  line: string
  quantity?: number
  /** VAT included. */
  amountMinor?: number
}

/**
 * Refunds an order, or a part of it, with its credit note and the mail to its buyer. The same key of the same module with
 * the same content refunds once. Refused: `unknown_order`, `not_refundable`, `not_captured`, `too_many_units`, `units_in_return`,
 * `key_reused`, `bad_quantity` … The limits of a store on refunds (`approval_required`, `step_up_required`) are those of people: a
 * module that refunds as itself has none, and refunds only what is owed.
 */
export async function refundOrder(
  services: UseCaseServices,
  actor: Actor,
  refund: {
    /** The name of the module. */
    module: string
    order: string
    /** `everything`: all that is left. */
    lines: 'everything' | readonly RefundedLine[]
    /** Also the whole delivery price; with lines. */
    shipping?: boolean
    /** The mail words it. */
    reason: 'complaint' | 'not_delivered' | 'price_reduction' | 'goodwill'
    /** Names this refund among those of the module for the order; at most 60 characters. */
    key: string
    isSteppedUp?: boolean
  },
): Promise<{ ok: true; refund: number; amountMinor: number; repeated: boolean } | Refused> {
  const { module, order: number, lines, shipping = false, reason, key, isSteppedUp = false } = refund
  if (!isModuleName(module)) return { ok: false, code: 'invalid_module' }
  if (!isStorable(number)) return { ok: false, code: 'unknown_order' }
  if (key === '' || key.length > longestKey || !isStorable(key)) return { ok: false, code: 'invalid_key' }
  if (lines !== 'everything')
    for (const { quantity = 1, amountMinor = 1 } of lines)
      if (!isCount(quantity) || !isCount(amountMinor)) return { ok: false, code: 'bad_quantity' }
  const answer = await refundInShop(orderServices(services), actor, {
    number,
    request:
      lines === 'everything'
        ? 'everything'
        : {
            lines: lines.map(({ line, quantity, amountMinor }) => ({
              uuid: line,
              ...(quantity !== undefined && { quantity }),
              ...(amountMinor !== undefined && { amountMinor: amountMinor as Minor }),
            })),
            ...(shipping && { shipping }),
          },
    reason,
    idempotencyKey: `module ${module} ${key}`,
    isSteppedUp,
  })
  if (!answer.ok) return { ok: false, code: answer.code }
  const { number: refundNumber, amountMinor } = answer.refund
  return { ok: true, refund: refundNumber, amountMinor, repeated: answer.repeated }
}

/**
 * Records that goods of an order have left: captures or invoices their part, and mails the buyer. Without `lines` all that
 * is left. The same tracking number ships once. Refused: `unknown_order`, `tracking_required`, `nothing_left`,
 * `wrong_status`, `unknown_carrier` …
 */
export async function shipOrder(
  services: UseCaseServices,
  actor: Actor,
  shipment: {
    order: string
    lines?: readonly { sku: string; quantity: number }[]
    /** Another carrier than that of the delivery method: the name of its mark (`postnord`), or of a module's account. */
    carrier?: string
    /** Only letters have none. */
    trackingNumber?: string
  },
): Promise<{ ok: true; shipment: number; repeated: boolean } | Refused> {
  const { order: number, lines, carrier, trackingNumber } = shipment
  if (!isStorable(number)) return { ok: false, code: 'unknown_order' }
  if (trackingNumber !== undefined && !isStorable(trackingNumber)) return { ok: false, code: 'invalid_text' }
  if (carrier !== undefined && !isCarrier(carrier)) return { ok: false, code: 'unknown_carrier' }
  if (lines?.some(({ sku }) => !isSku(sku))) return { ok: false, code: 'unknown_sku' }
  const answer = await shipInShop(orderServices(services), actor, {
    number,
    ...(lines && { lines: lines.map(({ sku, quantity }) => ({ sku: toSku(sku), quantity })) }),
    ...(carrier !== undefined && { carrier }),
    ...(trackingNumber !== undefined && { trackingNumber }),
  })
  return answer.ok
    ? { ok: true, shipment: answer.shipment.number, repeated: answer.repeated }
    : { ok: false, code: answer.code }
}

/**
 * Books the parcel of an order with the carrier of its delivery method, and ships it with its tracking number as soon as
 * it is booked. One parcel of an order is open at a time: the same call again continues it. `shipment`: null where the
 * carrier has not answered, in which case a job ships later, and where the parcel is booked and the order could not be
 * shipped: `notShipped` is why, and the parcel stays booked. Refused: `unknown_order`, `not_bookable`, `parcel_open`,
 * `nothing_left`, `wrong_status` … After `carrier_refused` staff see the refused parcel on the order.
 */
export async function bookShipment(
  services: UseCaseServices,
  actor: Actor,
  parcel: { order: string; lines?: readonly { sku: string; quantity: number }[] },
): Promise<{ ok: true; parcel: string; shipment: number | null; notShipped?: string } | Refused> {
  const { carriers, parcels, log } = services as unknown as Partial<BookShipmentServices>
  const ofOrders = orderServices(services)
  if (!carriers || !parcels || !log) throw withoutCompanies()
  const { order: number, lines } = parcel
  if (!isStorable(number)) return { ok: false, code: 'unknown_order' }
  if (lines?.some(({ sku }) => !isSku(sku))) return { ok: false, code: 'unknown_sku' }
  const answer = await bookInShop({ ...ofOrders, carriers, parcels, log }, actor, {
    number,
    ships: true,
    ...(lines && { lines: lines.map(({ sku, quantity }) => ({ sku: toSku(sku), quantity })) }),
  })
  if (!answer.ok) return { ok: false, code: answer.code }
  const { shipment } = answer
  const { reference } = answer.parcel
  return shipment?.ok === false
    ? { ok: true, parcel: reference, shipment: null, notShipped: shipment.code }
    : { ok: true, parcel: reference, shipment: shipment?.shipment.number ?? null }
}

/** Records that an order is being packed (`processing`) or has arrived (`delivered`). `already`: it was so before. */
export async function moveOrder(
  services: UseCaseServices,
  actor: Actor,
  move: { order: string; to: 'processing' | 'delivered' },
): Promise<{ ok: true; already: boolean } | { ok: false; code: 'unknown_order' | 'wrong_status' }> {
  if (!isStorable(move.order)) return { ok: false, code: 'unknown_order' }
  const answer = await moveInShop(orderServices(services), actor, move.order, move.to)
  return answer.ok ? answer : { ok: false, code: answer.code }
}

/** A price from a quantity on, VAT included, in minor units. */
export interface PriceTier {
  minQuantity: number
  priceMinor: number
}

const isPossible = ({ minQuantity, priceMinor }: PriceTier): boolean =>
  isCount(minQuantity) && minQuantity <= mostUnits && isCount(priceMinor) && priceMinor <= mostMinor

/** A product as a store sells it. */
export interface ModuleProduct {
  sku: string
  store: StoreCode
  name: string
  /** Units that no order has reserved. */
  available: number
  /** The normal prices; the first from one unit on. */
  tiers: readonly PriceTier[]
  /** The prices of its campaign, and its period (ISO 8601; null: open); null: there is none. */
  campaign: { tiers: readonly PriceTier[]; startsAt: string | null; endsAt: string | null } | null
}

/** A product in a store; null: the store does not sell it. */
export async function readProduct(
  db: ShopDatabase,
  of: { sku: string; store: StoreCode },
): Promise<ModuleProduct | null> {
  const { sku, store } = of
  if (!isSku(sku)) return null
  const priced = await readPrices(inShop(db), { sku: toSku(sku), store })
  if (priced === null) return null
  const stock = await readStock(inShop(db), { sku: toSku(sku), store })
  const { normal, campaign } = priced.prices
  return { sku, store, name: stock?.name ?? sku, available: stock?.available ?? 0, tiers: normal, campaign }
}

/**
 * Sets the units of a product that no order has reserved, as a count in the warehouse. `note`: why, for the history of the
 * stock. Staff undo it.
 */
export async function setStock(
  services: UseCaseServices,
  actor: Actor,
  count: { sku: string; store: StoreCode; units: number; note: string },
): Promise<
  { ok: true } | { ok: false; code: 'unknown_product' | 'below_zero' | 'invalid_units' | 'invalid_text' }
> {
  const { sku, store, units, note } = count
  if (!isSku(sku)) return { ok: false, code: 'unknown_product' }
  if (!Number.isSafeInteger(units) || units > mostUnits) return { ok: false, code: 'invalid_units' }
  if (!isStorable(note)) return { ok: false, code: 'invalid_text' }
  const answer = await countStock(inShop(services.db), actor, {
    sku: toSku(sku),
    store,
    units,
    countedAt: null,
    note,
    onlyChanges: true,
  })
  if (answer.ok) return { ok: true }
  return { ok: false, code: answer.code === 'below_zero' ? 'below_zero' : 'unknown_product' }
}

/**
 * Sets the normal prices of a product in a store; its campaign stays. `expected`: the prices that the module read; refused
 * with `changed_meanwhile` where others are stored. Without them that is rare, and possible: somebody changes the prices
 * while this call reads and writes them. Amounts are rounded to the digits of the currency. Staff undo it.
 */
export async function setPrice(
  services: UseCaseServices,
  actor: Actor,
  price: {
    sku: string
    store: StoreCode
    tiers: readonly PriceTier[]
    expected?: readonly PriceTier[]
    /** Why, for the audit. */
    reason: string
  },
): Promise<{ ok: true; changed: boolean } | Refused> {
  const db = inShop(services.db)
  const { sku, store, tiers, expected, reason } = price
  if (!tiers.every(isPossible)) return { ok: false, code: 'invalid_price' }
  if (!isStorable(reason)) return { ok: false, code: 'invalid_text' }
  const priced = !isSku(sku) ? null : await readPrices(db, { sku: toSku(sku), store })
  if (priced === null) return { ok: false, code: 'unknown_product' }
  const { campaign, normal } = priced.prices
  const stored = (given: readonly PriceTier[]) =>
    given.map(({ minQuantity, priceMinor }) => ({ minQuantity, priceMinor: priceMinor as Minor }))
  const answer = await changePrice(db, actor, {
    sku: toSku(sku),
    store,
    prices: { normal: stored(tiers), campaign },
    expected: { normal: expected === undefined ? normal : stored(expected), campaign },
    reason,
  })
  return answer.ok ? { ok: true, changed: answer.outcome === 'changed' } : { ok: false, code: answer.code }
}

/** A customer with an account, without personal data: mails reach them by `sendMail`. */
export interface ModuleCustomer {
  id: number
  /** The store in which the account was opened. */
  store: StoreCode
  type: 'private' | 'business'
}

/** The customer of an account; null: there is none, or it was erased. */
export async function readCustomer(db: ShopDatabase, id: number): Promise<ModuleCustomer | null> {
  if (!Number.isSafeInteger(id)) return null
  const account = await inShop(db)
    .selectFrom('account')
    .select(['store', 'type'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return account ? { id, ...(account as Pick<ModuleCustomer, 'store' | 'type'>) } : null
}
