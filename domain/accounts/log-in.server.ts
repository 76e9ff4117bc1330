/**
 * Opens sessions of accounts: by e-mail and password, or by a link's token. A refusal does not reveal which
 * part was wrong, and an address without an account costs the same time as a wrong password.
 */
import type { SecurityLog } from '../security/security-log.server.ts'
import { normalizeEmail } from '../stores/email.ts'
import { longestPassword } from './account.ts'
import {
  findLogin,
  someFormerHash,
  spendAccountToken,
  replaceFormerPassword,
  type Login,
} from './account-repository.server.ts'
import {
  forgiveAttempts,
  takeAttempts,
  type Attempt,
  type AttemptServices,
} from '../security/attempts.server.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { trimmedPassword } from './former-password.ts'
import { isKnownDevice } from './known-devices.server.ts'
import { admitPasswordWork, type Passwords } from './password.server.ts'
import { openSession, type TokenPair } from './sessions.server.ts'
import { isAccountToken } from './token.server.ts'

export interface LogInServices extends AttemptServices {
  security: SecurityLog
}

export type LogIn =
  /** `accountId` null: the session of one order. */
  | { ok: true; pair: TokenPair; accountId: number | null }
  | { ok: false; code: 'wrong_credentials' | 'too_many_attempts' }

const wrong = { ok: false, code: 'wrong_credentials' } as const

/**
 * The attempt counters of a login. From an unknown device: per network, per account and network, and with a
 * much higher limit per account. A device that has logged in to the account before has its own counter, which
 * no one else can use up (OWASP, "Device cookies").
 */
export function loginAttempts(input: { email: string; network: string; device: string | null }): Attempt[] {
  const { email, network, device } = input
  if (device !== null) return [{ kind: 'login-device', key: `${email} ${device}` }]
  return [{ kind: 'login-network', key: network }, ...accountAttempts({ email, network })]
}

/** Those of them that count against the account. */
export function accountAttempts({ email, network }: { email: string; network: string }): Attempt[] {
  return [
    { kind: 'login-account-network', key: `${email} ${network}` },
    { kind: 'login-account', key: email },
  ]
}

interface LogInInput {
  email: string
  password: string
  /** The request's network. */
  network: string
  /** The token of its device cookie. */
  device: string | null
  /** The device's name in the list of sessions. */
  deviceLabel: string | null
}

/**
 * Logs in with e-mail and password (AUTH-08). Rejects with `QueueFull`, before any query, where too many passwords wait
 * to be checked.
 */
export function logIn(services: LogInServices, input: LogInInput): Promise<LogIn> {
  return admitPasswordWork((passwords) => logInAdmitted(services, passwords, input))
}

async function logInAdmitted(
  services: LogInServices,
  passwords: Passwords,
  input: LogInInput,
): Promise<LogIn> {
  const { network } = input
  const email = normalizeEmail(input.email) ?? input.email
  const device =
    input.device !== null && (await isKnownDevice(services.db, email, input.device)) ? input.device : null
  const facts = { email, network, knownDevice: device !== null }
  const attempts = loginAttempts({ email, network, device })
  if (!(await takeAttempts(services, attempts))) {
    services.security.record('login-limited', facts)
    return { ok: false, code: 'too_many_attempts' }
  }
  const known = await findLogin(services.db, email)
  const password = input.password.slice(0, longestPassword)
  const isMatch =
    (await passwords.isMatch(known?.passwordHash ?? null, password)) ||
    (await takeOverPassword(services, passwords, { known, email, password }))
  if (!isMatch || known === null) {
    services.security.record('login-failed', { ...facts, accountId: known?.id })
    return wrong
  }
  await forgiveAttempts(services, attempts)
  services.security.record('login', { ...facts, accountId: known.id })
  return {
    ok: true,
    pair: await openSession(services, { accountId: known.id }, input.deviceLabel),
    accountId: known.id,
  }
}

/**
 * Whether it is the password that the account had at a former shop, which then becomes its password here. As long as
 * there are such passwords, every other login that fails compares one, too, always the same for an address: the time does
 * not tell who has moved.
 */
async function takeOverPassword(
  { db, keys }: LogInServices,
  passwords: Passwords,
  { known, email, password }: { known: Login | null; email: string; password: string },
): Promise<boolean> {
  const own = known?.passwordHash === null ? known.formerPasswordHash : null
  const hash = own ?? (await someFormerHash(db, placeOf(keys, email)))
  if (hash === null) return false
  const isMatch = await passwords.isFormerMatch(hash, password)
  if (!isMatch || own === null || known === null) return false
  // As the former shop hashed it: a space at its end was never part of it.
  const passwordHash = await passwords.hash(trimmedPassword(password))
  return replaceFormerPassword(db, known.id, { formerHash: own, passwordHash })
}

/** From 0 to 1, evenly, and nobody else's to foresee. */
const placeOf = (keys: Keyring, email: string): number =>
  keys.digest('rate-limit', `former password ${email}`).readUInt32BE(0) / 2 ** 32

/** Logs in with the token of a link, which is valid once (QUERY-01). */
export async function logInByToken(
  services: LogInServices,
  { token, network, deviceLabel }: { token: string; network: string; deviceLabel: string | null },
): Promise<LogIn> {
  const accountId = isAccountToken(token)
    ? await spendAccountToken(services.db, 'login', token, services.clock())
    : null
  services.security.record(accountId === null ? 'link-refused' : 'login-by-link', {
    accountId: accountId ?? undefined,
    network,
  })
  if (accountId === null) return wrong
  const pair = await openSession(services, { accountId }, deviceLabel, { isProved: false })
  return { ok: true, pair, accountId }
}
