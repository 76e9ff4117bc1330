/** How people make, replace and revoke API keys, and who a request with one is. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { tokenHash } from '../accounts/token.server.ts'
import { personOf, type Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { grantsOf, permissions } from '../permissions/permissions.ts'
import { findStaff, readRoles, toStaffLanguage } from '../staff/staff-repository.server.ts'
import type { SignedInStaff } from '../staff/staff-session-repository.server.ts'
import { isStoreCode } from '../stores/stores.ts'
import { grantsOfKey, isWithin, longestKeyDays, mostKeys, type KeyTerms } from './api-key.ts'
import { newKeySecret, storedSecret } from './key-secret.server.ts'

interface Services {
  db: Kysely<DB>
  /** Epoch milliseconds. */
  clock: () => number
}

const dayMs = 24 * 3_600_000
/** How long programs may take to learn a new secret. */
const formerSecretMs = dayMs
/** Uses are recorded at most this often. */
const useIntervalMs = 60_000

type Refused = {
  ok: false
  code: 'unknown_key' | 'beyond_own_rights' | 'too_many_keys' | 'key_ended' | 'not_your_key'
}
const refused = (code: Refused['code']): Refused => ({ ok: false, code })

const endOf = (now: number, validDays: number): Date =>
  new Date(now + Math.min(validDays, longestKeyDays) * dayMs)

/** Makes a key of the person who asks for it. The answer has the secret, which no later one has. */
export async function addKey(
  { db, clock }: Services,
  actor: Actor,
  { name, validDays, ...terms }: KeyTerms & { name: string; validDays: number },
): Promise<{ ok: true; id: number; secret: string } | Refused> {
  const staffId = Number(personOf(actor))
  return audited(
    db,
    actor,
    async (trx, record): Promise<{ ok: true; id: number; secret: string } | Refused> => {
      await sql`lock table api_key in share row exclusive mode`.execute(trx)
      const person = await findStaff(trx, staffId)
      if (person === null || !isWithin(grantsOf(person.roles), terms)) return refused('beyond_own_rights')
      const now = clock()
      const { count } = await trx
        .selectFrom('api_key')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', new Date(now))
        .executeTakeFirstOrThrow()
      if (Number(count) >= mostKeys) return refused('too_many_keys')
      const secret = newKeySecret()
      const key = {
        name,
        permissions: [...terms.permissions],
        stores: [...terms.stores],
        expires_at: endOf(now, validDays),
      }
      const { id } = await trx
        .insertInto('api_key')
        .values({ ...key, ...storedSecret(secret), staff_id: staffId, created_at: new Date(now) })
        .returning('id')
        .executeTakeFirstOrThrow()
      record({ action: 'api_key.add', object: ['api_key', id], after: key })
      return { ok: true, id, secret }
    },
  )
}

/**
 * Replaces the secret and sets a new end; the former secret is valid for another day, but never beyond its own end.
 * Refused to others than the key's person, who would act under the person's name.
 */
export async function replaceSecret(
  { db, clock }: Services,
  actor: Actor,
  { id, validDays }: { id: number; validDays: number },
): Promise<{ ok: true; secret: string } | Refused> {
  return audited(db, actor, async (trx, record): Promise<{ ok: true; secret: string } | Refused> => {
    const key = await trx
      .selectFrom('api_key')
      .select([
        'staff_id',
        'secret_hash',
        'former_secret_hash',
        'former_secret_until',
        'expires_at',
        'revoked_at',
      ])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!key) return refused('unknown_key')
    if (String(key.staff_id) !== personOf(actor)) return refused('not_your_key')
    if (key.revoked_at !== null) return refused('key_ended')
    const now = clock()
    const secret = newKeySecret()
    const expiresAt = endOf(now, validDays)
    await trx
      .updateTable('api_key')
      .set({
        ...storedSecret(secret),
        // The one that a program uses stays valid also where its successor was lost and is replaced in turn.
        ...((key.former_secret_until?.getTime() ?? 0) <= now && {
          former_secret_hash: key.secret_hash,
          former_secret_until: new Date(Math.min(now + formerSecretMs, key.expires_at.getTime())),
        }),
        expires_at: expiresAt,
      })
      .where('id', '=', id)
      .execute()
    record({
      action: 'api_key.replace',
      object: ['api_key', id],
      before: { expires_at: key.expires_at },
      after: { expires_at: expiresAt },
    })
    return { ok: true, secret }
  })
}

