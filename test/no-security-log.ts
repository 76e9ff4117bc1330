import type { SecurityLog } from '../domain/security/security-log.server.ts'

/** Logs nothing. */
export const noSecurityLog: SecurityLog = { record: () => {} }
