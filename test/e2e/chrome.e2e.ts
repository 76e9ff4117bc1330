import { expect, test } from '../browser-test.ts'
import type { CategoryNode } from '../../contract/catalogue.ts'
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { stringsOf } from '../../locales/texts.server.ts'
import { answeredConsent, hydrated, demo, shopperIn, plainPage } from '../shopper.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

for (const code of storeCodes) {
  const store = stores[code]

  test(`[CHROME-01] [CHROME-02] [CHROME-03] [CHROME-06] [CHROME-07] [CHROME-13] [CHROME-15] [CHROME-17] [ENTITY-08] [VAT-02] the layout of ${code} has all its parts, and the VAT switch only where the law allows it`, async ({
    page,
  }) => {
    await page.goto(`/${code}`)
    const header = page.getByRole('banner')
    await expect(header.locator(`a[href="tel:${store.phoneNumber.replaceAll(' ', '')}"]`)).toBeVisible()
    await expect(header.locator('ul li').first()).toBeVisible()
    await expect(header.locator(`a[href="/${code}"]`).first()).toBeVisible()
    await expect(header.getByRole('searchbox')).toBeVisible()
    await expect(header.getByRole('switch')).toHaveCount(store.allowExVat ? 1 : 0)
    await hydrated(page)
    await header.getByRole('button', { name: store.country }).click()
    const choices = header.locator('#stores').getByRole('link')
    await expect(choices).toHaveText(storeCodes.map((other) => stores[other].country))
    await expect(choices.and(page.locator('[aria-current="true"]'))).toHaveText([store.country])
    const footer = page.getByRole('contentinfo')
    await footer.scrollIntoViewIfNeeded()
    // The shop's promises: four short titles, each with its text.
    const promises = footer.getByRole('list').first().getByRole('listitem')
    await expect(promises).toHaveText([/./, /./, /./, /./])
    for (const promise of await promises.all()) await expect(promise.locator('b + span')).toBeVisible()
    // Each list shows the content of its own widget.
    const query = `locale=${code}&sid=${store.storeId}`
    for (const slug of ['footer-help', 'footer-be', 'footer-customer-service']) {
      const answer = await page.request.get(`/api/widget-by-slug/${slug}?${query}`)
      const { content } = (await answer.json()) as { content: string }
      const own = [...content.matchAll(/href="([^"]+)"/g)].map(([, href]) => href as string)
      expect(own.length).toBeGreaterThan(0)
      const shown = footer.locator(`[data-widget="${slug}"]`).getByRole('link')
      await expect(shown).toHaveCount(own.length)
      expect(await shown.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(own)
    }
    // Whatever the widgets say, once: where an order is.
    await expect(footer.locator(`a[href="/${code}/track-order"]`)).toHaveText(/./)
    await expect(footer).toContainText(`${new Date().getFullYear()} ${store.brand}`)
  })
}

test('[PAGE-11] [ENTITY-06] prices carry the disclaimer in the stores that have one', async ({ page }) => {
  for (const code of storeCodes) {
    const product = await shopperIn(page, code).product(demo.dear)
    await page.goto(`/${code}/artiklar/${product.slug}.html`)
    await hydrated(page)
    const disclaimer = page.locator('main').getByText(stringsOf(code)['price.disclaimer']!)
    if (stores[code].showPriceDisclaimer) await expect(disclaimer.first()).toBeVisible()
    else await expect(disclaimer).toHaveCount(0)
  }
})

test('at 1440 px the notices, the header and the menu take 180 px at most', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const code of storeCodes) {
    await page.goto(`/${code}${plainPage}`)
    const content = await page.locator('#content').boundingBox()
    expect(content!.y, code).toBeLessThanOrEqual(180)
  }
})

test('between 768 and 1239 px the notices take turns in one row', async ({ page }) => {
  for (const width of [768, 992, 1239]) {
    await page.setViewportSize({ width, height: 900 })
    for (const code of storeCodes) {
      await page.goto(`/${code}${plainPage}`)
      const row = page.locator('[data-notice-bar]')
      expect((await row.boundingBox())!.height, `${code} at ${width} px`).toBeLessThanOrEqual(46)
      await expect(row.getByRole('complementary')).toHaveCount(1)
    }
  }
})

test('[CHROME-11] the header is compact beyond 40 px and normal again at the top', async ({ page }) => {
  await page.goto(`/sv${plainPage}`)
  await hydrated(page)
  const header = page.getByRole('banner')
  await page.evaluate(() => scrollTo(0, 40))
  await expect(header).not.toHaveAttribute('data-compact')
  await page.evaluate(() => scrollTo(0, 41))
  await expect(header).toHaveAttribute('data-compact')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(header).not.toHaveAttribute('data-compact')
})

