/**
 * `test` of the browser tests. Each test has a page of its own in a context that consecutive tests share: it starts
 * without cookies, stored data and routes of the one before. Pages of one host share a renderer process
 * (`--process-per-site`, playwright.config.ts), which an empty page keeps between tests: it has already compiled the
 * shop's scripts. Loading a page in a new context takes twice the processor time of loading it there.
 */
import {
  test as base,
  type BrowserContext,
  type Frame,
  type Page,
  type PlaywrightTestOptions,
} from '@playwright/test'
import { shownPage } from './requirements/test-record.ts'

export { expect } from '@playwright/test'

/** A page of the shop without scripts, where a test's page begins: tests store data before their first visit. */
const emptyPage = '/healthz'

/** Contexts that a worker keeps, each for tests with other options. */
const mostContexts = 3

/**
 * Tests that share a context. The process of closed pages grows to 500 MB, and each test takes a sixth more processor
 * time than in a process of 200 MB.
 */
const mostTests = 20

interface KeptContext {
  context: BrowserContext
  /** The empty page of each host, which keeps the host's process. */
  keepers: Map<string, Page>
  /** Origins of pages since the last reset. */
  visited: Set<string>
  /** Tests that it has served. */
  tests: number
  /** Whether a test changed what cannot be reset. */
  changed: boolean
}

export const test = base.extend<object, { kept: Map<string, KeptContext> }>({
  kept: [
    // oxlint-disable-next-line no-empty-pattern -- the form Playwright asks for
    async ({}, use) => {
      const kept = new Map<string, KeptContext>()
      await use(kept)
      for (const { context } of kept.values()) await context.close()
    },
    { scope: 'worker' },
  ],
  context: async (
    { browser, kept, baseURL, contextOptions, javaScriptEnabled, locale, storageState, viewport },
    use,
    info,
  ) => {
    const options = JSON.stringify([baseURL, contextOptions, javaScriptEnabled, locale, viewport])
    const current = kept.get(options) ?? keep(await browser.newContext())
    const { context } = current
    // The most recent is the last.
    kept.delete(options)
    const [oldest] = kept.size < mostContexts ? [] : kept
    if (oldest) {
      kept.delete(oldest[0])
      await oldest[1].context.close()
    }
    await context.clearCookies()
    const cookies = cookiesOf(storageState)
    if (cookies.length > 0) await context.addCookies(cookies)
    await use(context)
    current.tests++
    if (info.status === info.expectedStatus && !current.changed && current.tests < mostTests) {
      await reset(current)
      kept.set(options, current)
    } else await context.close()
  },
  page: async ({ context }, use, info) => {
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await page.goto(emptyPage)
    // A closed page may still store what it was sent last, after `reset` has cleared the storage.
    await page.evaluate(() => localStorage.clear())
    await use(page)
    // A test that waited in vain says what it waited for; only the page says why it did not come.
    if (info.status !== info.expectedStatus)
      await info.attach(shownPage, { body: await describe(page, faults), contentType: 'text/plain' })
  },
})

/** The page's address, its errors and its text, as far as it can say them. */
async function describe(page: Page, faults: readonly string[]): Promise<string> {
  const text = await page
    .locator('body, main')
    .last()
    .innerText({ timeout: 5000 })
    .catch((error: Error) => error.message)
  return [page.url(), ...faults.slice(0, 5), text.replaceAll(/\s+/g, ' ').slice(0, 800)].join('\n')
}

function keep(context: BrowserContext): KeptContext {
  const kept: KeptContext = { context, keepers: new Map(), visited: new Set(), tests: 0, changed: false }
  context.on('page', (page) => {
    const leaves = (frame: Frame) => {
      const url = frame.url()
      if (frame === page.mainFrame() && /^https?:/.test(url)) kept.visited.add(new URL(url).origin)
    }
    page.on('framenavigated', leaves)
  })
  // What these change stays until the context is closed.
  const lasting = [
    [context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions']],
    [context, ['setExtraHTTPHeaders', 'setGeolocation', 'setOffline']],
    [context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']],
  ] as const
  for (const [target, names] of lasting) for (const name of names) markChange(target, name, kept)
  return kept
}

/** Closes the pages of the test, and removes what it has left in the browser. */
async function reset({ context, keepers, visited }: KeptContext): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const origin of visited) await keeperAt(context, keepers, origin)
  const kept = new Set(keepers.values())
  for (const page of context.pages()) if (!kept.has(page)) await page.close()
  for (const origin of visited) {
    const keeper = await keeperAt(context, keepers, origin)
    await keeper.evaluate(() => localStorage.clear())
  }
  visited.clear()
}

/** The host's empty page, at that origin. */
async function keeperAt(context: BrowserContext, keepers: Map<string, Page>, origin: string): Promise<Page> {
  const { hostname } = new URL(origin)
  const keeper = keepers.get(hostname) ?? (await context.newPage())
  if (!keepers.has(hostname)) {
    keepers.set(hostname, keeper)
    await keeper.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  }
  if (new URL(keeper.url()).origin !== origin) await keeper.goto(origin)
  return keeper
}

/** Calling the method marks the context as changed. */
function markChange(target: object, name: string, kept: KeptContext): void {
  const methods = target as Record<string, (...parameters: unknown[]) => unknown>
  const method = methods[name]!.bind(target)
  methods[name] = (...parameters) => {
    kept.changed = true
    return method(...parameters)
  }
}

function cookiesOf(
  state: PlaywrightTestOptions['storageState'],
): Parameters<BrowserContext['addCookies']>[0] {
  if (state === undefined) return []
  if (typeof state === 'string' || state.origins.length > 0)
    throw new Error('Browser tests begin with cookies only.')
  return state.cookies
}
