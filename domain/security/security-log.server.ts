/**
 * Security events in the log: logins, failures, resets, password changes, reused refresh tokens. A line
 * contains the event, the account's id and keyed digests of e-mail and network, never the values themselves;
 * equal digests show that lines belong together.
 */
import type { Keyring } from '../keys/keyring.server.ts'

export type SecurityEvent =
  /** A secret that nobody has made, or one of a key that has ended. */
  | 'api-key-refused'
  | 'login'
  | 'login-by-link'
  | 'login-failed'
  /** Over the rate limit; nothing was compared. */
  | 'login-limited'
  | 'link-requested'
  /** Over the limit of mails. */
  | 'link-limited'
  | 'link-refused'
  | 'order-login'
  | 'order-proof-failed'
  | 'order-proof-limited'
  | 'logout'
  | 'reset-requested'
  | 'reset-limited'
  | 'password-changed'
  | 'password-change-refused'
  | 'account-requested'
  | 'account-request-limited'
  | 'account-opened'
  | 'email-changed'
  | 'authenticator-added'
  | 'authenticator-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-login'
  | 'passkey-refused'
  /** A spent refresh token was presented again: its session was ended. */
  | 'refresh-token-reused'

export interface SecurityFacts {
  accountId?: number | undefined
  /** Of a member of staff. */
  staffId?: number | undefined
  orderId?: number | undefined
  /** Of an API key. */
  keyId?: number | undefined
  /** As typed or normalised. */
  email?: string | undefined
  /** The network of the request (`rateLimitKey`). */
  network?: string | undefined
  /** Whether it is a known device of the account. */
  knownDevice?: boolean | undefined
}

export interface SecurityLog {
  record(event: SecurityEvent, facts: SecurityFacts): void
}

/** Characters of a digest in a log line: enough to distinguish, too few to look up. */
const digestLength = 16

export function createSecurityLog(services: {
  log: { info(data: object, message: string): void }
  keys: Keyring
}): SecurityLog {
  const digest = (text: string | undefined) =>
    text === undefined
      ? undefined
      : services.keys.digest('log-address', text.trim().toLowerCase()).toString('hex').slice(0, digestLength)
  return {
    record(event, { email, network, ...facts }) {
      const digests = { emailDigest: digest(email), networkDigest: digest(network) }
      services.log.info({ event, ...facts, ...digests }, 'security event')
    },
  }
}
