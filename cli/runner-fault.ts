/**
 * What is wrong with a test runner that has ended, null where nothing is: tests that failed, or an end without
 * exit code 0, such as by a signal or a fault outside every test. Only a runner without a fault is told as done.
 */
export function runnerFault(title: string, code: number, failed: number): string | null {
  if (failed > 0) return `${title}: ${failed} failed`
  return code === 0 ? null : `${title}: ended with code ${code}`
}
