/**
 * Devices that have logged in to an account before. Password guessing from elsewhere cannot lock such a
 * device out. A device is a random token in a cookie, of which only the digest is stored; it does not
 * authenticate by itself. Contains the only SQL for its table.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { isAccountToken, newToken, tokenHash } from './token.server.ts'

/** Devices kept per account; the least recently used are removed. */
const mostDevices = 20

/** Whether the device has logged in to the account with this e-mail (normalised) before. */
export async function isKnownDevice(db: Kysely<DB>, email: string, device: string): Promise<boolean> {
  if (!isAccountToken(device)) return false
  const { rows } = await sql`select 1 from account_device d join account a on a.id = d.account_id
    where d.token_hash = ${tokenHash(device)} and a.email = ${email}`.execute(db)
  return rows.length > 0
}

/**
 * Records that a device has logged in and returns its new token. The token changes with every login, so that
 * a leaked one becomes worthless. `device`: the previous token.
 */
export async function rememberDevice(
  db: Kysely<DB>,
  { accountId, device, now }: { accountId: number; device: string | null; now: number },
): Promise<string> {
  const token = newToken()
  const at = new Date(now)
  await db.transaction().execute(async (trx) => {
    if (device !== null && isAccountToken(device))
      await sql`update account_device set token_hash = ${tokenHash(token)}
        where token_hash = ${tokenHash(device)}`.execute(trx)
    await sql`insert into account_device (token_hash, account_id, created_at, used_at)
      values (${tokenHash(token)}, ${accountId}, ${at}, ${at})
      on conflict (token_hash, account_id) do update set used_at = excluded.used_at`.execute(trx)
    await sql`delete from account_device where account_id = ${accountId} and token_hash not in (
      select token_hash from account_device where account_id = ${accountId}
      order by used_at desc limit ${mostDevices})`.execute(trx)
  })
  return token
}
