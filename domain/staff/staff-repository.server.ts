/** The SQL for staff, their roles and their one-time links. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { newToken, tokenHash } from '../accounts/token.server.ts'
import { isStoreCode } from '../stores/stores.ts'
import { isRole, type StaffRole } from '../permissions/permissions.ts'
import { staffLanguages, type StaffLanguage, type StaffMember } from './staff.ts'

interface StaffRow extends Omit<StaffMember, 'roles' | 'language'> {
  language: string
  roles: { role: string; store: string }[]
}

const memberColumns = sql`p.id, p.email, p.name, p.language, p.created_at as "createdAt",
  p.deactivated_at as "deactivatedAt", p.locked_at as "lockedAt",
  (select count(*)::integer from staff_passkey k where k.staff_id = p.id) as passkeys,
  (select max(s.used_at) from staff_session s where s.staff_id = p.id) as "usedAt",
  (select coalesce(jsonb_agg(jsonb_build_object('role', r.role, 'store', r.store) order by r.role, r.store), '[]')
    from staff_role r where r.staff_id = p.id) as roles`

function memberOf(row: StaffRow): StaffMember {
  return { ...row, language: toStaffLanguage(row.language), roles: readRoles(row.roles) }
}

export const toStaffLanguage = (text: string): StaffLanguage =>
  staffLanguages.find((language) => language === text) ?? staffLanguages[0]

/** The roles that this version knows, in stores of this deployment. */
export function readRoles(rows: readonly { role: string; store: string }[]): StaffRole[] {
  return rows.flatMap(({ role, store }) => (isRole(role) && isStoreCode(store) ? [{ role, store }] : []))
}

/** Everybody, by name. */
export async function listStaff(db: Kysely<DB>): Promise<StaffMember[]> {
  const { rows } = await sql<StaffRow>`select ${memberColumns} from staff p order by p.name, p.id`.execute(db)
  return rows.map(memberOf)
}

export async function findStaff(db: Kysely<DB>, id: number): Promise<StaffMember | null> {
  const { rows } = await sql<StaffRow>`select ${memberColumns} from staff p where p.id = ${id}`.execute(db)
  return rows[0] ? memberOf(rows[0]) : null
}

/** `email`: normalised. */
export async function findStaffByEmail(db: Kysely<DB>, email: string): Promise<StaffMember | null> {
  const { rows } = await sql<StaffRow>`select ${memberColumns} from staff p where p.email = ${email}`.execute(
    db,
  )
  return rows[0] ? memberOf(rows[0]) : null
}

/** Waits for other changes of staff, so that two of them together cannot leave the shop without an owner. */
export async function lockStaff(trx: Kysely<DB>): Promise<void> {
  await sql`select id from staff order by id for update`.execute(trx)
}

export async function insertStaff(
  trx: Kysely<DB>,
  person: { email: string; name: string; language: StaffLanguage; now: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('staff')
    .values({
      email: person.email,
      name: person.name,
      language: person.language,
      created_at: person.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function replaceRoles(
  trx: Kysely<DB>,
  staffId: number,
  roles: readonly StaffRole[],
): Promise<void> {
  await trx.deleteFrom('staff_role').where('staff_id', '=', staffId).execute()
  if (roles.length === 0) return
  await trx
    .insertInto('staff_role')
    .values(roles.map(({ role, store }) => ({ staff_id: staffId, role, store })))
    .execute()
}

export async function setDeactivated(trx: Kysely<DB>, staffId: number, at: Date | null): Promise<void> {
  await trx.updateTable('staff').set({ deactivated_at: at }).where('id', '=', staffId).execute()
}

/** Ends the API keys of a person who leaves; a return does not bring them back. Answers their ids. */
export async function revokeKeysOf(trx: Kysely<DB>, staffId: number, now: number): Promise<number[]> {
  const revoked = await trx
    .updateTable('api_key')
    .set({ revoked_at: new Date(now) })
    .where('staff_id', '=', staffId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return revoked.map(({ id }) => id)
}

/** Releases a lock, and forgets the failures. */
export async function clearFailures(trx: Kysely<DB>, staffId: number): Promise<void> {
  await trx
    .updateTable('staff')
    .set({ failed_sign_ins: 0, locked_at: null })
    .where('id', '=', staffId)
    .execute()
}

/** Whether a person has proved to have an authenticator app with the shop's secret. */
export async function hasAuthenticatorApp(db: Kysely<DB>, staffId: number): Promise<boolean> {
  const row = await db
    .selectFrom('staff')
    .select('id')
    .where('id', '=', staffId)
    .where('totp_confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export type StaffLinkKind = 'invitation' | 'sign-in'

/** A new one-time link, which replaces an open one of its kind; returns its token. */
export async function issueLink(
  trx: Kysely<DB>,
  link: { staffId: number; kind: StaffLinkKind; now: number; lifeMs: number },
): Promise<{ token: string; expiresAt: Date }> {
  const { staffId, kind, now, lifeMs } = link
  await trx.deleteFrom('staff_link').where('staff_id', '=', staffId).where('kind', '=', kind).execute()
  const token = newToken()
  const expiresAt = new Date(now + lifeMs)
  await trx
    .insertInto('staff_link')
    .values({
      token_hash: tokenHash(token),
      staff_id: staffId,
      kind,
      created_at: new Date(now),
      expires_at: expiresAt,
    })
    .execute()
  return { token, expiresAt }
}

const openLink = (token: string, kind: StaffLinkKind, now: number) =>
  sql`token_hash = ${tokenHash(token)} and kind = ${kind} and used_at is null and expires_at > ${new Date(now)}`

/** The person of an open link, which stays open; null: unknown, used, replaced or expired. */
export async function staffOfLink(
  db: Kysely<DB>,
  { token, kind, now }: { token: string; kind: StaffLinkKind; now: number },
): Promise<StaffMember | null> {
  const { rows } =
    await sql<StaffRow>`select ${memberColumns} from staff_link l join staff p on p.id = l.staff_id
    where ${openLink(token, kind, now)} and p.deactivated_at is null`.execute(db)
  return rows[0] ? memberOf(rows[0]) : null
}

/** Uses up an open link; false where it is not open any more. */
export async function spendLink(
  trx: Kysely<DB>,
  { token, kind, now }: { token: string; kind: StaffLinkKind; now: number },
): Promise<boolean> {
  const { rows } = await sql`update staff_link set used_at = ${new Date(now)}
    where ${openLink(token, kind, now)} returning 1`.execute(trx)
  return rows.length > 0
}

/** Deletes what has expired: links, challenges, and sessions a month after they ended. */
export async function tidyStaff(db: Kysely<DB>): Promise<void> {
  await sql`delete from staff_link where expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from staff_challenge where expires_at < now()`.execute(db)
  await sql`delete from staff_session where created_at < now() - interval '30 days'`.execute(db)
}
