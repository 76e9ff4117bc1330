/** Issues gift cards with what is left on those of a former shop. A card that is known keeps its balance. */
import { findGiftCardByCode, issueGiftCard } from '../domain/gift-cards/gift-card-repository.server.ts'
import { largestImportedCard } from '../domain/gift-cards/largest-imported-card.ts'
import { stores } from '../domain/stores/stores.ts'
import type { GiftCardValues } from './gift-cards.ts'
import type { RowOutcome, ShopTableWriter } from './shop-table-writer.ts'

export const giftCardWriter: ShopTableWriter<GiftCardValues> = {
  keyOf: ({ code }) => code,
  async write(trx, rows, { store, actor, keys, now }) {
    const { currency } = stores[store]
    const largest = largestImportedCard(store)
    const outcomes: RowOutcome[] = []
    for (const { values } of rows) {
      const { code, balanceMinor: amountMinor, expiresAt } = values
      if (await findGiftCardByCode(trx, keys, code)) outcomes.push({ outcome: 'unchanged' })
      else if (expiresAt !== null && expiresAt <= now)
        outcomes.push({ refused: { code: 'expired_card', column: 'expires' } })
      else if (amountMinor > largest)
        outcomes.push({ refused: { code: 'card_too_large', column: 'balance' } })
      else {
        await issueGiftCard(trx, actor, keys, { code, store, currency, amountMinor })
        outcomes.push({
          outcome: 'created',
          ...(expiresAt !== null && { noted: [{ code: 'no_expiry', column: 'expires' }] }),
        })
      }
    }
    return outcomes
  },
}
