/**
 * Sessions: pairs of opaque tokens (access, refresh), each valid for an hour from issue. Renewing spends the
 * pair and issues the next; a spent refresh token that is presented again ends its whole family (AUTH-03,
 * AUTH-04). However often it is renewed, a session ends a fixed time after its login (`longestSessionMs`).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { SecurityLog } from '../security/security-log.server.ts'
import { longestSessionMs, sessionLifeMs, type Session } from './account.ts'
import {
  endFamily,
  findPair,
  insertFamily,
  renewPair,
  type SessionOwner,
  type StoredPair,
} from './session-repository.server.ts'
import { isAccountToken, newToken } from './token.server.ts'

export interface SessionServices {
  db: Kysely<DB>
  /** Epoch milliseconds. */
  clock: () => number
}

export interface RenewServices extends SessionServices {
  security: SecurityLog
}

export interface TokenPair {
  access: string
  refresh: string
}

/**
 * How long the access token of a renewed pair stays valid: requests of the same page may be in flight with
 * it.
 */
const spentGraceMs = 60_000

function newPair(now: number) {
  return { access: newToken(), refresh: newToken(), expiresAt: now + sessionLifeMs }
}

/**
 * Starts a session. `device`: what its owner sees it as, from `deviceName`. `isProved` false: it was opened
 * without a password or passkey, so that both are asked for before a change of how the customer signs in.
 */
export async function openSession(
  { db, clock }: SessionServices,
  owner: SessionOwner,
  device: string | null = null,
  { isProved = true }: { isProved?: boolean } = {},
): Promise<TokenPair> {
  const now = clock()
  const { access, refresh, expiresAt } = newPair(now)
  const provedAt = isProved ? new Date(now) : null
  await insertFamily(db, owner, { access, refresh, expiresAt }, now, device, provedAt)
  return { access, refresh }
}

/** The session of a valid access token; null: none. */
export async function readSession(
  { db, clock }: SessionServices,
  access: string,
): Promise<StoredPair | null> {
  const pair = isAccountToken(access) ? await findPair(db, access) : null
  const now = clock()
  if (pair === null || pair.expiresAt <= now) return null
  if (pair.loggedInAt + longestSessionMs[pair.session.strategy] <= now) return null
  return pair.spentAt === null || now - pair.spentAt < spentGraceMs ? pair : null
}

/**
 * The next pair for a refresh token; null where the token is invalid. A spent token ends its family, unless
 * the request also carries the matching access token (`proven`): then two requests of one browser raced.
 */
export async function renewSession(
  { db, clock, security }: RenewServices,
  strategy: Session['strategy'],
  refresh: string,
  { proven = false } = {},
): Promise<TokenPair | null> {
  if (!isAccountToken(refresh)) return null
  const now = clock()
  const next = newPair(now)
  return db.transaction().execute(async (trx) => {
    const { outcome, familyId, accountId } = await renewPair(trx, { refresh, strategy, next, now })
    if (outcome === 'spent' && !proven && familyId !== null) {
      await endFamily(trx, familyId, now)
      security.record('refresh-token-reused', { accountId: accountId ?? undefined })
    }
    return outcome === 'renewed' ? { access: next.access, refresh: next.refresh } : null
  })
}

/** Logs out: all tokens of the session become invalid. */
export async function endSession({ db, clock }: SessionServices, session: Session): Promise<void> {
  await endFamily(db, session.familyId, clock())
}
