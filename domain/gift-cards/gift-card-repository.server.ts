/** The only SQL for gift cards. A card's balance changes only by ledger entries, which a trigger adds up. */
import { type Minor, subtractMinor, smallerMinor } from '../money/money.ts'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { cardKey, cardKeys, readCardCode } from './gift-card-code.server.ts'
import type { CurrencyCode } from '../stores/store.ts'
import type { HeldGiftCard } from './spend-gift-cards.ts'

export interface StoredGiftCard extends HeldGiftCard {
  /** The reference by which checkouts and browsers name the card; its code cannot be derived from it. */
  reference: string
  store: StoreCode
  currency: CurrencyCode
  issuedMinor: Minor
  disabledAt: Date | null
  createdAt: Date
  /** The account whose store credit it is; null: it is paid with by its code. */
  accountId: number | null
}

const columns = sql`id, reference, hint, store, currency, issued_minor as "issuedMinor", balance_minor as "balanceMinor",
  disabled_at as "disabledAt", created_at as "createdAt", account_id as "accountId"`

/** The cards with these references, in their order. */
export async function findGiftCards(
  db: Kysely<DB>,
  references: readonly string[],
): Promise<StoredGiftCard[]> {
  if (references.length === 0) return []
  const { rows } =
    await sql<StoredGiftCard>`select ${columns} from gift_card where reference = any(${[...references]}::uuid[])
    order by array_position(${[...references]}::uuid[], reference)`.execute(db)
  return rows
}

/**
 * The card with this code (letters as `readCardCode` returns them). One stored under an earlier key is
 * rewritten to the current one.
 */
export async function findGiftCardByCode(
  db: Kysely<DB>,
  keys: Keyring,
  letters: string,
): Promise<StoredGiftCard | null> {
  const current = cardKey(keys, letters)
  const { rows } = await sql<StoredGiftCard & { codeKey: string }>`
    select ${columns}, code_key as "codeKey" from gift_card
    where code_key = any(${cardKeys(keys, letters)}::text[])`.execute(db)
  const [found] = rows
  if (!found) return null
  const { codeKey, ...card } = found
  if (codeKey !== current)
    await sql`update gift_card set code_key = ${current}, key_id = ${keys.id}
      where id = ${card.id} and code_key = ${codeKey}`.execute(db)
  return card
}

/** Cards whose code ends with these characters, newest first. */
export async function findGiftCardsByHint(db: Kysely<DB>, hint: string): Promise<StoredGiftCard[]> {
  const { rows } = await sql<StoredGiftCard>`select ${columns} from gift_card where hint = ${hint}
    order by id desc limit 100`.execute(db)
  return rows
}

export interface NewGiftCard {
  code: string
  store: StoreCode
  currency: CurrencyCode
  amountMinor: Minor
  /** Whose store credit it is. */
  accountId?: number
  /** The request that books it; a repeated one finds its entry (`store-credit.server.ts`). */
  requestKey?: string
  soldWith?: { orderId: number; lineUuid: string; unit: number }
}

/** Issues a card on behalf of staff. */
export async function issueGiftCard(
  db: Kysely<DB>,
  actor: Actor,
  keys: Keyring,
  card: NewGiftCard,
): Promise<void> {
  await audited(db, actor, async (trx, record) => {
    await insertGiftCard(trx, keys, card)
    const { code, store, amountMinor } = card
    record({
      action: 'gift_card.issue',
      object: ['gift_card', `…${code.slice(-4)}`],
      store,
      after: { amountMinor },
    })
  })
}