/** Ends a key at once and for good. */
export async function revokeKey(
  { db, clock }: Services,
  actor: Actor,
  { id, reason }: { id: number; reason: string | null },
): Promise<{ ok: true } | Refused> {
  return audited(db, actor, async (trx, record): Promise<{ ok: true } | Refused> => {
    const revoked = await trx
      .updateTable('api_key')
      .set({ revoked_at: new Date(clock()) })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!revoked) return refused('key_ended')
    record({ action: 'api_key.revoke', object: ['api_key', id], before: revoked, reason })
    return { ok: true }
  })
}

/** A request with a key: the key, and its person with what the key permits. */
export interface KeyHolder {
  key: { id: number; name: string }
  staff: SignedInStaff
}

/**
 * `invalid_api_key`: nobody has made this secret. The others are of a genuine one: of a revoked key, of a key that has
 * expired, of a secret that was replaced, and of a person who is deactivated or locked.
 */
export type KeyRefusal =
  | 'invalid_api_key'
  | 'api_key_revoked'
  | 'api_key_expired'
  | 'api_key_replaced'
  | 'api_key_suspended'

interface KeyRow {
  id: number
  keyName: string
  permissions: string[]
  stores: string[]
  usedAt: Date | null
  isFormer: boolean
  formerUntil: Date | null
  expiresAt: Date
  revokedAt: Date | null
  staffId: number
  email: string
  name: string
  language: string
  isSuspended: boolean
  roles: { role: string; store: string }[]
}

/** Who a request with this secret is, and whether its use is to be recorded. `secret`: as `isKeySecret` accepts it. */
export async function readKey(
  db: Kysely<DB>,
  secret: string,
  now: number,
): Promise<
  ({ ok: true; isUseDue: boolean } & KeyHolder) | { ok: false; code: KeyRefusal; keyId: number | null }
> {
  const hash = tokenHash(secret)
  const { rows } = await sql<KeyRow>`
    select k.id, k.name as "keyName", k.permissions, k.stores, k.secret_hash <> ${hash} as "isFormer",
      k.used_at as "usedAt", k.former_secret_until as "formerUntil", k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
      p.id as "staffId", p.email, p.name, p.language,
      p.deactivated_at is not null or p.locked_at is not null as "isSuspended",
      (select coalesce(jsonb_agg(jsonb_build_object('role', r.role, 'store', r.store) order by r.store, r.role), '[]')
        from staff_role r where r.staff_id = p.id) as roles
    from api_key k join staff p on p.id = k.staff_id
    where k.secret_hash = ${hash} or k.former_secret_hash = ${hash}`.execute(db)
  const row = rows[0]
  if (!row) return { ok: false, code: 'invalid_api_key', keyId: null }
  const code = refusalOf(row, now)
  if (code !== null) return { ok: false, code, keyId: row.id }
  const terms = {
    permissions: permissions.filter((permission) => row.permissions.includes(permission)),
    stores: row.stores.filter(isStoreCode),
  }
  // Stores of a key that this deployment no longer has must not become all stores.
  const isNowhere = row.stores.length > 0 && terms.stores.length === 0
  return {
    ok: true,
    isUseDue: (row.usedAt?.getTime() ?? 0) < now - useIntervalMs,
    key: { id: row.id, name: row.keyName },
    staff: {
      id: row.staffId,
      email: row.email,
      name: row.name,
      language: toStaffLanguage(row.language),
      sessionId: null,
      grants: isNowhere ? {} : grantsOfKey(grantsOf(readRoles(row.roles)), terms),
      steppedUpAt: null,
      endsAt: row.expiresAt.getTime(),
    },
  }
}

function refusalOf(
  { isFormer, formerUntil, expiresAt, revokedAt, isSuspended }: KeyRow,
  now: number,
): KeyRefusal | null {
  if (revokedAt !== null) return 'api_key_revoked'
  if (isFormer && (formerUntil === null || formerUntil.getTime() <= now)) return 'api_key_replaced'
  if (expiresAt.getTime() <= now) return 'api_key_expired'
  return isSuspended ? 'api_key_suspended' : null
}

/** Records that a key was used, at most once a minute. */
export async function recordUse(db: Kysely<DB>, id: number, now: number): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ used_at: new Date(now) })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '<', new Date(now - useIntervalMs))]))
    .execute()
}
