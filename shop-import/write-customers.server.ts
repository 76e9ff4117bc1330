/** Stores the customers of a former shop as accounts, with their consent to the newsletter. */
import { importCustomer, type CustomerImport } from '../domain/accounts/import-customer.server.ts'
import { erasedAmong } from '../domain/accounts/erased-address.server.ts'
import type { CustomerValues } from './customer-rows.ts'
import type { RowOutcome, ShopTableWriter } from './shop-table-writer.ts'

export const customerWriter: ShopTableWriter<CustomerValues> = {
  // Rows about one address add to each other.
  keyOf: () => null,
  sharedKeyOf: ({ email }) => email,
  async write(trx, rows, { store, actor, keys, now }) {
    const outcomes: RowOutcome[] = []
    const erased = await erasedAmong(
      trx,
      keys,
      rows.map(({ values }) => values.email),
    )
    for (const { values } of rows)
      outcomes.push(
        erased.has(values.email)
          ? { refused: { code: 'erased_here' } }
          : outcomeOf(await importCustomer(trx, actor, { store, customer: values, now }), values),
      )
    return outcomes
  },
}

const outcomeOf = (
  { outcome, newsletter }: CustomerImport,
  { consentColumn }: CustomerValues,
): RowOutcome => ({
  outcome,
  ...((newsletter === 'subscribed' || newsletter === 'unsubscribed') && { newsletter }),
  ...(newsletter === 'unsubscribed_here' && {
    noted: [{ code: 'unsubscribed_here', column: consentColumn }],
  }),
})
