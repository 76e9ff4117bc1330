/** The only SQL for who wants to know when a product can be bought again (CARD-11). */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'

/** Notes the wish once; one that was answered already is open again. `email` is normalised. */
export async function wantNotification(
  db: Kysely<DB>,
  wish: { store: StoreCode; productId: number; email: string },
): Promise<void> {
  await db
    .insertInto('stock_notification')
    .values({ store: wish.store, product_id: wish.productId, email: wish.email })
    .onConflict((conflict) =>
      conflict
        .columns(['product_id', 'store', 'email'])
        .doUpdateSet({ sent_at: null, created_at: (row) => row.ref('excluded.created_at') })
        .where('stock_notification.sent_at', 'is not', null),
    )
    .execute()
}
