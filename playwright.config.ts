import { defineConfig } from '@playwright/test'
import { findChromium } from './cli/find-chromium.ts'
import { answeredConsent } from './test/shopper.ts'
import { temporaryFolder } from './test/temporary-folder.ts'

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const launch = findChromium()

// Workers and the processes that they start inherit it.
process.env['TMPDIR'] = temporaryFolder()

/** Browser tests: `test/e2e/*.e2e.ts` and those of modules, against the built shop with the demo catalogue. */
export default defineConfig({
  testDir: '.',
  testMatch: ['test/e2e/**/*.e2e.ts', 'modules/*/*.e2e.ts'],
  globalSetup: './test/browser-setup.ts',
  workers: 2,
  retries: 0,
  fullyParallel: true,
  forbidOnly: true,
  // A test takes 5 s at most on two idle cores; the other tests run beside it (cli/run-tests.ts).
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    // Known only after the global setup, which may have started the server; workers read it again.
    ...(process.env['ANODE_TEST_URL'] && { baseURL: process.env['ANODE_TEST_URL'] }),
    browserName: 'chromium',
    // Shoppers have answered the question about cookies, and refused; tests of it begin without (test/shopper.ts).
    storageState: answeredConsent,
    trace: 'off',
    screenshot: 'off',
    video: 'off',
    // Tests of motion turn it on again: drawing transitions takes a tenth of the browser's time.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    launchOptions: {
      ...launch,
      // Tabs of one context share a process, as consecutive tests do (test/browser-test.ts): a new one compiles the scripts again.
      args: ['--no-sandbox', '--process-per-site', ...quiet],
    },
  },
})
