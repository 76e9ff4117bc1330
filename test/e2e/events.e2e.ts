import type { Page } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import { allRequestsRecorded, hydrated, demo, plainPage, shopperIn } from '../shopper.ts'

// A request that a test does not wait for may still be forwarded when its page closes.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

interface Pushed {
  event?: string
  internal?: boolean
  ecommerce?: {
    currency: string
    value: number
    transaction_id?: string
    tax?: number
    shipping?: number
    coupon?: string
    items: { item_id: string; item_brand?: string; price: number; quantity: number }[]
  }
}

/** The page's events with a given name. */
const events = (page: Page, name: string) =>
  page.evaluate(
    (wanted) => (window.dataLayer as Pushed[] | undefined)?.filter(({ event }) => event === wanted) ?? [],
    name,
  )

test.describe('the data layer', () => {
  test('[EVENT-01] [EVENT-04] [EVENT-05] [ENTITY-07] a product page is a view of its product, with its brand; adding and removing, with the changed quantities', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const product = await shopper.buy(demo.dear)
    await expect.poll(() => events(page, 'view_item')).toHaveLength(1)
    const [view] = await events(page, 'view_item')
    expect(view!.ecommerce).toMatchObject({
      currency: 'SEK',
      value: product.prices.n[0]!.p,
      items: [{ item_id: demo.dear, item_brand: product.brand!.name, quantity: 1 }],
    })
    await expect.poll(() => events(page, 'add_to_cart')).toHaveLength(1)
    const quantity = shopper.line(product.name).getByRole('textbox')
    await quantity.fill('5')
    await expect
      .poll(async () => (await events(page, 'add_to_cart')).at(-1)?.ecommerce?.items[0]?.quantity)
      .toBe(4)
    await quantity.fill('3')
    await expect.poll(() => events(page, 'remove_from_cart')).toHaveLength(1)
    const [less] = await events(page, 'remove_from_cart')
    expect(less!.ecommerce!.items).toMatchObject([{ item_id: demo.dear, quantity: 2 }])
    await shopper
      .line(product.name)
      .getByRole('button', { name: /Ta bort/ })
      .click()
    await expect.poll(() => events(page, 'remove_from_cart')).toHaveLength(2)
    expect((await events(page, 'remove_from_cart'))[1]!.ecommerce!.items[0]!.quantity).toBe(3)
  })

  test('[EVENT-02] [EVENT-03] [ROLE-01] [ROLE-02] a guest’s purchase from the category to the receipt, each step once', async ({
    page,
    browser,
  }) => {
    const shopper = shopperIn(page)
    await shopper.visit()
    await page.locator('main a[href$="/index.html"]').first().click()
    await expect(page).toHaveURL(/\/index\.html$/)
    await expect(page.locator('main article[data-sku]').first()).toBeVisible()
    await shopper.visit(`${plainPage}?disc=SUMMER-10`)
    await expect.poll(async () => (await shopper.stored()).discount.items.length).toBe(1)
    await shopper.buy(demo.dear)
    await shopper.goToCheckout()
    await expect.poll(() => events(page, 'begin_checkout')).toHaveLength(1)
    const [begun] = await events(page, 'begin_checkout')
    expect(begun!.ecommerce!.items).toMatchObject([{ item_id: demo.dear, quantity: 1 }])
    await shopper.fillCheckout()
    await shopper.placeOrder()
    await hydrated(page)
    await expect.poll(() => events(page, 'purchase')).toHaveLength(1)
    const [bought] = await events(page, 'purchase')
    const number = await page.locator('[data-order-number]').getAttribute('data-order-number')
    expect(bought!.ecommerce).toMatchObject({
      transaction_id: number,
      currency: 'SEK',
      value: begun!.ecommerce!.value,
      coupon: 'SUMMER-10',
      items: [{ item_id: demo.dear, quantity: 1 }],
    })
    // Tax and shipping as on the receipt.
    const receipt = (await page.getByRole('article').innerText()).replaceAll(/\s/g, ' ')
    const { tax, shipping } = bought!.ecommerce!
    for (const amount of [tax, shipping]) {
      expect(amount).toBeGreaterThan(0)
      expect(receipt).toMatch(new RegExp(`${String(amount).replace('.', ',')}\\d* kr`))
    }
    await page.reload()
    await hydrated(page)
    // Pushed after everything that waits for the page.
    await expect.poll(() => events(page, 'page_view')).toHaveLength(1)
    expect(await events(page, 'purchase')).toEqual([])
    // The address in the mail, opened in another tab and on another device.
    for (const context of [page.context(), await browser.newContext()]) {
      const other = await context.newPage()
      const claimed = other.waitForResponse((response) => response.url().includes('/purchase-event'))
      await other.goto(page.url())
      expect(await (await claimed).json()).toEqual({ is_first: false })
      await allRequestsRecorded(other)
      expect(await events(other, 'purchase')).toEqual([])
      await other.close()
    }
  })

  test('[CART-13] events of staff are marked, and the page looks the same', async ({ page }) => {
    const shopper = shopperIn(page)
    let internal = '1'
    await page.route('**/api/sync-cart*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'x-be-internal': internal } })
    })
    await shopper.buy(demo.dear)
    await expect.poll(async () => (await shopper.stored()).cart.internal).toBe(true)
    const tracked = async () => {
      await page.reload()
      await hydrated(page)
      await expect.poll(() => events(page, 'page_view')).toHaveLength(1)
      return (await events(page, 'page_view'))[0]!.internal
    }
    expect(await tracked()).toBe(true)
    internal = '0'
    await shopper.buy(demo.dear)
    await expect.poll(async () => (await shopper.stored()).cart.internal).toBe(false)
    expect(await tracked()).toBeUndefined()
  })

  test('[EVENT-12] each page view is tracked, without its secrets', async ({ page }) => {
    const shopper = shopperIn(page)
    await shopper.visit('?login')
    await expect.poll(() => events(page, 'page_view')).toHaveLength(1)
    const panel = page.getByRole('dialog', { name: 'Mitt konto' })
    await expect(panel).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await page.locator('main a[href$="/index.html"]').first().click()
    await expect.poll(() => events(page, 'page_view')).toHaveLength(2)
    const [first, second] = (await events(page, 'page_view')) as { page_location?: string }[]
    expect(first!.page_location).toMatch(/\/sv$/)
    expect(second!.page_location).toMatch(/\/index\.html$/)
  })
})