/** Stores a card with its balance; an existing one stays unchanged. Returns whether it is new. */
export async function insertGiftCard(trx: Kysely<DB>, keys: Keyring, card: NewGiftCard): Promise<boolean> {
  const letters = readCardCode(card.code)
  if (letters === null) throw new Error('not a gift card code')
  const { orderId = null, lineUuid = null, unit = null } = card.soldWith ?? {}
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into gift_card (code_key, key_id, hint, store, currency, issued_minor, balance_minor, order_id, line_uuid, unit,
        account_id)
      values (${cardKey(keys, letters)}, ${keys.id}, ${letters.slice(-4)}, ${card.store}, ${card.currency}, ${card.amountMinor}, 0,
        ${orderId}::bigint, ${lineUuid}, ${unit}::integer, ${card.accountId ?? null}::bigint)
      on conflict do nothing returning id)
    select id from made`.execute(trx)
  const [made] = rows
  if (!made) return false
  await sql`insert into gift_card_entry (gift_card_id, kind, amount_minor, order_id, request_key)
    values (${made.id}, 'issued', ${card.amountMinor}, ${orderId}::bigint, ${card.requestKey ?? null})`.execute(
    trx,
  )
  return true
}

/**
 * Disables this many of the cards that an order's line bought, the last first. False where fewer are unused:
 * used cards are not refunded. Cards that were never issued need not be disabled.
 */
export async function endSoldCards(
  trx: Kysely<DB>,
  orderId: number,
  lineUuid: string,
  units: number,
): Promise<boolean> {
  const { rows } = await sql<{ id: number; whole: boolean }>`
    select id, balance_minor = issued_minor and disabled_at is null as whole from gift_card
    where order_id = ${orderId} and line_uuid = ${lineUuid} order by unit desc for update`.execute(trx)
  if (rows.length === 0) return true
  const whole = rows.filter((card) => card.whole).slice(0, units)
  await sql`update gift_card set disabled_at = now() where id = any(${whole.map((card) => card.id)}::bigint[])`.execute(
    trx,
  )
  return whole.length === units
}

/** Number of cards with a balance under each secret's key; null: stored before keys were derived. */
export async function giftCardsPerKey(db: Kysely<DB>): Promise<{ keyId: string | null; cards: number }[]> {
  const { rows } = await sql<{ keyId: string | null; cards: number }>`
    select key_id as "keyId", count(*)::integer as cards from gift_card
    where balance_minor > 0 and disabled_at is null group by key_id`.execute(db)
  return rows
}

export interface GiftCardEntry {
  /** `withdrawn`: staff took it away from store credit. */
  kind: 'issued' | 'spent' | 'returned' | 'withdrawn'
  amountMinor: Minor
  orderNumber: string | null
  recordedAt: Date
}

/** A card's ledger, oldest first. */
export async function giftCardEntries(db: Kysely<DB>, cardId: number): Promise<GiftCardEntry[]> {
  const { rows } =
    await sql<GiftCardEntry>`select e.kind, e.amount_minor as "amountMinor", o.number as "orderNumber",
    e.recorded_at as "recordedAt" from gift_card_entry e left join orders o on o.id = e.order_id
    where e.gift_card_id = ${cardId} order by e.id`.execute(db)
  return rows
}

/** What an order charged to its cards and has not returned. */
export async function chargedToGiftCards(trx: Kysely<DB>, orderId: number): Promise<Minor> {
  const { rows } = await sql<{ minor: Minor }>`
    select coalesce(-sum(amount_minor), 0)::bigint as minor from gift_card_entry
    where order_id = ${orderId} and kind in ('spent', 'returned')`.execute(trx)
  return rows[0]!.minor
}

/**
 * Returns part of an order's charges to its cards, the last card first. Returns the amount that could not be
 * returned: never more is returned than was charged. Call it in the transaction that records the refund.
 */
export async function returnToGiftCards(
  trx: Kysely<DB>,
  orderId: number,
  amountMinor: Minor,
): Promise<Minor> {
  await sql`select 1 from orders where id = ${orderId} for update`.execute(trx)
  const { rows } = await sql<{ id: number; net: Minor }>`
    select gift_card_id as id, (-sum(amount_minor))::bigint as net from gift_card_entry
    where order_id = ${orderId} and kind in ('spent', 'returned') group by gift_card_id order by gift_card_id desc`.execute(
    trx,
  )
  let left = amountMinor
  for (const { id, net } of rows) {
    const back = smallerMinor(net, left)
    if (back <= 0) continue
    await sql`insert into gift_card_entry (gift_card_id, kind, amount_minor, order_id)
      values (${id}, 'returned', ${back}, ${orderId})`.execute(trx)
    left = subtractMinor(left, back)
  }
  return left
}
