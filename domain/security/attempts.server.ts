/**
 * Rate-limits guessing: attempts are counted per kind and rate-limit key within a window that starts with the
 * first one. The count ends with its window, so nobody is locked out permanently. The counts are in
 * PostgreSQL, shared by all nodes. Contains the only SQL for its table.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { valuesOf, type DeclaredName } from '../../modules/modules.ts'
import type { Keyring } from '../keys/keyring.server.ts'

const minuteMs = 60_000

/** Those of the kernel. Networks are shared by many people (offices, mobile networks). */
const kernelLimits = {
  'login-network': { attempts: 60, windowMs: 15 * minuteMs },
  'login-account-network': { attempts: 10, windowMs: 15 * minuteMs },
  /** Across all networks. Not counted for known devices; a password reset clears it. */
  'login-account': { attempts: 200, windowMs: 60 * minuteMs },
  /** A device that has logged in to the account before. */
  'login-device': { attempts: 10, windowMs: 15 * minuteMs },
  'order-proof-network': { attempts: 40, windowMs: 15 * minuteMs },
  'order-proof-order-network': { attempts: 10, windowMs: 15 * minuteMs },
  'order-proof-email-network': { attempts: 20, windowMs: 60 * minuteMs },
  /** Across all networks: high enough that one network cannot lock the buyer out. */
  'order-proof-order': { attempts: 60, windowMs: 15 * minuteMs },
  'order-proof-email': { attempts: 60, windowMs: 60 * minuteMs },
  /** Secrets of API keys that nobody has made. */
  'api-key-network': { attempts: 60, windowMs: 15 * minuteMs },
  /** Coupon codes that do not exist, each counted once. */
  'unknown-code-network': { attempts: 60, windowMs: 10 * minuteMs },
} as const
export type AttemptKind = keyof typeof kernelLimits | DeclaredName<'attemptLimits'>

/** Kind of attempt → limit and window. */
export const attemptLimits: Readonly<Record<AttemptKind, { attempts: number; windowMs: number }>> = {
  ...kernelLimits,
  ...valuesOf('attemptLimits', (limit) => limit),
}

export interface AttemptServices {
  db: Kysely<DB>
  /** Makes the rate-limit keys, so that the table identifies nobody. */
  keys: Keyring
  /** Epoch milliseconds. */
  clock: () => number
}

export interface Attempt {
  kind: AttemptKind
  /** E-mail, order number, device or the request's network. */
  key: string
}

/**
 * Counts an attempt of each kind, in the order given; false at the first kind over its limit. The kinds after
 * that one are not counted: a network over its limit must not use up an account's.
 */
export async function takeAttempts(
  services: AttemptServices,
  attempts: readonly Attempt[],
): Promise<boolean> {
  for (const attempt of attempts) if (!(await countAttempts(services, attempt, 1)).allowed) return false
  return true
}

/** Uncounts an attempt that succeeded. */
export async function forgiveAttempts(
  services: AttemptServices,
  attempts: readonly Attempt[],
): Promise<void> {
  const keys = attempts.map((attempt) => rateLimitKey(services.keys, attempt))
  await sql`update attempt set tries = greatest(tries - 1, 0) where key = any(${keys}::bytea[])`.execute(
    services.db,
  )
}

/** Ends the windows of these attempts. */
export async function clearAttempts(
  db: Kysely<DB>,
  keyring: Keyring,
  attempts: readonly Attempt[],
): Promise<void> {
  const keys = attempts.map((attempt) => rateLimitKey(keyring, attempt))
  await sql`delete from attempt where key = any(${keys}::bytea[])`.execute(db)
}

/** Counts that many attempts at once. `resetsAt`: end of the window, epoch ms. */
export async function countAttempts(
  services: AttemptServices,
  attempt: Attempt,
  count: number,
): Promise<{ allowed: boolean; resetsAt: number }> {
  const { attempts, windowMs } = attemptLimits[attempt.kind]
  const now = new Date(services.clock())
  const resetsAt = new Date(now.getTime() + windowMs)
  const { rows } = await sql<{ tries: number; resets_at: Date }>`
    insert into attempt (key, tries, resets_at)
    values (${rateLimitKey(services.keys, attempt)}, ${count}::integer, ${resetsAt})
    on conflict (key) do update set
      tries = case when attempt.resets_at <= ${now} then excluded.tries else attempt.tries + excluded.tries end,
      resets_at = case when attempt.resets_at <= ${now} then excluded.resets_at else attempt.resets_at end
    returning tries, resets_at`.execute(services.db)
  return { allowed: rows[0]!.tries <= attempts, resetsAt: rows[0]!.resets_at.getTime() }
}

const rateLimitKey = (keys: Keyring, { kind, key }: Attempt): Buffer =>
  keys.digest('rate-limit', `${kind} ${key}`)
