/** What may be logged about a mail that could not be sent: codes, never the mail server's message. */

/** Error codes of nodemailer that concern the server and not a single mail. */
const serverCodes = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'ESOCKET',
  'ETIMEDOUT',
  'EDNS',
  'ETLS',
  'EREQUIRETLS',
  'EAUTH',
  'ENOAUTH',
  'EPROTOCOL',
  'EPROXY',
])

export interface MailFailure {
  /** Error code of nodemailer or the system, e.g. `EENVELOPE`. */
  code: string
  /** SMTP reply code, e.g. 550. */
  responseCode?: number
}

export function mailFailure(error: unknown): MailFailure {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown }
  return {
    code: typeof code === 'string' ? code : 'unknown',
    ...(typeof responseCode === 'number' && { responseCode }),
  }
}

/**
 * Whether other mails would fail for the same reason: the server is unreachable, busy (421) or rejects the
 * login.
 */
export function isServerUnavailable(error: unknown): boolean {
  const { code, responseCode } = mailFailure(error)
  return responseCode === 421 || serverCodes.has(code)
}
