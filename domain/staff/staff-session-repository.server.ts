/**
 * Sessions of the back office and the only SQL for them. A session is 256 random bits in a cookie, of which
 * only the digest is stored. It ends after 30 idle minutes and 12 hours after the sign-in.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { newToken, tokenHash } from '../accounts/token.server.ts'
import { grantsOf, type Grants } from '../permissions/permissions.ts'
import type { StaffLanguage } from './staff.ts'
import { readRoles, toStaffLanguage } from './staff-repository.server.ts'

/** A session without a request for this long has ended. */
export const idleMs = 30 * 60_000
/** A session ends this long after its sign-in. */
export const longestMs = 12 * 3_600_000
/** How long a step-up (a passkey or an authenticator app, used anew) counts. */
export const stepUpMs = 5 * 60_000

/** Uses are recorded at most this often. */
const useIntervalMs = 60_000

/** A member of staff with an open session, or with an API key. */
export interface SignedInStaff {
  id: number
  email: string
  name: string
  language: StaffLanguage
  /** Null: a request with an API key, which has no session. */
  sessionId: number | null
  grants: Grants
  /** When a passkey or an authenticator app was last used in this session, epoch ms; null: never. */
  steppedUpAt: number | null
  /** When the session or the key ends at the latest, epoch ms. */
  endsAt: number
}

interface SessionRow {
  id: number
  staffId: number
  email: string
  name: string
  language: string
  createdAt: Date
  usedAt: Date
  steppedUpAt: Date | null
  roles: { role: string; store: string }[]
}

/** Opens a session and returns its token. `steppedUpAt`: epoch ms; null: no strong factor was used. */
export async function openStaffSession(
  db: Kysely<DB>,
  opened: { staffId: number; now: number; device: string | null; steppedUpAt: number | null },
): Promise<string> {
  const { staffId, now, device, steppedUpAt } = opened
  const token = newToken()
  await db
    .insertInto('staff_session')
    .values({
      staff_id: staffId,
      token_hash: tokenHash(token),
      created_at: new Date(now),
      used_at: new Date(now),
      stepped_up_at: steppedUpAt === null ? null : new Date(steppedUpAt),
      device,
    })
    .execute()
  return token
}

/** The member of staff of an open session, and records its use; null where the token opens none. */
export async function readStaffSession(
  db: Kysely<DB>,
  token: string,
  now: number,
): Promise<SignedInStaff | null> {
  const { rows } = await sql<SessionRow>`
    select s.id, s.staff_id as "staffId", p.email, p.name, p.language, s.created_at as "createdAt",
      s.used_at as "usedAt", s.stepped_up_at as "steppedUpAt",
      (select coalesce(jsonb_agg(jsonb_build_object('role', r.role, 'store', r.store) order by r.store, r.role), '[]')
        from staff_role r where r.staff_id = p.id) as roles
    from staff_session s join staff p on p.id = s.staff_id
    where s.token_hash = ${tokenHash(token)} and s.ended_at is null and p.deactivated_at is null
      and s.created_at > ${new Date(now - longestMs)} and s.used_at > ${new Date(now - idleMs)}`.execute(db)
  const row = rows[0]
  if (!row) return null
  if (now - row.usedAt.getTime() > useIntervalMs)
    await db
      .updateTable('staff_session')
      .set({ used_at: new Date(now) })
      .where('id', '=', row.id)
      .execute()
  return {
    id: row.staffId,
    email: row.email,
    name: row.name,
    language: toStaffLanguage(row.language),
    sessionId: row.id,
    grants: grantsOf(readRoles(row.roles)),
    steppedUpAt: row.steppedUpAt?.getTime() ?? null,
    endsAt: row.createdAt.getTime() + longestMs,
  }
}

/** Replaces the token of a session after a step-up; returns the new one. */
export async function rotateStaffSession(
  trx: Kysely<DB>,
  { sessionId, now }: { sessionId: number; now: number },
): Promise<string> {
  const token = newToken()
  await trx
    .updateTable('staff_session')
    .set({ token_hash: tokenHash(token), stepped_up_at: new Date(now), used_at: new Date(now) })
    .where('id', '=', sessionId)
    .execute()
  return token
}

/** Ends the open sessions of a person, or one of them; returns how many were open. */
export async function endStaffSessions(
  trx: Kysely<DB>,
  { staffId, sessionId, now }: { staffId: number; sessionId?: number; now: number },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('staff_session')
    .set({ ended_at: new Date(now) })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .$if(sessionId !== undefined, (query) => query.where('id', '=', sessionId!))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export interface StaffSession {
  id: number
  /** Browser and operating system; null: unknown. */
  device: string | null
  signedInAt: Date
  usedAt: Date
}

/** The open sessions of a person, the most recently used first. */
export function openStaffSessions(db: Kysely<DB>, staffId: number, now: number): Promise<StaffSession[]> {
  return db
    .selectFrom('staff_session')
    .select(['id', 'device', 'created_at as signedInAt', 'used_at as usedAt'])
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('created_at', '>', new Date(now - longestMs))
    .where('used_at', '>', new Date(now - idleMs))
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
