/**
 * Supported versions of PostgreSQL: the tests cover one major version, and older ones lack features that the
 * shop's SQL needs.
 */
import { ConfigError } from '../config-error.ts'

/** Major version of the embedded database, which all tests use. */
export const testedPostgres = 18
/** The oldest major version on which all migrations apply and an order can be placed. */
export const oldestPostgres = 15

/**
 * Takes `server_version_num` (180004). Throws ConfigError for a version below `oldestPostgres`; returns a
 * warning for another version that the tests do not cover, null for the tested one.
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
