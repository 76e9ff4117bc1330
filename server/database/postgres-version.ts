/** Which PostgreSQL the shop runs on: the tests cover one major version, and older ones lack what its SQL needs. */
import { ConfigError } from '../config-error.ts'

/** Major version of the embedded database, which all tests use. */
export const testedPostgres = 18
/** The oldest major version on which all migrations apply and an order goes through. */
export const oldestPostgres = 15

/**
 * Takes `server_version_num` (180004). Throws ConfigError for a version below `oldestPostgres`; answers a warning
 * for another one that the tests do not cover, null for the one they do.
 */
export function judgePostgresVersion(versionNumber: number): string | null {
  const major = Math.floor(versionNumber / 10_000)
  if (major < oldestPostgres)
    throw new ConfigError(
      `The database is PostgreSQL ${major}: the shop needs ${oldestPostgres} or newer, best ${testedPostgres}.`,
    )
  if (major === testedPostgres) return null
  return `The database is PostgreSQL ${major}; the shop is tested with ${testedPostgres} only.`
}
