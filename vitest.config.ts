import { defineConfig } from 'vitest/config'
import { temporaryFolder } from './test/temporary-folder.ts'

const outside = ['**/node_modules/**', 'build/**', '.data/**', '.react-router/**']
const setupFiles = ['test/console-noise.ts']
/** A test that asserts nothing fails: it would prove its requirement row without looking. */
const expect = { requireAssertions: true }

// Workers and the processes that they start inherit it.
process.env['TMPDIR'] = temporaryFolder()

/**
 * Three kinds of test by file name; browser tests are Playwright's (playwright.config.ts). The unit and database tests
 * of a worker share their modules (`isolate: false`), which halves the time of the unit tests: no module may keep state
 * from one test to another.
 */
export default defineConfig({
  test: {
    // One more than the cores of the machine that runs all tests: some tests wait for processes, or for time to pass.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...outside, '**/*.db.test.ts', '**/*.http.test.ts'],
          setupFiles,
          expect,
          isolate: false,
        },
      },
      {
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude: outside,
          setupFiles,
          expect,
          isolate: false,
          globalSetup: ['test/database-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
