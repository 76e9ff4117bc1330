import type { Page } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import { stringsOf } from '../../locales/texts.server.ts'
import { allRequestsRecorded, hydrated, callsTo, demo, firstVisit, shopperIn } from '../shopper.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Holds back the responses to matching addresses until released. */
async function held(page: Page, address: RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

/** Opens a page whose script is held back until released: the first file it loads is delayed. */
async function openUnhydrated(page: Page, path: string): Promise<() => void> {
  const release = await held(page, /\/assets\/manifest-/)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeAttached()
  return release
}

test('a tap that another script cancels is not repeated', async ({ page }) => {
  const shopper = shopperIn(page)
  const { slug, name } = await shopper.product(demo.cheap)
  await page.clock.install()
  await shopper.visit(`/artiklar/${slug}.html`)
  const buy = page.getByRole('button', { name: 'Köp', exact: true }).first()
  // As a browser test refuses a press whose button has been replaced meanwhile, before it presses again.
  await page.evaluate(() =>
    addEventListener(
      'click',
      (event) => {
        event.preventDefault()
        event.stopImmediatePropagation()
      },
      { capture: true, once: true },
    ),
  )
  await buy.click()
  await page.clock.runFor(1000)
  expect((await shopper.stored()).cart.items).toEqual([])
  await buy.click()
  await expect(shopper.line(name)).toBeVisible()
  expect((await shopper.stored()).cart.items).toMatchObject([{ sku: demo.cheap, quantity: 1 }])
})

test.describe('a tap before the page is hydrated', () => {
  test('buys once, however often it was tapped', async ({ page }) => {
    const shopper = shopperIn(page)
    const { slug, name } = await shopper.product(demo.cheap)
    const release = await openUnhydrated(page, `/sv/artiklar/${slug}.html`)
    const buy = page.getByRole('button', { name: 'Köp', exact: true }).first()
    await buy.click()
    await buy.click()
    await expect(buy).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(shopper.line(name)).toBeVisible()
    await expect(buy).not.toHaveAttribute('aria-busy')
    expect((await shopper.stored()).cart.items).toMatchObject([{ sku: demo.cheap, quantity: 1 }])
  })

  test('opens the cart, and only the last tap counts', async ({ page }) => {
    const shopper = shopperIn(page)
    const release = await openUnhydrated(page, '/sv')
    const buy = page.getByRole('main').getByRole('button', { name: /^Köp/ }).first()
    await buy.click()
    await shopper.openCart()
    await expect(buy).not.toHaveAttribute('aria-busy')
    release()
    await expect(shopper.cart).toContainText('Korgen är tom')
  })

  test('answers the consent banner', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ storageState: firstVisit, baseURL: baseURL! })
    const page = await context.newPage()
    const release = await openUnhydrated(page, '/sv')
    const banner = page.getByRole('region', { name: 'Kakor' })
    await banner.getByRole('button').first().click()
    release()
    await expect(banner).toBeHidden()
    await context.close()
  })

  test('submits a form that needs the script with the script, and not natively', async ({ page }) => {
    const asked = callsTo(page, 'order-auth/login')
    const forms: string[] = []
    page.on('request', (request) => void (request.isNavigationRequest() && forms.push(request.method())))
    const release = await openUnhydrated(page, '/sv/my-order')
    const main = page.getByRole('main')
    await main.getByLabel('Ordernummer').fill('S999999')
    await main.getByLabel('E-post').fill('ingen@exempel.se')
    await main.getByLabel('E-post').press('Enter')
    await main.getByRole('button', { name: 'Visa ordern' }).click()
    release()
    await expect(main.getByRole('alert')).toContainText('hör inte ihop')
    expect(asked.map((request) => request.postDataJSON() as unknown)).toEqual([
      { order_id: 'S999999', email: 'ingen@exempel.se' },
    ])
    expect(forms).toEqual(['GET'])
  })

  test('opens the menu of a category instead of loading its page', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const release = await openUnhydrated(page, '/sv')
    const menu = page.getByRole('navigation', { name: stringsOf('sv')['menu.label']! })
    const category = menu.getByRole('link').first()
    await category.click()
    await expect(category).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(page.locator('#mega-menu')).toBeVisible()
    await expect(category).not.toHaveAttribute('aria-busy')
    await expect(page).toHaveURL(/\/sv$/)
  })

  test('acts at once where no script is needed: a search, a link, a popover', async ({ page }) => {
    await openUnhydrated(page, '/sv')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Land och språk/ })
      .click()
    await expect(page.locator('#stores')).toBeVisible()
    await page.keyboard.press('Escape')
    const field = page.getByRole('banner').locator('input[name=query]')
    await field.fill('aa')
    await field.press('Enter')
    await expect(page).toHaveURL(/\/sv\/sokresultat\.html\?query=aa$/)
    await page.getByRole('banner').getByRole('link', { name: 'Mitt konto' }).click()
    await expect(page).toHaveURL(/\/sv\?login$/)
  })
})

