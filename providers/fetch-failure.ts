/**
 * Why `fetch` rejected, for the log: the code of the system's error (`ECONNREFUSED`), otherwise the error's name
 * (`TimeoutError`). Messages are left out: they may contain an address with ids.
 */
export function fetchFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error as Error & { cause?: NodeJS.ErrnoException }
  return cause?.code ?? error.name
}
