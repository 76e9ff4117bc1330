import type { Page } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import type { CategoryNode } from '../../contract/catalogue.ts'
import { hydrated } from '../shopper.ts'

/** Addresses of the requested page data, prefetched or navigated to. */
function asked(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.endsWith('.data')) return
    searchParams.delete('_routes')
    addresses.push(pathname.replace(/\.data$/, '') + (searchParams.size > 0 ? `?${searchParams}` : ''))
  })
  return addresses
}

async function listOf(page: Page): Promise<string> {
  const answer = await page.request.get('/api/product-categories?locale=sv&sid=7&v=2&main_menu=true')
  const [category] = (await answer.json()) as CategoryNode[]
  return `/sv/artiklar/${category!.path}/ALLA/sida.html`
}

/**
 * Waits until this many pages have been shown in this document; the effects of the last one have then run.
 */
const seen = (page: Page, count: number) =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          (window.dataLayer ?? []).filter((entry) => (entry as { event?: string }).event === 'page_view')
            .length,
      ),
    )
    .toBe(count)

const cards = (page: Page) => page.locator('main article[data-sku]')
const skus = (page: Page) =>
  cards(page).evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset['sku']))

/** Follows the link of a card; returns the product's path. */
async function openCard(page: Page, place: number): Promise<string> {
  const link = cards(page).nth(place).locator('h3 a')
  const href = (await link.getAttribute('href'))!
  await link.click()
  await expect(page).toHaveURL((url) => url.pathname === href)
  await expect(
    page.getByRole('button', { name: 'Köp', exact: true }).or(page.getByRole('main')).first(),
  ).toBeVisible()
  return href
}

test('[CHROME-24] going back to a list restores it without a request', async ({ page }) => {
  const requests = asked(page)
  const list = `${await listOf(page)}?sort=price_desc`
  await page.goto(list)
  await hydrated(page)
  const before = await skus(page)
  await cards(page).nth(10).scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(100)
  await seen(page, 1)
  await openCard(page, 10)
  await seen(page, 2)
  requests.length = 0
  await page.goBack()
  await expect(cards(page).nth(10)).toBeInViewport()
  expect(await skus(page)).toEqual(before)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  await expect(page).toHaveTitle(/Anode/)
  // The pointer is over another link again, whose page may be prefetched.
  expect(requests).not.toContain(list)
})

test('[CHROME-24] two pages are cached: a third evicts the oldest', async ({ page }) => {
  const requests = asked(page)
  const list = await listOf(page)
  await page.goto(list)
  await hydrated(page)
  await seen(page, 1)
  const product = await openCard(page, 0)
  await seen(page, 2)
  await page.getByRole('contentinfo').locator('a[href="/sv/about"]').first().click()
  await expect(page).toHaveURL(/\/sv\/about$/)
  await seen(page, 3)
  requests.length = 0
  await page.goBack()
  await expect(page).toHaveURL((url) => url.pathname === product)
  await seen(page, 4)
  expect(requests).not.toContain(product)
  requests.length = 0
  await page.goBack()
  await expect.poll(() => requests).toContain(list)
})

test('[CHROME-24] home is loaded every time, and so is checkout, a separate document', async ({ page }) => {
  const requests = asked(page)
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  await page.goto('/sv')
  await hydrated(page)
  await page.locator('main a[href$="/index.html"]').first().click()
  await expect(page).toHaveURL(/index\.html$/)
  requests.length = 0
  await page.goBack()
  await expect(page).toHaveURL(/\/sv$/)
  await expect.poll(() => requests).toContain('/sv')
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/sv/checkout'
    document.querySelector('main')!.append(link)
    link.click()
  })
  await expect(page).toHaveURL(/\/sv\/checkout/)
  expect(documents).toEqual(['/sv', '/sv/checkout'])
})
