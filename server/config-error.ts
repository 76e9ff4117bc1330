/**
 * The node cannot start for a reason that its operator can fix; the message is a sentence that says what is
 * wrong and what to do.
 */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
