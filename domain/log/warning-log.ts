/** A log that takes warnings; a pino logger implements it. */
export interface WarningLog {
  warn(data: object, message: string): void
}
