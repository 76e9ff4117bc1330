import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { withdrawalsOf, type StoredWithdrawal } from './withdrawal-repository.server.ts'

/** What `anode order show` prints of an order's withdrawals. */
export async function shownOfOrder(db: Kysely<DB>, orderId: number) {
  const withdrawals = await withdrawalsOf(db, orderId)
  return {
    fields: { withdrawals },
    lines: withdrawals.map((withdrawal) => {
      const { id, declaredAt, doneAt } = withdrawal
      const state = doneAt ? 'closed' : 'open'
      return `Withdrawal ${id}, ${declaredAt.toISOString()}, ${state}: ${withdrawnGoods(withdrawal)}`
    }),
  }
}

/** What a declaration is about, as a text. */
export const withdrawnGoods = ({ items, goods }: Pick<StoredWithdrawal, 'items' | 'goods'>): string =>
  [...items.map(({ quantity, sku }) => `${quantity} × ${sku}`), goods]
    .filter((text) => text !== '')
    .join(', ') || 'the whole order'
