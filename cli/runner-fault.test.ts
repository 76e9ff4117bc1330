import { afterEach, expect, it, vi } from 'vitest'
import { run } from './run-command.mjs'
import { runnerFault } from './runner-fault.ts'
import { step } from './steps.mjs'

afterEach(() => vi.restoreAllMocks())

/** The output for a runner with this behaviour. */
async function shownOf(script: string, failed = 0): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await step('Tests', async () => {
    const { code } = await run(process.execPath, ['-e', script])
    const fault = runnerFault('Tests', code, failed)
    if (fault !== null) throw new Error(fault)
  }).catch(() => {})
  return String(log.mock.lastCall?.[0])
}

it('a step is done only if its program ended with exit code 0 and no test failed', async () => {
  expect(await shownOf('')).toMatch(/^✓ Tests/)
  expect(await shownOf('process.exit(3)')).toMatch(/^✗ Tests/)
  expect(await shownOf('process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)')).toMatch(
    /^✗ Tests/,
  )
  expect(await shownOf('', 1)).toMatch(/^✗ Tests/)
})
