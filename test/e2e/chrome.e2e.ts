import { expect, test } from '@playwright/test'
import { storeCodes, stores } from '../../domain/stores/stores.ts'
import { awake, demo, shopperIn } from '../shopper.ts'

for (const code of storeCodes) {
  const store = stores[code]

  test(`[CHROME-01] [CHROME-02] [CHROME-03] [CHROME-07] [CHROME-13] [CHROME-15] [CHROME-17] [ENTITY-08] the chrome of ${code} has all its parts`, async ({
    page,
  }) => {
    await page.goto(`/${code}`)
    const header = page.getByRole('banner')
    await expect(header.locator(`a[href="tel:${store.phoneNumber.replaceAll(' ', '')}"]`)).toBeVisible()
    await expect(header.locator('ul li').first()).toBeVisible()
    await expect(header.locator(`a[href="/${code}"]`).first()).toBeVisible()
    await expect(header.getByRole('searchbox')).toBeVisible()
    for (const other of storeCodes)
      await expect(header.locator(`a[href^="/${other}"]`).first()).toBeAttached()
    const footer = page.getByRole('contentinfo')
    await footer.scrollIntoViewIfNeeded()
    expect(await footer.locator(`a[href^="/${code}/"]`).count()).toBeGreaterThanOrEqual(6)
    await expect(footer).toContainText(`${new Date().getFullYear()} ${store.brand}`)
  })

  test(`[CHROME-06] [VAT-02] the VAT switch of ${code} is there where the law allows it`, async ({
    page,
  }) => {
    await page.goto(`/${code}`)
    await expect(page.getByRole('banner').getByRole('switch')).toHaveCount(store.allowExVat ? 1 : 0)
  })

  test(`[PAGE-11] [ENTITY-06] prices of ${code} carry the disclaimer where the store has one`, async ({
    page,
  }) => {
    const shopper = shopperIn(page, code)
    const product = await shopper.product(demo.dear)
    await page.goto(`/${code}/artiklar/${product.slug}.html`)
    const disclaimer = page.locator('main').getByText(/inkl\. MwSt\./)
    if (store.showPriceDisclaimer) await expect(disclaimer.first()).toBeVisible()
    else await expect(disclaimer).toHaveCount(0)
  })
}

test('[CHROME-11] the header is compact beyond 40 px and normal again at the top', async ({ page }) => {
  await page.goto('/sv')
  await awake(page)
  const header = page.getByRole('banner')
  await page.evaluate(() => scrollTo(0, 40))
  await expect(header).not.toHaveAttribute('data-compact')
  await page.evaluate(() => scrollTo(0, 41))
  await expect(header).toHaveAttribute('data-compact')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(header).not.toHaveAttribute('data-compact')
})

test('[CHROME-09] a phone’s menu opens the tree of categories, level by level', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/sv')
  await awake(page)
  await page.getByRole('banner').getByRole('button', { name: /meny/i }).click()
  const panel = page.getByRole('dialog')
  await expect(panel).toBeVisible()
  const first = panel.getByRole('group').or(panel.locator('details')).first()
  await expect(first).toBeVisible()
  await first.locator('summary').first().click()
  await expect(first.getByRole('link').first()).toBeVisible()
})

test('[PAGE-01] home shows departments, shelves and, once something was seen, what was seen', async ({
  page,
}) => {
  const shopper = shopperIn(page)
  await shopper.visit()
  expect(await page.locator('main a[href$="/index.html"]').count()).toBeGreaterThan(6)
  expect(await page.locator('main article[data-sku]').count()).toBeGreaterThan(6)
  const seen = page.getByRole('heading', { name: /senast/i })
  await expect(seen).toHaveCount(0)
  const product = await shopper.product(demo.dear)
  await shopper.visit(`/artiklar/${product.slug}.html`)
  await shopper.visit()
  await expect(seen).toBeVisible()
})

test('[HISTORY-01] [HISTORY-02] [ENTITY-37] what was seen is remembered once each, newest first', async ({
  page,
}) => {
  const shopper = shopperIn(page)
  const first = await shopper.product(demo.dear)
  const second = await shopper.product(demo.cheap)
  for (const { slug } of [first, second, first]) await shopper.visit(`/artiklar/${slug}.html`)
  await expect
    .poll(async () => (await shopper.stored()).history.items.map((item) => item.sku))
    .toEqual([first.sku, second.sku])
  await page.reload()
  await awake(page)
  expect((await shopper.stored()).history.items.map((item) => item.sku)).toEqual([first.sku, second.sku])
})

test('[DEAL-02] the deal is named with its product, its discount and the time it has left', async ({
  page,
}) => {
  const answer = await page.request.get('/api/current-deal?locale=sv&sid=7')
  const deal = (await answer.json()) as {
    title: string
    product_name: string
    product_slug: string
    discount: number
  }
  await page.goto('/sv')
  await awake(page)
  const banner = page.locator('[data-deal]')
  await expect(banner).toContainText(deal.title)
  await expect(banner).toContainText(`${deal.discount}`)
  await expect(banner).toContainText(/Lägsta pris 30 dagar före: \d/)
  await expect(banner.getByRole('link', { name: deal.product_name })).toHaveAttribute(
    'href',
    `/sv/artiklar/${deal.product_slug}.html`,
  )
  await expect(banner.getByRole('timer')).toHaveText(/\d+:\d\d:\d\d/)
})

test('[VAT-09] the view without VAT changes nothing that is sent', async ({ page }) => {
  const shopper = shopperIn(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/api/sync-cart')) return
    const { items } = request.postDataJSON() as { items: { sku: string; price: number }[] }
    sent.push(JSON.stringify(items.map(({ sku, price }) => [sku, price])))
  })
  await shopper.buy(demo.dear)
  await page.evaluate(() => localStorage.clear())
  await page.context().addCookies([{ name: 'vat', value: 'ex', url: page.url() }])
  await shopper.buy(demo.dear)
  const own = sent.filter((items) => items.includes(demo.dear))
  expect(own.length).toBeGreaterThanOrEqual(2)
  expect(new Set(own).size).toBe(1)
})

for (const code of storeCodes) {
  test(`[SEARCH-04] Enter leads to the results of ${code}, one letter to nothing`, async ({ page }) => {
    await page.goto(`/${code}`)
    await awake(page)
    const field = page.getByRole('banner').locator('input[name=query]')
    await field.fill('a')
    await field.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/${code}$`))
    await field.fill('aa')
    await field.press('Enter')
    await expect(page).toHaveURL(/\.html\?query=aa$/)
  })
}

test('the way past the menus is painted at the first press of Tab and not before', async ({ page }) => {
  await page.goto('/sv')
  await awake(page)
  const link = page.getByRole('link', { name: 'Till innehållet' })
  await expect(link).toHaveCSS('clip-path', 'inset(50%)')
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await expect(link).toHaveCSS('clip-path', 'none')
  await expect(link).toBeInViewport({ ratio: 1 })
})
