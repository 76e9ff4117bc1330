/** Stores the subscribers of a former shop's newsletter as those of the store. They get no account, and no mail. */
import { erasedAmong } from '../domain/accounts/erased-address.server.ts'
import { importConsent } from '../domain/accounts/import-consent.server.ts'
import type { RowOutcome, ShopTableWriter } from './shop-table-writer.ts'
import type { SubscriberValues } from './subscriber-list.ts'

export const subscriberWriter: ShopTableWriter<SubscriberValues> = {
  // Rows about one address add to each other.
  keyOf: () => null,
  sharedKeyOf: ({ email }) => email,
  async write(trx, rows, { store, keys, now }) {
    const outcomes: RowOutcome[] = []
    const erased = await erasedAmong(
      trx,
      keys,
      rows.map(({ values }) => values.email),
    )
    for (const { values } of rows) {
      const { email, accepts, acceptedAt } = values
      if (erased.has(email)) {
        outcomes.push({ refused: { code: 'erased_here' } })
        continue
      }
      const stored = await importConsent(trx, { store, email }, { accepts, acceptedAt, now })
      outcomes.push(
        stored === 'unsubscribed_here'
          ? { outcome: 'unchanged', noted: [{ code: 'unsubscribed_here' }] }
          : { outcome: outcomeOf[stored] },
      )
    }
    return outcomes
  },
}

const outcomeOf = { subscribed: 'created', unsubscribed: 'changed', unchanged: 'unchanged' } as const