test.describe('a tap on a part that hydrates on interaction', () => {
  test('opens the menu of a category once its script is loaded, and the next tap closes it', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const release = await held(page, /\/assets\/mega-menu-/)
    await page.goto('/sv')
    await hydrated(page)
    const menu = page.getByRole('navigation', { name: stringsOf('sv')['menu.label']! })
    const category = menu.getByRole('link').first()
    await category.click()
    release()
    const panel = page.locator('#mega-menu')
    await expect(panel).toBeVisible()
    await category.click()
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL(/\/sv$/)
  })

  test('is not the focus that checkout moves to its heading: what waits for a tap stays unloaded', async ({
    page,
  }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await shopperIn(page).startWith(demo.dear)
    requests.length = 0
    await shopperIn(page).visit('/checkout')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused()
    await allRequestsRecorded(page)
    expect(requests.filter((path) => /\/(?:footer|mega-menu|facets)-/.test(path))).toEqual([])
    expect(requests.length).toBeLessThanOrEqual(40)
  })

  test('is replayed once the part is hydrated', async ({ page }) => {
    const shopper = shopperIn(page)
    const release = await held(page, /\/assets\/gallery-/)
    await shopper.visit('/artiklar/' + (await withPictures(page)) + '.html')
    const second = page.getByRole('region', { name: 'Bilder' }).getByRole('button').nth(1)
    await second.click()
    await expect(second).not.toHaveAttribute('aria-current')
    release()
    await expect(second).toHaveAttribute('aria-current', 'true')
  })

  test('submits no form that only its script can submit', async ({ page }) => {
    const asked = callsTo(page, 'newsletter')
    const release = await held(page, /\/assets\/footer-/)
    await page.goto('/sv/about')
    await hydrated(page)
    const form = page.getByRole('contentinfo').locator('form')
    await form.getByLabel('E-post').fill('ingen')
    await form.getByRole('button').click()
    release()
    await expect(form.getByRole('alert')).toBeVisible()
    expect(asked).toEqual([])
    await expect(page).toHaveURL(/\/sv\/about$/)
  })
})

test('the later styles do not delay the first paint, and apply before anything opens or navigates', async ({
  page,
}) => {
  const shopper = shopperIn(page)
  const release = await held(page, /\/assets\/later-/)
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const root = document.documentElement
      if (!('hydrated' in root.dataset)) return
      observer.disconnect()
      const isStyled = [...document.styleSheets].some(({ href }) => href?.includes('/assets/later-'))
      root.dataset['styled'] = String(isStyled)
    })
    observer.observe(document, { subtree: true, attributeFilter: ['data-hydrated'] })
  })
  await page.goto('/sv', { waitUntil: 'commit' })
  const paints = () =>
    page.evaluate(() => performance.getEntriesByName('first-contentful-paint', 'paint').length)
  await expect.poll(paints).toBe(1)
  await shopper.openCart()
  release()
  await expect(shopper.cart).toContainText('Korgen är tom')
  await expect(page.locator('html')).toHaveAttribute('data-styled', 'true')
})

/** The slug of a product with a gallery. */
async function withPictures(page: Page): Promise<string> {
  const answer = await page.request.get('/api/products?locale=sv&sid=7&category=batterier')
  const { products } = (await answer.json()) as { products: { slug: string }[] }
  return products[0]!.slug
}
