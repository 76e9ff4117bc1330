/**
 * Settings that a running node stores in the database, so that the operator's tool prints the same addresses.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { WarningLog } from '../domain/log/warning-log.ts'

/** `PUBLIC_URL` and `ADMIN_URL`. */
export type KeptAddress = 'public_url' | 'admin_url'

/** Stores the node's addresses. If the database is unavailable, that is logged. */
export async function keepAddresses(
  db: Kysely<DB>,
  addresses: Partial<Record<KeptAddress, string>>,
  log: WarningLog,
): Promise<void> {
  const write = sql`insert into node_setting (name, value)
    select * from jsonb_each_text(${JSON.stringify(addresses)}::jsonb)
    on conflict (name) do update set value = excluded.value, updated_at = now()
    where node_setting.value <> excluded.value`.execute(db)
  await write.catch((error: unknown) =>
    log.warn({ reason: String(error) }, 'the address of the shop could not be stored'),
  )
}

/** The address of the node that started last; null if none has. */
export async function keptAddress(db: Kysely<DB>, name: KeptAddress): Promise<string | null> {
  const row = await db.selectFrom('node_setting').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}
