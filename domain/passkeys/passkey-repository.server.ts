/** The SQL for passkeys and their challenges: those of customers, and those of staff. */
import { createHash } from 'node:crypto'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { KnownPasskey, NewPasskey } from './webauthn.server.ts'

/** Whose passkeys: their tables, and the column that names the owner in each. */
export interface PasskeyOwners {
  passkeys: string
  challenges: string
  table: string
  key: string
  /** Whether the owner `o` may use them. */
  isActive: RawBuilder<unknown>
}

export const customers: PasskeyOwners = {
  passkeys: 'passkey',
  challenges: 'passkey_challenge',
  table: 'account',
  key: 'account_id',
  isActive: sql`true`,
}

export const staffMembers: PasskeyOwners = {
  passkeys: 'staff_passkey',
  challenges: 'staff_challenge',
  table: 'staff',
  key: 'staff_id',
  isActive: sql`o.deactivated_at is null`,
}

export interface StoredPasskey extends KnownPasskey {
  /** The account or the member of staff. */
  ownerId: number
  name: string
  /** Whether it is synchronised to other devices of its owner. */
  backedUp: boolean
  createdAt: Date
  usedAt: Date | null
}

const selected = ({ passkeys, table, key }: PasskeyOwners) => sql`
  select k.credential_id as "credentialId", k.${sql.ref(key)} as "ownerId", k.public_key as "publicKey", k.counter,
    k.transports, k.name, k.backed_up as "backedUp", k.created_at as "createdAt", k.used_at as "usedAt",
    o.passkey_user as "userHandle"
  from ${sql.table(passkeys)} k join ${sql.table(table)} o on o.id = k.${sql.ref(key)}`

/** Those of an owner, the oldest first. */
export async function passkeysOf(
  db: Kysely<DB>,
  owners: PasskeyOwners,
  ownerId: number,
): Promise<StoredPasskey[]> {
  const { rows } = await sql<StoredPasskey>`${selected(owners)}
    where k.${sql.ref(owners.key)} = ${ownerId} order by k.created_at`.execute(db)
  return rows
}

/** Null: not one of ours, or its owner may not use it. */
export async function findPasskey(
  db: Kysely<DB>,
  owners: PasskeyOwners,
  credentialId: string,
): Promise<StoredPasskey | null> {
  const { rows } = await sql<StoredPasskey>`${selected(owners)}
    where k.credential_id = ${credentialId} and ${owners.isActive}`.execute(db)
  return rows[0] ?? null
}

/** The user handle for new passkeys of an owner. */
export async function userHandleOf(
  db: Kysely<DB>,
  { table }: PasskeyOwners,
  ownerId: number,
): Promise<string> {
  const { rows } = await sql<{ handle: string }>`
    select passkey_user as handle from ${sql.table(table)} where id = ${ownerId}`.execute(db)
  const [owner] = rows
  if (!owner) throw new Error(`no ${table} ${ownerId}`)
  return owner.handle
}

/** False where the authenticator's credential is registered already. */
export async function insertPasskey(
  trx: Kysely<DB>,
  { passkeys, key }: PasskeyOwners,
  passkey: NewPasskey & { ownerId: number; name: string; createdAt: Date },
): Promise<boolean> {
  const { credentialId, ownerId, publicKey, counter, transports, name, backedUp, createdAt } = passkey
  const { rows } = await sql`
    insert into ${sql.table(passkeys)} (credential_id, ${sql.ref(key)}, public_key, counter, transports, name, backed_up,
      created_at)
    values (${credentialId}, ${ownerId}, ${publicKey}, ${counter}, ${transports}, ${name}, ${backedUp}, ${createdAt})
    on conflict (credential_id) do nothing returning 1`.execute(trx)
  return rows.length > 0
}

/** Records a use; false where another use changed the counter since it was read. */
export async function notePasskeyUse(
  db: Kysely<DB>,
  { passkeys }: PasskeyOwners,
  use: { credentialId: string; before: number; counter: number; backedUp: boolean; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(passkeys)} set counter = ${use.counter}, backed_up = ${use.backedUp}, used_at = ${use.at}
    where credential_id = ${use.credentialId} and counter = ${use.before} returning 1`.execute(db)
  return rows.length > 0
}

/** False where the owner has no such passkey. */
export async function renamePasskey(
  db: Kysely<DB>,
  { passkeys, key }: PasskeyOwners,
  { ownerId, credentialId, name }: { ownerId: number; credentialId: string; name: string },
): Promise<boolean> {
  const { rows } = await sql`update ${sql.table(passkeys)} set name = ${name}
    where credential_id = ${credentialId} and ${sql.ref(key)} = ${ownerId} returning 1`.execute(db)
  return rows.length > 0
}

/** False where the owner has no such passkey. */
export async function deletePasskey(
  db: Kysely<DB>,
  { passkeys, key }: PasskeyOwners,
  { ownerId, credentialId }: { ownerId: number; credentialId: string },
): Promise<boolean> {
  const { rows } = await sql`delete from ${sql.table(passkeys)}
    where credential_id = ${credentialId} and ${sql.ref(key)} = ${ownerId} returning 1`.execute(db)
  return rows.length > 0
}

const challengeHash = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

/** `ownerId`: of who adds a passkey; null: somebody signs in or steps up. */
export async function keepChallenge(
  db: Kysely<DB>,
  { challenges, key }: PasskeyOwners,
  { challenge, ownerId, expiresAt }: { challenge: string; ownerId: number | null; expiresAt: Date },
): Promise<void> {
  await sql`insert into ${sql.table(challenges)} (challenge_hash, ${sql.ref(key)}, expires_at)
    values (${challengeHash(challenge)}, ${ownerId}, ${expiresAt})`.execute(db)
}

/** Deletes a challenge; false where it was never handed out for this, is answered already, or has expired. */
export async function spendChallenge(
  db: Kysely<DB>,
  { challenges, key }: PasskeyOwners,
  { challenge, ownerId, now }: { challenge: string; ownerId: number | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql`delete from ${sql.table(challenges)}
    where challenge_hash = ${challengeHash(challenge)}
      and ${sql.ref(key)} is not distinct from ${ownerId}::bigint and expires_at > ${now}
    returning 1`.execute(db)
  return rows.length > 0
}