test('[CHROME-09] a phone’s menu opens the category tree, level by level', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/sv${plainPage}`)
  await hydrated(page)
  const answer = await page.request.get('/api/product-categories?locale=sv&sid=7&v=2&main_menu=true')
  const tree = (await answer.json()) as CategoryNode[]
  const main = tree.find(({ children }) => children.some((child) => child.children.length > 0))!
  const branch = main.children.find(({ children }) => children.length > 0)!
  const leaf = branch.children[0]!
  await page.getByRole('banner').getByRole('button', { name: /meny/i }).click()
  const panel = page.getByRole('dialog')
  const summary = (name: string) => panel.locator('summary').filter({ hasText: new RegExp(`^${name}$`) })
  const leafLink = panel.locator(`a[href="/sv/artiklar/${leaf.path}/index.html"]`)
  await expect(summary(main.name)).toBeVisible()
  await expect(summary(branch.name)).toBeHidden()
  await summary(main.name).click()
  await expect(summary(branch.name)).toBeVisible()
  await expect(leafLink).toBeHidden()
  await summary(branch.name).click()
  await expect(leafLink).toBeVisible()
})

test('[ROUTE-50] the language switcher leads to the same page of the other store, or to its home', async ({
  page,
}) => {
  const choose = async (code: StoreCode) => {
    await page.getByRole('banner').getByRole('button', { name: stores.sv.country }).click()
    await page.locator('#stores').getByRole('link', { name: stores[code].country }).click()
  }
  await page.goto('/sv/sokresultat.html?query=a')
  await hydrated(page)
  await choose('de')
  await expect(page).toHaveURL(/\/de\/suchergebnisse\.html\?query=a$/)
  await page.goto('/sv/no-such-page')
  await hydrated(page)
  await choose('de')
  await expect(page).toHaveURL(/\/de$/)
})

test('[ERROR-03] if the error page fails too, a plain text says so and links home', async ({ page }) => {
  await page.route('**/assets/error-page-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default function Broken() { throw new Error("broken") }',
    }),
  )
  await page.goto(`/sv${plainPage}`)
  await hydrated(page)
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/sv/no-such-page', textContent: 'on' })
    document.querySelector('main')!.prepend(link)
  })
  await page.getByRole('link', { name: 'on', exact: true }).click()
  await expect(page.getByText('An error occurred while showing the error page.')).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await page.getByRole('link', { name: 'Start' }).click()
  await expect(page).toHaveURL(/\/sv$/)
})

test('offline, a page says so, keeps the cart and is loaded as soon as there is a connection', async ({
  browser,
}) => {
  // Without the empty page of other tests: being offline ends for one page after the other, and `online` is reported to
  // all pages of a process.
  const context = await browser.newContext()
  const page = await context.newPage()
  const shopper = shopperIn(page)
  await shopper.startWith(demo.cheap, demo.dear)
  await page.goto(`/sv${plainPage}`)
  await hydrated(page)
  const errorPage = page.waitForResponse('**/assets/error-page-*.js')
  await page.mouse.wheel(0, 50)
  // With the scripts that it imports.
  await page.evaluate((script) => import(script), (await errorPage).url())
  const offline = page.getByRole('heading', { level: 1, name: 'Du är offline' })
  // The second time the script of the page is loaded, and its data is missing.
  for (const category of ['batterier', 'kablar']) {
    await context.setOffline(true)
    const href = `/sv/artiklar/${category}/index.html`
    await page.evaluate((address) => {
      const link = Object.assign(document.createElement('a'), { href: address, textContent: 'on' })
      document.querySelector('main')!.prepend(link)
    }, href)
    await page.getByRole('link', { name: 'on', exact: true }).click()
    await expect(offline).toBeFocused()
    await expect(page.getByRole('banner')).toBeVisible()
    await page.getByRole('button', { name: 'Försök igen' }).click()
    await expect(offline).toBeVisible()
    await context.setOffline(false)
    await expect(page).toHaveURL(href)
    await expect(offline).toHaveCount(0)
    await hydrated(page)
    await expect(page.getByRole('banner').getByRole('button', { name: /varukorg/i })).toContainText('2')
    await page.mouse.wheel(0, 50)
  }
  await context.close()
})

test('a page that loses its connection stays readable, and its parts work once there is one', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: answeredConsent })
  const page = await context.newPage()
  const product = await shopperIn(page).product(demo.dear)
  await page.goto(`/sv/artiklar/${product.slug}.html`)
  await hydrated(page)
  await context.setOffline(true)
  // The first interaction, at which the parts of the page load.
  const failed = page.waitForEvent('requestfailed', (request) => /product-sections/.test(request.url()))
  await page.mouse.wheel(0, 50)
  await failed
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
  const loaded = page.waitForResponse('**/assets/product-sections-*.js')
  await context.setOffline(false)
  expect((await loaded).ok()).toBe(true)
  await page.getByRole('banner').getByRole('button', { name: stores.sv.country }).click()
  await expect(page.locator('#stores').getByRole('link')).toHaveCount(storeCodes.length)
  await context.close()
})

test('[ROUTE-43] Back does not return to an address that redirects', async ({ page }) => {
  await page.goto('/sv/about')
  await page.goto('/sv/rabatt/ANODE10')
  await hydrated(page)
  await expect(page).toHaveURL(/\/sv$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/sv\/about$/)
  await hydrated(page)
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/sv/rabatt/ANODE10', textContent: 'on' })
    document.querySelector('main')!.prepend(link)
  })
  await page.getByRole('link', { name: 'on', exact: true }).click()
  await expect(page).toHaveURL(/\/sv$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/sv\/about$/)
})

test('[DEAL-03] the deal counts down every second, and disappears at its end', async ({ page }) => {
  const answer = await page.request.get('/api/current-deal?locale=sv&sid=7')
  const end = Date.parse(((await answer.json()) as { expires_at: string }).expires_at)
  await page.clock.install({ time: end - 60_000 })
  await page.goto('/sv/about')
  await hydrated(page)
  await page.clock.pauseAt(end - 2000)
  const banner = page.locator('[data-deal]')
  await expect(banner.getByRole('timer')).toHaveText('00:00:02')
  await page.clock.runFor(1000)
  await expect(banner.getByRole('timer')).toHaveText('00:00:01')
  await page.clock.runFor(1000)
  await expect(banner).toHaveCount(0)
})

test('[PAGE-01] [HISTORY-01] [HISTORY-02] [HISTORY-03] [ENTITY-37] home shows departments, shelves and, once there are any, recently viewed products: stored once each, newest first, and not on their own page', async ({
  page,
}) => {
  test.slow()
  const shopper = shopperIn(page)
  const [first, second] = [await shopper.product(demo.dear), await shopper.product(demo.cheap)]
  const viewed = async () => (await shopper.stored()).history.items.map((item) => item.sku)
  await shopper.visit()
  expect(await page.locator('main a[href$="/index.html"]').count()).toBeGreaterThan(6)
  expect(await page.locator('main article[data-sku]').count()).toBeGreaterThan(6)
  const heading = page.getByRole('heading', { name: /senast/i })
  await expect(heading).toHaveCount(0)

  for (const { slug } of [first, second]) await shopper.visit(`/artiklar/${slug}.html`)
  await expect.poll(viewed).toEqual([second.sku, first.sku])
  await expect(page.locator(`article[data-sku="${second.sku}"]`)).toHaveCount(0)
  await shopper.visit(`/artiklar/${first.slug}.html`)
  await expect.poll(viewed).toEqual([first.sku, second.sku])

  await shopper.visit()
  expect(await viewed()).toEqual([first.sku, second.sku])
  for (const item of (await shopper.stored()).history.items)
    expect(Object.keys(item).sort()).toEqual(['name', 'prices', 'sku', 'slug', 'thumb', 'vat'])
  await expect(heading).toBeVisible()
  const seen = page.locator('section').filter({ has: heading })
  await expect(seen.locator(`a[href="/sv/artiklar/${first.slug}.html"]`).first()).toBeVisible()
  await expect(seen.locator(`a[href="/sv/artiklar/${second.slug}.html"]`).first()).toBeAttached()

  // In another store with its names, addresses and prices.
  const german = shopperIn(page, 'de')
  const here = await german.product(demo.dear)
  await german.visit()
  const card = page.getByRole('region', { name: 'Zuletzt angesehen' }).locator(`[data-sku="${first.sku}"]`)
  await expect(card.getByRole('link', { name: here.name, exact: true })).toHaveAttribute(
    'href',
    `/de/artiklar/${here.slug}.html`,
  )
  await expect(card).toContainText(`${String(here.prices.n[0]!.p).replace('.', ',')}`)
})

test('[DEAL-02] the deal shows its product, its discount and the time left', async ({ page }) => {
  const answer = await page.request.get('/api/current-deal?locale=sv&sid=7')
  const deal = (await answer.json()) as {
    title: string
    product_name: string
    product_slug: string
    discount: number
  }
  await page.goto(`/sv${plainPage}`)
  await hydrated(page)
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

test('the skip link is painted at the first press of Tab and not before', async ({ page }) => {
  await page.goto(`/sv${plainPage}`)
  await hydrated(page)
  const link = page.getByRole('link', { name: 'Till innehållet' })
  await expect(link).toHaveCSS('clip-path', 'inset(50%)')
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await expect(link).toHaveCSS('clip-path', 'none')
  await expect(link).toBeInViewport({ ratio: 1 })
})
