/** How many connections of the test's database wait for a lock. Only in `.db.test.ts` files. */
import { sql } from 'kysely'
import type { Database } from '../server/database/database.ts'

export async function lockWaiters(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.count
}
