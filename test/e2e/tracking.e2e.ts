import type { Page, Request } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import { startBuiltServer, type BuiltServer } from '../built-server.ts'
import {
  allRequestsRecorded,
  arrived,
  hydrated,
  demo,
  plainPage,
  shopperIn,
  withConsent,
} from '../shopper.ts'

// A request that a test does not wait for may still be forwarded when its page closes.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const apiUrl = 'https://api.shop.example'
const trackingUrl = 'https://stats.example/visitor'
const reviewsUrl = 'https://reviews.example/widget.js'

/** A node of the shared shop with another host for the API and a tracking service. */
let shop: BuiltServer

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  shop = await startBuiltServer({
    dataDir: process.env['ANODE_TEST_DATA_DIR']!,
    joins: process.env['ANODE_TEST_URL']!,
    env: {
      API_URL: apiUrl,
      TRACKING_URL: trackingUrl,
      TRACKING_WEBSITE: 'site-7',
      REVIEWS_URL: reviewsUrl,
    },
  })
})

test.afterAll(() => shop.stop())

const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }

/** Both stubbed hosts: the API forwards to the shop, the service gives every visitor the same id. */
async function outside(page: Page) {
  const measured: Request[] = []
  const calls: string[] = []
  await page.route(`${apiUrl}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    calls.push(pathname)
    const response = await route.fetch({ url: shop.url + pathname + search })
    await route.fulfill({ response, headers: { ...response.headers(), ...cors } })
  })
  await page.route(`${trackingUrl}*`, async (route) => {
    measured.push(route.request())
    await route.fulfill({ json: { id: 'visitor-1' }, headers: cors })
  })
  return { measured, calls }
}

test.describe('with consent', () => {
  test.use({ storageState: withConsent(5) })

  test('[API-27] [ENTITY-41] a visitor gets an id once', async ({ page }) => {
    const { measured } = await outside(page)
    await page.goto(`${shop.url}/sv${plainPage}`)
    const id = async () => (await page.context().cookies()).find(({ name }) => name === '__tracking')?.value
    await expect.poll(id).toBe('visitor-1')
    expect(measured.map((request) => [request.method(), request.postDataJSON() as unknown])).toEqual([
      ['POST', { websiteUUid: 'site-7' }],
    ])
    await page.reload()
    await arrived(page)
    await allRequestsRecorded(page)
    expect(measured).toHaveLength(1)
  })

  test('[CHROME-20] the reviews widget is loaded once, after some scrolling', async ({ page }) => {
    await outside(page)
    let loaded = 0
    await page.route(reviewsUrl, (route) => {
      loaded += 1
      return route.fulfill({ contentType: 'text/javascript', body: '' })
    })
    const scroll = async (top: number) => {
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
    }
    await page.goto(`${shop.url}/sv`)
    await arrived(page)
    await scroll(400)
    await allRequestsRecorded(page)
    expect(loaded).toBe(0)
    await scroll(401)
    await expect.poll(() => loaded).toBe(1)
    await scroll(0)
    await scroll(900)
    await page.locator('main a[href$="/index.html"]').first().click()
    await page.waitForURL('**/index.html')
    await scroll(500)
    await allRequestsRecorded(page)
    expect(loaded).toBe(1)
  })

  test('[EVENT-13] the id is deleted when consent is withdrawn', async ({ page }) => {
    const { measured } = await outside(page)
    await page.goto(`${shop.url}/sv${plainPage}`)
    await expect.poll(() => measured.length).toBe(1)
    await hydrated(page)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Inställningar för kakor' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Bara nödvändiga' }).click()
    await expect
      .poll(async () => (await page.context().cookies()).map(({ name }) => name))
      .not.toContain('__tracking')
  })

  test('[API-27] [CONSENT-07] no request is made if the browser sends Do Not Track', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }),
    )
    const { measured } = await outside(page)
    await page.goto(`${shop.url}/sv${plainPage}`)
    await arrived(page)
    await allRequestsRecorded(page)
    expect(measured).toEqual([])
  })
})

test('[EVENT-13] [CONSENT-06] [API-27] without consent events stay in the data layer and no third party is called', async ({
  page,
}) => {
  const { measured } = await outside(page)
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== shop.url && origin !== apiUrl && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  await page.goto(`${shop.url}/sv${plainPage}`)
  await arrived(page)
  await allRequestsRecorded(page)
  expect(measured).toEqual([])
  expect(foreign).toEqual([])
})

test('[API-02] every call of the browser goes to the configured host', async ({ page }) => {
  const { calls } = await outside(page)
  const own: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${shop.url}/api/`)) own.push(request.url())
  })
  const found = await page.request.get(`${shop.url}/api/products?locale=sv&sid=7&query=${demo.dear}`)
  const { products } = (await found.json()) as { products: { slug: string }[] }
  await page.goto(`${shop.url}/sv/artiklar/${products[0]!.slug}.html`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Köp', exact: true }).first().click()
  await expect(shopperIn(page).cart).toBeVisible()
  await expect.poll(() => calls).toContain('/api/sync-cart')
  await expect.poll(() => calls).toContain('/api/strings')
  await allRequestsRecorded(page)
  expect(own).toEqual([])
})
