/**
 * Slows down guessing: tries are counted per kind and key within a window that begins with the first. When the
 * window is over the count is too, so nobody is locked out for ever. Also the only SQL for its table.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Keyring } from '../keys/keyring.server.ts'

const minuteMs = 60_000

/** Kind of try → how many in which time. Addresses are shared by many (offices, mobile networks). */
const limits = {
  'login-account': { tries: 10, windowMs: 15 * minuteMs },
  'login-address': { tries: 60, windowMs: 15 * minuteMs },
  'order-login-order': { tries: 10, windowMs: 15 * minuteMs },
  'order-login-address': { tries: 40, windowMs: 15 * minuteMs },
} as const
export type AttemptKind = keyof typeof limits

export interface AttemptServices {
  db: Kysely<DB>
  /** Keys the digests, so that the table names nobody. */
  keys: Keyring
  clock: () => number
}

export interface Attempt {
  kind: AttemptKind
  /** E-mail, order number or the address of the request. */
  key: string
}

/** Counts a try of each kind; false where one of them has been tried too often. */
export async function takeAttempts(
  services: AttemptServices,
  attempts: readonly Attempt[],
): Promise<boolean> {
  let allowed = true
  for (const attempt of attempts) {
    const { tries, windowMs } = limits[attempt.kind]
    if ((await count(services, attempt, windowMs)) > tries) allowed = false
  }
  return allowed
}

/** A try that succeeded does not count. */
export async function forgiveAttempts(
  services: AttemptServices,
  attempts: readonly Attempt[],
): Promise<void> {
  for (const attempt of attempts)
    await sql`update attempt set tries = greatest(tries - 1, 0) where key = ${digest(services.keys, attempt)}`.execute(
      services.db,
    )
}

async function count(services: AttemptServices, attempt: Attempt, windowMs: number): Promise<number> {
  const now = new Date(services.clock())
  const resetsAt = new Date(now.getTime() + windowMs)
  const { rows } = await sql<{ tries: number }>`
    insert into attempt (key, tries, resets_at) values (${digest(services.keys, attempt)}, 1, ${resetsAt})
    on conflict (key) do update set
      tries = case when attempt.resets_at <= ${now} then 1 else attempt.tries + 1 end,
      resets_at = case when attempt.resets_at <= ${now} then excluded.resets_at else attempt.resets_at end
    returning tries`.execute(services.db)
  return rows[0]!.tries
}

const digest = (keys: Keyring, { kind, key }: Attempt): Buffer => keys.digest('rate-limit', `${kind} ${key}`)
