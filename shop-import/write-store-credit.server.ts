/** Gives customers the store credit that they had at a former shop. Who has credit here keeps it as it is. */
import { largestImportedCard } from '../domain/gift-cards/largest-imported-card.ts'
import { giveStoreCredit } from '../domain/gift-cards/store-credit.server.ts'
import type { RowOutcome, ShopTableWriter } from './shop-table-writer.ts'
import type { StoreCreditValues } from './store-credit.ts'

export const storeCreditWriter: ShopTableWriter<StoreCreditValues> = {
  keyOf: ({ email }) => email,
  async write(trx, rows, { store, actor, keys }) {
    const largest = largestImportedCard(store)
    const outcomes: RowOutcome[] = []
    for (const { values } of rows) {
      const { email, balanceMinor: amountMinor } = values
      if (amountMinor > largest) {
        outcomes.push({ refused: { code: 'card_too_large', column: 'balance' } })
        continue
      }
      const given = await giveStoreCredit(trx, actor, keys, { email, store, amountMinor })
      outcomes.push(
        given === 'unknown_account'
          ? { refused: { code: 'unknown_customer', column: 'email' } }
          : given === 'erased_here'
            ? { refused: { code: given, column: 'email' } }
            : { outcome: given },
      )
    }
    return outcomes
  },
}
