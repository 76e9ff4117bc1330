/**
 * The gift cards a shopper wants to pay with: which of the typed codes are cards that can pay in this store.
 * The checkout stores their references, never codes; no card is charged before the order is written.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { creditOfAccount } from './store-credit.server.ts'
import { readCardCode } from './gift-card-code.server.ts'
import { findGiftCardByCode, findGiftCards, type StoredGiftCard } from './gift-card-repository.server.ts'

/** Most gift cards per checkout. */
const mostGiftCards = 5

export type GiftCardRefusal = 'unknown' | 'wrong_store' | 'disabled' | 'empty' | 'too_many'

/** Why a card cannot pay in a store, for an account (null: a guest); null where it can. */
export function cardRefusal(
  card: StoredGiftCard | undefined,
  store: StoreCode,
  accountId: number | null,
): GiftCardRefusal | null {
  // Store credit of somebody else is as unknown as a card that there is not.
  if (!card || (card.accountId !== null && card.accountId !== accountId)) return 'unknown'
  if (card.store !== store) return 'wrong_store'
  if (card.disabledAt !== null) return 'disabled'
  return card.balanceMinor > 0 ? null : 'empty'
}

/**
 * The references to store for the typed values: codes, or references of cards already `present` on the
 * checkout or of the account's own store credit. Rejected values are returned with their last characters.
 */
export async function readGiftCards(
  services: { db: Kysely<DB>; keys: Keyring },
  { store, accountId }: { store: StoreCode; accountId: number | null },
  typed: readonly string[],
  present: readonly string[],
): Promise<{ references: string[]; rejected: { code: string; reason: GiftCardRefusal }[] }> {
  const references = new Set<string>()
  const rejected: { code: string; reason: GiftCardRefusal }[] = []
  const credit = accountId === null ? [] : await creditOfAccount(services.db, accountId, store)
  const known = [...present, ...credit.map(({ reference }) => reference)]
  for (const text of typed) {
    const card = await readGiftCard(services, text, known)
    const reason =
      cardRefusal(card ?? undefined, store, accountId) ??
      (references.size >= mostGiftCards && !references.has(card!.reference) ? 'too_many' : null)
    if (reason === null) references.add(card!.reference)
    else rejected.push({ code: `…${text.trim().slice(-4)}`, reason })
  }
  return { references: [...references], rejected }
}

async function readGiftCard(
  { db, keys }: { db: Kysely<DB>; keys: Keyring },
  text: string,
  present: readonly string[],
): Promise<StoredGiftCard | null> {
  if (present.includes(text)) return (await findGiftCards(db, [text]))[0] ?? null
  const letters = readCardCode(text)
  return letters === null ? null : findGiftCardByCode(db, keys, letters)
}
