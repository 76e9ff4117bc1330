/**
 * Settings that a running node stores in the database, so that the operator's tool prints the same addresses.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'

/** Stores the shop's public address (`PUBLIC_URL`). If the database is unavailable, that is logged. */
export async function keepPublicUrl(
  db: Kysely<DB>,
  publicUrl: string,
  log: { warn(data: object, message: string): void },
): Promise<void> {
  const write = sql`insert into node_setting (name, value) values ('public_url', ${publicUrl})
    on conflict (name) do update set value = excluded.value, updated_at = now()
    where node_setting.value <> excluded.value`.execute(db)
  await write.catch((error: unknown) =>
    log.warn({ reason: String(error) }, 'the address of the shop could not be stored'),
  )
}

/** The address of the node that started last; null if none has started. */
export async function keptPublicUrl(db: Kysely<DB>): Promise<string | null> {
  const row = await db
    .selectFrom('node_setting')
    .select('value')
    .where('name', '=', 'public_url')
    .executeTakeFirst()
  return row?.value ?? null
}
