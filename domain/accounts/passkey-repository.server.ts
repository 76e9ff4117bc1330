/** The only SQL for passkeys and their challenges. */
import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'

export interface StoredPasskey {
  /** base64url. */
  credentialId: string
  accountId: number
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  /** Whether it is synchronised to other devices of its owner. */
  backedUp: boolean
  createdAt: Date
  usedAt: Date | null
}

const columns = [
  'credential_id as credentialId',
  'account_id as accountId',
  'public_key as publicKey',
  'counter',
  'transports',
  'name',
  'backed_up as backedUp',
  'created_at as createdAt',
  'used_at as usedAt',
] as const

const challengeHash = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

/** `accountId`: of the customer who adds a passkey; null: somebody signs in. */
export async function keepChallenge(
  db: Kysely<DB>,
  kept: { challenge: string; accountId: number | null; expiresAt: Date },
): Promise<void> {
  const { challenge, accountId, expiresAt } = kept
  await db
    .insertInto('passkey_challenge')
    .values({ challenge_hash: challengeHash(challenge), account_id: accountId, expires_at: expiresAt })
    .execute()
}

/** Deletes a challenge; false where it was never handed out for this, is answered already, or has expired. */
export async function spendChallenge(
  db: Kysely<DB>,
  spent: { challenge: string; accountId: number | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql`delete from passkey_challenge
    where challenge_hash = ${challengeHash(spent.challenge)}
      and account_id is not distinct from ${spent.accountId}::bigint and expires_at > ${spent.now}
    returning 1`.execute(db)
  return rows.length > 0
}

/** False where the authenticator's credential is registered already. */
export async function insertPasskey(
  db: Kysely<DB>,
  passkey: Omit<StoredPasskey, 'usedAt'>,
): Promise<boolean> {
  const row = await db
    .insertInto('passkey')
    .values({
      credential_id: passkey.credentialId,
      account_id: passkey.accountId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
      backed_up: passkey.backedUp,
      created_at: passkey.createdAt,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('credential_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Those of an account, the oldest first. */
export async function passkeysOf(db: Kysely<DB>, accountId: number): Promise<StoredPasskey[]> {
  return db
    .selectFrom('passkey')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

/** With the user handle that its authenticator was given. */
export async function findPasskey(
  db: Kysely<DB>,
  credentialId: string,
): Promise<(StoredPasskey & { userHandle: string }) | null> {
  const row = await db
    .selectFrom('passkey')
    .innerJoin('account', 'account.id', 'passkey.account_id')
    .select([
      'passkey.credential_id as credentialId',
      'passkey.account_id as accountId',
      'passkey.public_key as publicKey',
      'passkey.counter',
      'passkey.transports',
      'passkey.name',
      'passkey.backed_up as backedUp',
      'passkey.created_at as createdAt',
      'passkey.used_at as usedAt',
      'account.passkey_user as userHandle',
    ])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row ?? null
}

/** The user handle for new passkeys of an account. */
export async function userHandleOf(db: Kysely<DB>, accountId: number): Promise<string> {
  const { handle } = await db
    .selectFrom('account')
    .select('passkey_user as handle')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return handle
}

/** Records a use; false where another use changed the counter since it was read. */
export async function notePasskeyUse(
  db: Kysely<DB>,
  use: { credentialId: string; before: number; counter: number; backedUp: boolean; at: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('passkey')
    .set({ counter: use.counter, backed_up: use.backedUp, used_at: use.at })
    .where('credential_id', '=', use.credentialId)
    .where('counter', '=', use.before)
    .returning('credential_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False where the account has no such passkey. */
export async function renamePasskey(
  db: Kysely<DB>,
  { accountId, credentialId, name }: { accountId: number; credentialId: string; name: string },
): Promise<boolean> {
  const row = await db
    .updateTable('passkey')
    .set({ name })
    .where('credential_id', '=', credentialId)
    .where('account_id', '=', accountId)
    .returning('credential_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False where the account has no such passkey. */
export async function deletePasskey(
  db: Kysely<DB>,
  { accountId, credentialId }: { accountId: number; credentialId: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('passkey')
    .where('credential_id', '=', credentialId)
    .where('account_id', '=', accountId)
    .returning('credential_id')
    .executeTakeFirst()
  return row !== undefined
}
