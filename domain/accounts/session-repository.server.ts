/** The only SQL for sessions: families of token pairs. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { longestSessionMs, sessionLifeMs, type Session } from './account.ts'
import { tokenHash } from './token.server.ts'

export type SessionOwner = { accountId: number } | { orderId: number }

export interface StoredPair {
  session: Session
  /** Epoch milliseconds. */
  expiresAt: number
  /** When it was renewed; null for the family's newest pair. */
  spentAt: number | null
  /** When the login was, epoch milliseconds. */
  loggedInAt: number
}

interface Tokens {
  access: string
  refresh: string
  expiresAt: number
}

/** Starts a family with its first pair. `provedAt`: when its owner gave a password or used a passkey. */
export async function insertFamily(
  db: Kysely<DB>,
  owner: SessionOwner,
  tokens: Tokens,
  now: number,
  device: string | null,
  provedAt: Date | null,
): Promise<void> {
  await sql`
    with family as (
      insert into session_family (account_id, order_id, created_at, device, proved_at)
      values (${'accountId' in owner ? owner.accountId : null}, ${'orderId' in owner ? owner.orderId : null},
        ${new Date(now)}, ${device}, ${provedAt})
      returning id
    )
    insert into session_pair (family_id, access_hash, refresh_hash, expires_at)
    select id, ${tokenHash(tokens.access)}, ${tokenHash(tokens.refresh)}, ${new Date(tokens.expiresAt)}
    from family`.execute(db)
}

interface PairRow {
  family_id: number
  account_id: number | null
  order_id: number | null
  order_number: string | null
  expires_at: Date
  spent_at: Date | null
  created_at: Date
}

/** The pair of an open family that an access token belongs to. */
export async function findPair(db: Kysely<DB>, access: string): Promise<StoredPair | null> {
  const { rows } = await sql<PairRow>`/* plan: find-session */
    select p.family_id, f.account_id, f.order_id, o.number as order_number, p.expires_at, p.spent_at, f.created_at
    from session_pair p join session_family f on f.id = p.family_id left join orders o on o.id = f.order_id
    where p.access_hash = ${tokenHash(access)} and f.ended_at is null`.execute(db)
  const row = rows[0]
  if (!row) return null
  const session: Session =
    row.account_id === null
      ? {
          strategy: 'order',
          orderId: row.order_id!,
          orderNumber: row.order_number!,
          familyId: row.family_id,
        }
      : { strategy: 'account', accountId: row.account_id, familyId: row.family_id }
  return {
    session,
    expiresAt: row.expires_at.getTime(),
    spentAt: row.spent_at?.getTime() ?? null,
    loggedInAt: row.created_at.getTime(),
  }
}

export type Renewal = 'renewed' | 'spent' | 'unknown'

/**
 * Spends the pair of a refresh token and inserts the next one, in a transaction. `spent`: it was renewed
 * before, so the token may be stolen. `unknown`: expired, of a login older than `longestSessionMs`, ended, of
 * the other strategy, or never issued.
 */
