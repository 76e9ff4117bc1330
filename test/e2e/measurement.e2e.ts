/** What is measured, and what other companies' tags receive: nothing before consent, and nothing after its withdrawal. */
import type { Page } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import { startBuiltServer, type BuiltServer } from '../built-server.ts'
import {
  allRequestsRecorded,
  arrived,
  demo,
  firstVisit,
  hydrated,
  plainPage,
  shopperIn,
  withConsent,
} from '../shopper.ts'

// A request that a test does not wait for may still be forwarded when its page closes.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const tagsUrl = 'https://tags.example/tags.js?id=T-1'

/** A node of the shared shop with a tag manager. */
let shop: BuiltServer

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  shop = await startBuiltServer({
    dataDir: process.env['ANODE_TEST_DATA_DIR']!,
    joins: process.env['ANODE_TEST_URL']!,
    env: { TAG_MANAGER_URL: tagsUrl, TAG_MANAGER_CONSENT: 'analytics,ads' },
  })
})

test.afterAll(() => shop.stop())

interface Sent {
  event?: string
  ecommerce?: { currency: string; value: number; items: { item_id: string; price: number }[] }
}

/** The tag manager's host: its script sends each event of the data layer home and sets a cookie. */
async function tags(page: Page) {
  const received: Sent[] = []
  let loads = 0
  await page.route('https://tags.example/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/tags.js') loads += 1
    else received.push(route.request().postDataJSON() as Sent)
    return route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: `document.cookie = '_ga=1; Path=/'
        const send = (entry) => entry.event && fetch('https://tags.example/collect', { method: 'POST', body: JSON.stringify(entry) })
        const list = window.dataLayer, push = list.push.bind(list)
        list.forEach(send)
        list.push = (...entries) => { entries.forEach(send); return push(...entries) }`,
    })
  })
  const names = () => received.map(({ event }) => event)
  return { received, names, loads: () => loads }
}

/** Scripts of the shop's own measuring that this page has loaded. */
const measuringScripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /report-vitals|tag-manager/.test(name)),
  )

/** As when the shopper changes to another tab. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })

interface Beacon {
  page: string
  metrics: { name: string; value: number }[]
}

/** The requests that report vitals; browsers do not give a beacon's body to a request's listener. */
const vitalsSent = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/vitals') sent.push(request.url())
  })
  return sent
}

/** The bodies of beacons, in order; call it before the page is opened. */
async function beaconsOf(page: Page): Promise<() => Promise<Beacon[]>> {
  await page.addInitScript(() => {
    const bodies: Promise<string>[] = []
    const send = navigator.sendBeacon.bind(navigator)
    Object.assign(window, { beacons: bodies })
    navigator.sendBeacon = (url, body) => {
      bodies.push((body as Blob).text())
      return send(url, body)
    }
  })
  return () =>
    page.evaluate(async () => {
      const { beacons } = window as unknown as { beacons: Promise<string>[] }
      return (await Promise.all(beacons)).map((body) => JSON.parse(body) as Beacon)
    })
}

const productPage = async (page: Page) => {
  const found = await page.request.get(`${shop.url}/api/products?locale=sv&sid=7&query=${demo.dear}`)
  const { products } = (await found.json()) as { products: { slug: string; sku: string }[] }
  return `${shop.url}/sv/artiklar/${products.find(({ sku }) => sku === demo.dear)!.slug}.html`
}

for (const [state, storageState] of [
  ['before a choice', firstVisit],
  ['after a refusal', withConsent(1)],
  ['with statistics alone, where tags need more', withConsent(5)],
] as const)
  test.describe(state, () => {
    test.use({ storageState })

    test(`[CONSENT-06] [EVENT-13] no tag is loaded ${state}`, async ({ page }) => {
      const { loads } = await tags(page)
      await page.goto(await productPage(page))
      await arrived(page)
      await hydrated(page)
      await page.getByRole('button', { name: 'Köp', exact: true }).first().click()
      await allRequestsRecorded(page)
      expect(loads()).toBe(0)
    })
  })

