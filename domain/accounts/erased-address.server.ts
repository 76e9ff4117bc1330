/**
 * Remembers who was erased (GDPR, Art. 17), so that a former shop's file does not bring them back. Stored as keyed digests:
 * no address can be read from them, and only an address that is given again is recognised.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import type { StoreCode } from '../stores/stores.ts'

/** The digests of an address, under each of the keys; the first one is stored. */
export const erasedDigests = (keys: Keyring, email: string): string[] =>
  keys.digests('erased-address', email.toLowerCase()).map((digest) => digest.toString('hex'))

/** Remembers the address in the transaction that erases its owner. `store`: the one whose retention period applies. */
export async function rememberErased(
  trx: Kysely<DB>,
  keys: Keyring,
  { email, store, now }: { email: string; store: StoreCode; now: Date },
): Promise<void> {
  const digest = keys.digest('erased-address', email.toLowerCase()).toString('hex')
  await sql`insert into erased_address (digest, store, erased_at) values (${digest}, ${store}, ${now})
    on conflict (digest) do update set erased_at = excluded.erased_at`.execute(trx)
}

/** Forgets it, because the person has come back of their own accord. */
export async function forgetErased(trx: Kysely<DB>, keys: Keyring, email: string): Promise<void> {
  await sql`delete from erased_address where digest = any(${erasedDigests(keys, email)}::text[])`.execute(trx)
}

/**
 * Which of the addresses (in lower case) were erased and have not come back. Who has an account, or has ordered since, is
 * forgotten: orders are placed where no key is at hand, so this is found out here.
 */
export async function erasedAmong(
  trx: Kysely<DB>,
  keys: Keyring,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const emailOf = new Map(
    emails.flatMap((email) => erasedDigests(keys, email).map((digest) => [digest, email] as const)),
  )
  if (emailOf.size === 0) return new Set()
  const { rows } = await sql<{ digest: string; erasedAt: Date }>`
    select digest, erased_at as "erasedAt" from erased_address
    where digest = any(${[...emailOf.keys()]}::text[])`.execute(trx)
  const erased = new Set<string>()
  for (const { digest, erasedAt } of rows) {
    const email = emailOf.get(digest)!
    const { rows: since } = await sql`
      select from account where email = ${email}
      union all
      select from orders where lower(email) = ${email} and placed_at > ${erasedAt} limit 1`.execute(trx)
    if (since.length > 0) await forgetErased(trx, keys, email)
    else erased.add(email)
  }
  return erased
}
