/** The node cannot start for a reason its operator can mend; the message is a sentence that says which and what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
