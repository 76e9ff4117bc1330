/** Whether a store has taken over a former shop: what its login may hint at to everybody, for it tells nobody from another. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { Session } from './account.ts'

/** `account`: customers of a former shop have yet to set a password. `order`: there are orders of one. */
export async function hasMoved(
  db: Kysely<DB>,
  store: StoreCode,
  strategy: Session['strategy'],
): Promise<boolean> {
  const found =
    strategy === 'account'
      ? sql`select from account where store = ${store} and password_hash is null and former_password_hash is null
          and erased_at is null`
      : sql`select from former_order where store = ${store}`
  const { rows } = await sql<{ found: boolean }>`select exists (${found}) as found`.execute(db)
  return rows[0]?.found === true
}
