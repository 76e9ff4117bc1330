/**
 * `test` of the browser tests. Consecutive tests of a worker use one page: a test starts without cookies, stored data,
 * routes and listeners of the one before, in a renderer process that has already compiled the shop's scripts. Loading a
 * page in a new context takes twice the processor time of loading it there.
 */
import {
  test as base,
  type BrowserContext,
  type Page,
  type PlaywrightTestOptions,
  type ViewportSize,
} from '@playwright/test'

export { expect } from '@playwright/test'

/** A page of the shop without scripts. From `about:blank` the next page would start a new renderer process. */
const emptyPage = '/healthz'

type Cookies = Parameters<BrowserContext['addCookies']>[0]

interface KeptPage {
  context: BrowserContext
  page: Page
  /** The options of its context. */
  options: string
  /** Whether a test changed what cannot be reset. */
  changed: boolean
}

/** Events that tests listen to. */
const events = [
  'console',
  'dialog',
  'download',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const

export const test = base.extend<object, { kept: { page: KeptPage | undefined } }>({
  kept: [
    // oxlint-disable-next-line no-empty-pattern -- the form Playwright asks for
    async ({}, use) => {
      const kept: { page: KeptPage | undefined } = { page: undefined }
      await use(kept)
      await kept.page?.context.close()
    },
    { scope: 'worker' },
  ],
  context: async (
    { browser, kept, baseURL, contextOptions, javaScriptEnabled, storageState, viewport },
    use,
    info,
  ) => {
    const options = JSON.stringify([baseURL, contextOptions, javaScriptEnabled, storageState, viewport])
    if (kept.page && kept.page.options !== options) {
      await kept.page.context.close()
      kept.page = undefined
    }
    kept.page ??= await openPage(await browser.newContext(), options)
    const current = kept.page
    const { page } = current
    const { origin } = new URL(baseURL!)
    const leaves = (frame: { url: () => string }) => {
      const url = frame.url()
      if (/^https?:/.test(url) && new URL(url).origin !== origin) current.changed = true
    }
    page.on('framenavigated', leaves)
    await use(current.context)
    const reusable = info.status === info.expectedStatus && !current.changed && !page.isClosed()
    if (reusable) await reset(current, { cookies: cookiesOf(storageState), viewport })
    else {
      await current.context.close()
      kept.page = undefined
    }
  },
  page: async ({ context, kept }, use) => {
    await use(kept.page?.context === context ? kept.page.page : await context.newPage())
  },
})

async function openPage(context: BrowserContext, options: string): Promise<KeptPage> {
  const page = await context.newPage()
  await page.goto(emptyPage)
  const kept: KeptPage = { context, page, options, changed: false }
  // What these change stays until the page or its context is closed.
  const lasting = [
    [page, ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders']],
    [context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession']],
    [context, ['setExtraHTTPHeaders', 'setGeolocation', 'setOffline']],
    [page.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']],
  ] as const
  for (const [target, names] of lasting) for (const name of names) markChange(target, name, kept)
  return kept
}

/** Leaves the shop, and removes what the test has left in the browser. */
async function reset(
  { context, page }: KeptPage,
  { cookies, viewport }: { cookies: Cookies; viewport: ViewportSize | null },
): Promise<void> {
  for (const target of [page, context]) for (const event of events) target.removeAllListeners(event)
  for (const other of context.pages()) if (other !== page) await other.close()
  await Promise.all([page, context].map((target) => target.unrouteAll({ behavior: 'ignoreErrors' })))
  await page.goto(emptyPage)
  await page.mouse.move(-1, -1)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  if (cookies.length > 0) await context.addCookies(cookies)
  if (viewport && JSON.stringify(viewport) !== JSON.stringify(page.viewportSize()))
    await page.setViewportSize(viewport)
}

/** Calling the method marks the page as changed. */
function markChange(target: object, name: string, kept: KeptPage): void {
  const methods = target as Record<string, (...parameters: unknown[]) => unknown>
  const method = methods[name]!.bind(target)
  methods[name] = (...parameters) => {
    kept.changed = true
    return method(...parameters)
  }
}

function cookiesOf(state: PlaywrightTestOptions['storageState']): Cookies {
  if (state === undefined) return []
  if (typeof state === 'string' || state.origins.length > 0)
    throw new Error('Browser tests begin with cookies only.')
  return state.cookies
}
