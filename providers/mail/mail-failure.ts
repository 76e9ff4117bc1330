/** What may be logged about a mail that could not be sent: codes, never the mail server's message. */

/** Error codes of nodemailer that concern the server and not a single mail. */
const serverCodes = new Set<string>([
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
 * login. The error of a module's mail transport has a field for it, whatever its code.
 */
export function isServerUnavailable(error: unknown): boolean {
  const { isUnavailable } = (error ?? {}) as { isUnavailable?: unknown }
  if (typeof isUnavailable === 'boolean') return isUnavailable
  const { code, responseCode } = mailFailure(error)
  return responseCode === 421 || serverCodes.has(code)
}

/** Whether each further attempt would fail as well: a module's mail transport has refused the mail for good. */
export function isRefusedForGood(error: unknown): boolean {
  return ((error ?? {}) as { isPermanent?: unknown }).isPermanent === true
}

/** Where a fault was thrown, without its message: it may name the recipient. */
export function faultOf(error: unknown): { error: string; at?: string[] } {
  if (!(error instanceof Error)) return { error: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { error: error.name, at: frames.slice(0, 5).map((line) => line.trim()) }
}