export async function renewPair(
  trx: Kysely<DB>,
  renewal: { refresh: string; strategy: Session['strategy']; next: Tokens; now: number },
): Promise<{ outcome: Renewal; familyId: number | null; accountId: number | null }> {
  const { refresh, strategy, next, now } = renewal
  const row = await trx
    .selectFrom('session_pair as p')
    .innerJoin('session_family as f', 'f.id', 'p.family_id')
    .select(['p.id', 'p.family_id', 'p.expires_at', 'p.spent_at', 'f.created_at', 'f.account_id'])
    .where('p.refresh_hash', '=', tokenHash(refresh))
    .where('f.ended_at', 'is', null)
    .where('f.account_id', strategy === 'account' ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return { outcome: 'unknown', familyId: null, accountId: null }
  const of = { familyId: row.family_id, accountId: row.account_id }
  if (row.spent_at !== null) return { outcome: 'spent', ...of }
  const isOver = row.created_at.getTime() + longestSessionMs[strategy] <= now
  if (isOver || row.expires_at.getTime() <= now) return { outcome: 'unknown', ...of }
  await trx
    .updateTable('session_pair')
    .set({ spent_at: new Date(now) })
    .where('id', '=', row.id)
    .execute()
  await trx
    .insertInto('session_pair')
    .values({
      family_id: row.family_id,
      access_hash: tokenHash(next.access),
      refresh_hash: tokenHash(next.refresh),
      expires_at: new Date(next.expiresAt),
    })
    .execute()
  return { outcome: 'renewed', ...of }
}

/** When the owner of a session last proved that it is them; null: never. */
export async function lastProof(db: Kysely<DB>, familyId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('session_family')
    .select('proved_at')
    .where('id', '=', familyId)
    .executeTakeFirst()
  return row?.proved_at ?? null
}

export async function noteProof(db: Kysely<DB>, familyId: number, at: Date): Promise<void> {
  await db.updateTable('session_family').set({ proved_at: at }).where('id', '=', familyId).execute()
}

/** Ends a family: all its tokens become invalid. */
export async function endFamily(db: Kysely<DB>, familyId: number, now: number): Promise<void> {
  await sql`update session_family set ended_at = ${new Date(now)}
    where id = ${familyId} and ended_at is null`.execute(db)
}

export interface OpenSession {
  id: number
  /** Browser and operating system; null: unknown. */
  device: string | null
  loggedInAt: Date
  /** When its newest pair was issued. */
  usedAt: Date
}

/** The sessions of an account that still open it, the most recently used first. */
export async function openSessionsOf(db: Kysely<DB>, accountId: number, now: number): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select f.id, f.device, f.created_at as "loggedInAt",
      max(p.expires_at) - ${sessionLifeMs} * interval '1 millisecond' as "usedAt"
    from session_family f join session_pair p on p.family_id = f.id
    where f.account_id = ${accountId} and f.ended_at is null
      and f.created_at > ${new Date(now - longestSessionMs.account)}
    group by f.id having max(p.expires_at) > ${new Date(now)} order by max(p.expires_at) desc, f.id desc`.execute(
    db,
  )
  return rows
}

/** Ends one session of an account; false where it has no such open session. */
export async function endSessionOf(
  db: Kysely<DB>,
  actor: Actor,
  ended: { accountId: number; familyId: number; now: number },
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const { rows } = await sql`update session_family set ended_at = ${new Date(ended.now)}
      where id = ${ended.familyId} and account_id = ${ended.accountId} and ended_at is null
      returning id`.execute(trx)
    if (rows.length > 0) record({ action: 'session.end', object: ['account', ended.accountId] })
    return rows.length > 0
  })
}

/**
 * Ends every session, or those of one account; returns how many were open. `except`: the family of a session
 * that goes on.
 */
export async function endAllSessions(
  db: Kysely<DB>,
  actor: Actor,
  now: number,
  accountId: number | null = null,
  except: number | null = null,
): Promise<number> {
  return audited(db, actor, async (trx, record) => {
    const { numAffectedRows } = await sql`update session_family set ended_at = ${new Date(now)}
      where ended_at is null and (${accountId}::bigint is null or account_id = ${accountId}::bigint)
        and (${except}::bigint is null or id <> ${except}::bigint)`.execute(trx)
    const ended = Number(numAffectedRows ?? 0n)
    if (ended > 0)
      record({ action: 'session.end_all', object: ['account', accountId ?? '*'], after: { ended } })
    return ended
  })
}

/**
 * Removes pairs and tokens that expired more than a day ago, families without a pair, attempt windows that
 * have ended, and devices whose cookie has expired.
 */
export async function tidySessions(db: Kysely<DB>): Promise<void> {
  await sql`delete from session_pair where expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from session_family f where not exists
    (select 1 from session_pair p where p.family_id = f.id)`.execute(db)
  await sql`delete from account_token where expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from attempt where resets_at < now()`.execute(db)
  await sql`delete from passkey_challenge where expires_at < now()`.execute(db)
  await sql`delete from account_device where used_at < now() - interval '400 days'`.execute(db)
}
