/**
 * Distinguishes an unavailable database from a fault in our own statement, so that pages can say "cart and
 * checkout are closed for the moment" (503) and keep serving what the catalogue index holds.
 */

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
])

/** PostgreSQL's error codes (appendix A of its manual): whole classes, and single codes. */
const stateClasses = ['08', '53']
const states = new Set(['25006', '57014', '57P01', '57P02', '57P03', '57P04', '57P05'])

/** pg reports these faults by message, without a code. */
const codelessFaults =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client has encountered a connection error)/

/** pg-boss reports faults as plain copies of errors, without their class. */
const isFault = (value: unknown): value is { message: string; [field: string]: unknown } =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'

/**
 * Whether the database is unreachable, starting, out of connections, read-only after a failover, or too slow.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let fault = error, depth = 0; isFault(fault) && depth < 5; fault = fault['cause'], depth++) {
    const { code, syscall } = fault
    if (typeof code === 'string') {
      // ENOENT also means a missing file; only a failed connect (to a socket) counts.
      if (networkCodes.has(code) && (code !== 'ENOENT' || syscall === 'connect')) return true
      if (states.has(code) || (code.length === 5 && stateClasses.includes(code.slice(0, 2)))) return true
    }
    if (codelessFaults.test(fault.message)) return true
    if (fault instanceof AggregateError && fault.errors.some(isDatabaseUnavailable)) return true
  }
  return false
}
