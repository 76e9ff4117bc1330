import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { temporaryFolder } from './test/temporary-folder.ts'

const outside = ['**/node_modules/**', 'build/**', '.data/**', '.react-router/**']
const setupFiles = ['test/console-noise.ts']
/** A test that asserts nothing fails: it would prove its requirement row without looking. */
const expect = { requireAssertions: true, poll: { timeout: 15_000 } }

// Workers and the processes that they start inherit it.
process.env['TMPDIR'] = temporaryFolder()

/**
 * Three kinds of test by file name; browser tests are Playwright's (playwright.config.ts). The unit and database tests
 * of a worker share their modules (`isolate: false`), which halves the time of the unit tests: no module may keep state
 * from one test to another.
 */
export default defineConfig({
  test: {
    // Beside the two workers of the browser tests (cli/run-tests.ts) two keep both cores of the machine busy.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...outside, '**/*.db.test.ts', '**/*.http.test.ts'],
          setupFiles,
          expect,
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude: outside,
          // Examples are packages of their own, which a build copies into the shop.
          alias: { 'anode/module': join(import.meta.dirname, 'sdk/outside/module.ts') },
          setupFiles,
          expect,
          isolate: false,
          globalSetup: ['test/database-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'http',
          include: ['**/*.http.test.ts'],
          exclude: outside,
          setupFiles,
          expect,
          globalSetup: ['test/server-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