test.describe('without consent', () => {
  test.use({ storageState: firstVisit })

  test('[CONSENT-06] nothing measures and nothing is sent before consent; after it, from the same page on', async ({
    page,
  }) => {
    const sent = vitalsSent(page)
    const { loads } = await tags(page)
    await page.goto(`${shop.url}/sv${plainPage}`)
    await arrived(page)
    await hide(page)
    await allRequestsRecorded(page)
    expect(sent).toEqual([])
    expect(await measuringScripts(page)).toEqual([])
    await page.reload()
    await arrived(page)
    await page
      .getByRole('button', { name: /Tillåt alla|Godkänn alla|alla/ })
      .first()
      .click()
    await expect.poll(loads).toBe(1)
    await expect.poll(() => measuringScripts(page)).not.toEqual([])
  })
})

test.describe('with consent to statistics', () => {
  test.use({ storageState: withConsent(5) })

  test('[EVENT-13] the speed of a page is sent once when its tab is hidden, without anything about the visitor', async ({
    page,
  }) => {
    const beacons = await beaconsOf(page)
    const answer = page.waitForResponse((response) => response.url().includes('/api/vitals'))
    await page.goto(await productPage(page))
    await arrived(page)
    await expect.poll(() => measuringScripts(page)).toContainEqual(expect.stringContaining('report-vitals'))
    await expect.poll(async () => (await hide(page), (await beacons()).length)).toBeGreaterThan(0)
    expect((await answer).status()).toBe(204)
    await hide(page)
    const sent = await beacons()
    const names = sent.flatMap(({ metrics }) => metrics.map(({ name }) => name))
    expect(sent.every((visit) => visit.page === 'product' && Object.keys(visit).length === 2)).toBe(true)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('TTFB')
  })

  test('[CONSENT-07] nothing is measured if the browser sends Do Not Track', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }),
    )
    const sent = vitalsSent(page)
    await page.goto(`${shop.url}/sv${plainPage}`)
    await arrived(page)
    await hide(page)
    await allRequestsRecorded(page)
    expect(await measuringScripts(page)).not.toContainEqual(expect.stringContaining('report-vitals'))
    expect(sent).toEqual([])
  })
})

test.describe('with full consent', () => {
  test.use({ storageState: withConsent(31) })

  test('[EVENT-13] [EVENT-01] [EVENT-04] tags receive the events of the shop, with amounts in kronor', async ({
    page,
  }) => {
    const { received, names, loads } = await tags(page)
    const { prices } = await shopperIn(page).product(demo.dear)
    const document = page.waitForResponse((response) => response.url().endsWith('.html'))
    await page.goto(await productPage(page))
    const policy = (await (await document).headerValue('content-security-policy'))!
    expect(policy).toMatch(/script-src [^;]*https:\/\/tags\.example/)
    expect(policy.match(/https:\/\/[^ ;]+/g)!.every((source) => source === 'https://tags.example')).toBe(true)
    await hydrated(page)
    await expect.poll(names).toContain('view_item')
    await page.getByRole('button', { name: 'Köp', exact: true }).first().click()
    await expect.poll(names).toContain('add_to_cart')
    for (const name of ['view_item', 'add_to_cart'])
      expect(received.find(({ event }) => event === name)!.ecommerce).toMatchObject({
        currency: 'SEK',
        value: prices.n[0]!.p,
        items: [{ item_id: demo.dear, price: prices.n[0]!.p }],
      })
    expect(loads()).toBe(1)
  })

  test('[CONSENT-11] [EVENT-13] withdrawn consent removes the tags and their cookies', async ({ page }) => {
    const { loads } = await tags(page)
    await page.goto(`${shop.url}/sv${plainPage}`)
    await expect.poll(loads).toBe(1)
    await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('_ga')
    await hydrated(page)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Inställningar för kakor' }).click()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('dialog').getByRole('button', { name: 'Bara nödvändiga' }).click()
    await reloaded
    await arrived(page)
    await allRequestsRecorded(page)
    expect(loads()).toBe(1)
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('_ga')
  })
})
