/** Minimal log interface; a pino logger implements it. */
export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}
