/**
 * The fault of a finished test runner, null if there is none: failed tests, or an end without exit code 0,
 * such as by a signal or a fault outside every test. Only a runner without a fault is reported as done.
 */
export function runnerFault(title: string, code: number, failed: number): string | null {
  if (failed > 0) return `${title}: ${failed} failed`
  return code === 0 ? null : `${title}: ended with code ${code}`
}
