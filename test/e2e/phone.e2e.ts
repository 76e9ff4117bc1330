import type {} from '../../ui/use-close-request.ts'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { demo, hydrated, shopperIn } from '../shopper.ts'

test.use({ viewport: { width: 375, height: 667 } })

const results = '/sv/sokresultat.html?query=aa'

test('[CHROME-01] [CHROME-03] a phone has a header under 110 px, one row of notices that stays dismissed, and the first product of a search without scrolling', async ({
  page,
}) => {
  await page.goto(results)
  await hydrated(page)
  const header = page.getByRole('banner')
  expect((await header.boundingBox())!.height).toBeLessThan(110)
  await expect(header.locator('a[href^="tel:"]')).toBeInViewport({ ratio: 1 })
  await expect(header.locator('input[name=query]')).toBeInViewport({ ratio: 1 })
  const first = page.locator('main article[data-sku]').first()
  await expect(first.locator('img').first()).toBeInViewport({ ratio: 1 })
  await expect(first.getByRole('heading')).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  expect(await barriersOf(page, { within: '[data-notice-bar]' })).toEqual([])

  const notices = page.locator('[data-notice-bar]')
  expect((await notices.boundingBox())!.height).toBeLessThan(50)
  await notices.getByRole('button', { name: 'Stäng' }).click()
  await expect(notices).toBeHidden()
  await page.reload()
  await expect(notices).toBeHidden()
})

test('[CHROME-03] the search of a phone is a sheet over the page, with rows that can be bought and recent searches', async ({
  page,
}) => {
  const shopper = shopperIn(page)
  const product = await shopper.product(demo.dear)
  await page.goto(results)
  await hydrated(page)
  const sheet = page.locator('[data-search-sheet]')
  const field = page.getByRole('banner').locator('input[name=query]')
  await field.click()
  await expect(sheet.getByRole('link', { name: 'CR2032', exact: true })).toBeVisible()
  await field.fill(demo.dear)
  const row = sheet.getByRole('listitem').filter({ hasText: product.name })
  await expect(row).toBeVisible()
  expect((await row.boundingBox())!.height).toBeGreaterThan(80)
  const { width, bottom } = await sheet.evaluate((element) =>
    element.closest('form')!.getBoundingClientRect(),
  )
  expect([width, bottom]).toEqual([375, 667])
  expect(await barriersOf(page, { within: 'header' })).toEqual([])
  await row.getByRole('button', { name: `Köp ${product.name}` }).click()
  await expect(shopper.cart).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await expect(shopper.line(product.name)).toBeVisible()
  // The Back button of a phone closes a modal dialog.
  expect(await shopper.cart.evaluate((panel) => panel.matches(':modal'))).toBe(true)
  await page.keyboard.press('Escape')

  await page.goto('/sv/about')
  await hydrated(page)
  await field.click()
  await expect(sheet.getByRole('link', { name: demo.dear })).toBeVisible()
  await sheet.getByRole('button', { name: 'Rensa' }).click()
  await expect(sheet.getByRole('link')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await page.evaluate(() => {
    const Watcher = window.CloseWatcher!
    window.CloseWatcher = class extends Watcher {
      constructor() {
        super()
        document.addEventListener('test:back', () => this.requestClose(), { once: true })
      }
    }
  })
  await field.click()
  await expect(sheet).toBeVisible()
  // What the browser does for the Back button of a phone; on a desktop it has none.
  await page.evaluate(() => document.dispatchEvent(new Event('test:back')))
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL('/sv/about')
})

test('the cart of a phone scrolls what has the focus clear of the totals', async ({ page }) => {
  const shopper = shopperIn(page)
  await shopper.startInCartWith(demo.starterBattery)
  const code = shopper.cart.getByText('Har du en rabattkod?')
  await code.focus()
  // The delivery price is in the totals; back from it, the last of what scrolls has the focus.
  await page.keyboard.press('Tab')
  await expect(shopper.cart.getByRole('link', { name: /^Frakt/ })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(code).toBeFocused()
  const sum = shopper.cart.locator('[data-cart-sum]')
  await expect
    .poll(async () => {
      const [last, totals] = [(await code.boundingBox())!, (await sum.boundingBox())!]
      return last.y + last.height < totals.y
    })
    .toBe(true)
})
