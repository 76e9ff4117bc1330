/**
 * The gift cards a shopper wants to pay with: which of what was typed are cards that can pay in this store. Only
 * keys are kept with the checkout; nothing is taken from a card before the order is written.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import { cardKey, readCardCode } from './gift-card-code.server.ts'
import { findGiftCards, type StoredGiftCard } from './gift-card-repository.server.ts'

/** Cards a checkout takes. */
const mostGiftCards = 5

/** Length of the part of a key by which a browser names a card that is on the checkout already. */
const idLength = 16

export type GiftCardRefusal = 'unknown' | 'wrong_store' | 'disabled' | 'empty' | 'too_many'

/** By what a browser names a card without knowing its code any more. */
export function cardId(card: { key: string }): string {
  return card.key.slice(0, idLength)
}

/** Why a card cannot pay in a store; null where it can. */
export function cardRefusal(card: StoredGiftCard | undefined, store: StoreCode): GiftCardRefusal | null {
  if (!card) return 'unknown'
  if (card.store !== store) return 'wrong_store'
  if (card.disabledAt !== null) return 'disabled'
  return card.balanceMinor > 0 ? null : 'empty'
}

/** The keys to keep for what was typed: codes, or ids of cards among `present`. The rest is refused with its last characters. */
export async function readGiftCards(
  services: { db: Kysely<DB>; secret: string },
  store: StoreCode,
  typed: readonly string[],
  present: readonly string[],
): Promise<{ keys: string[]; rejected: { code: string; reason: GiftCardRefusal }[] }> {
  const wanted = typed.map((text) => {
    const kept = present.find((key) => cardId({ key }) === text)
    const letters = readCardCode(text)
    return { text, key: kept ?? (letters === null ? null : cardKey(services.secret, letters)) }
  })
  const cards = await findGiftCards(
    services.db,
    wanted.flatMap(({ key }) => key ?? []),
  )
  const byKey = new Map(cards.map((card) => [card.key, card]))
  const keys = new Set<string>()
  const rejected: { code: string; reason: GiftCardRefusal }[] = []
  for (const { text, key } of wanted) {
    const reason = cardRefusal(key === null ? undefined : byKey.get(key), store)
    const full = reason === null && key !== null && !keys.has(key) && keys.size >= mostGiftCards
    if (reason === null && key !== null && !full) keys.add(key)
    else
      rejected.push({ code: `…${text.trim().slice(-4)}`, reason: full ? 'too_many' : (reason ?? 'unknown') })
  }
  return { keys: [...keys], rejected }
}
