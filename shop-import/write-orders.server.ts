/** Stores the orders of a former shop as history of their buyers. */
import { saveFormerOrders } from '../domain/former-orders/former-order-repository.server.ts'
import type { FormerOrder } from '../domain/former-orders/former-order.ts'
import { erasedAmong } from '../domain/accounts/erased-address.server.ts'
import type { RowOutcome, ShopTableWriter } from './shop-table-writer.ts'

export const orderWriter: ShopTableWriter<FormerOrder> = {
  keyOf: ({ number }) => number,
  async write(trx, rows, { store, actor, keys, now }) {
    const erased = await erasedAmong(
      trx,
      keys,
      rows.flatMap(({ values }) => values.email ?? []),
    )
    const isErased = ({ email }: FormerOrder) => email !== null && erased.has(email)
    const past = rows.filter(({ values }) => values.placedAt <= now && !isErased(values))
    const saved = await saveFormerOrders(trx, actor, { store, orders: past.map(({ values }) => values), now })
    const outcomes = new Map(past.map((row, at) => [row, saved[at]!] as const))
    return rows.map((row): RowOutcome => {
      if (isErased(row.values)) return { refused: { code: 'erased_here' } }
      const outcome = outcomes.get(row)
      if (outcome === undefined) return { refused: { code: 'bad_date', detail: { code: 'in_future' } } }
      return outcome === 'other_order' ? { refused: { code: outcome } } : { outcome }
    })
  },
}
