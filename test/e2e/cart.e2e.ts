import type { Page } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import type { CartItem } from '../../contract/cart.ts'
import { allRequestsRecorded, hydrated, callsTo, demo, sentLines, shopperIn, plainPage } from '../shopper.ts'

// A request that a test does not wait for may still be forwarded when its page closes.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** From now on time passes only as the test says. */
async function stopTheClock(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

test.describe('the mini cart', () => {
  test('[CART-04] [UPSELL-01] [CART-21] opens after an add and shows all its parts', async ({ page }) => {
    const shopper = shopperIn(page)
    const product = await shopper.buy(demo.dear)
    const line = shopper.line(product.name)
    await expect(line.getByRole('img').or(line.locator('img')).first()).toBeVisible()
    await expect(line.getByRole('link', { name: product.name })).toHaveAttribute(
      'href',
      /\/sv\/artiklar\/.+\.html$/,
    )
    await expect(line.getByText(/^à /)).toBeVisible()
    await expect(line.getByRole('textbox')).toHaveValue('1')
    await expect(line.getByRole('button', { name: `Ta bort ${product.name}` })).toBeVisible()
    await expect(shopper.cart.getByText('Summa', { exact: true })).toBeVisible()
    await expect(shopper.cart.getByText('Har du en rabattkod?')).toBeVisible()
    await expect(shopper.cart.getByRole('progressbar')).toBeVisible()
    await expect(shopper.cart.getByRole('link', { name: 'Till kassan' })).toBeVisible()
  })

  test('[CART-21] when empty says so, shows links to continue, and none to checkout', async ({ page }) => {
    const shopper = shopperIn(page)
    await shopper.visit(plainPage)
    await shopper.openCart()
    await expect(shopper.cart.getByRole('heading', { name: 'Korgen är tom' })).toBeVisible()
    await expect(shopper.cart.getByRole('link')).toHaveCount(3)
    await expect(shopper.cart.getByText('Till kassan')).toHaveCount(0)
  })

  test('[CART-01] [CART-06] adding the same product again raises its line, and each add is synced', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const syncs = callsTo(page, 'sync-cart')
    await shopper.buy(demo.dear)
    const { uuid } = (await shopper.stored()).cart.items[0]!
    const product = await shopper.buy(demo.dear)
    await expect(shopper.line(product.name).getByRole('textbox')).toHaveValue('2')
    const { cart } = await shopper.stored()
    expect(cart.items.map((item) => [item.uuid, item.quantity])).toEqual([[uuid, 2]])
    expect(syncs.map((sync) => sentLines(sync)[0]?.quantity)).toEqual([1, 2])
    expect(Object.keys(syncs[0]!.postDataJSON() as object).sort()).toEqual([
      'checkout_order_id',
      'coupons',
      'items',
    ])
    expect(new URL(syncs[0]!.url()).search).toBe('?locale=sv&sid=7')
  })

  test('[CART-05] [CART-17] a typed quantity takes effect 250 ms after the last key, at its tier price', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const product = await shopper.startInCartWith(demo.cheap)
    const tier = product.prices.n.findLast(({ q }) => q <= 12)!
    expect(tier.p).toBeLessThan(product.prices.n[0]!.p)
    await stopTheClock(page)
    const syncs = callsTo(page, 'sync-cart')
    const quantity = shopper.line(product.name).getByRole('textbox')
    await quantity.fill('1')
    await page.clock.runFor(200)
    await quantity.fill('12')
    await page.clock.runFor(240)
    await allRequestsRecorded(page)
    expect(syncs).toHaveLength(0)
    await page.clock.runFor(20)
    await expect.poll(() => syncs.length).toBe(1)
    expect(sentLines(syncs[0])[0]?.quantity).toBe(12)
    await page.clock.resume()
    await expect
      .poll(async () => (await shopper.stored()).cart.items[0])
      .toMatchObject({ quantity: 12, price: tier.p })
    await expect(shopper.line(product.name).getByText(`à ${tier.p} kr`)).toBeVisible()
  })

  test('a quantity typed just before the cart is closed or the page is left is saved', async ({ page }) => {
    const shopper = shopperIn(page)
    const product = await shopper.startInCartWith(demo.dear)
    const quantity = shopper.line(product.name).getByRole('textbox')
    const kept = async () => (await shopper.stored()).cart.items[0]?.quantity
    await stopTheClock(page)
    const syncs = callsTo(page, 'sync-cart')
    await quantity.fill('3')
    await page.keyboard.press('Escape')
    await expect(shopper.cart).toBeHidden()
    await expect.poll(kept).toBe(3)
    await expect.poll(() => syncs.map((sync) => sentLines(sync)[0]?.quantity)).toEqual([3])
    await shopper.openCart()
    await quantity.fill('4')
    await page.goto('/sv/about')
    await expect.poll(kept).toBe(4)
  })

  test('[CART-18] [CART-07] removing acts at once, drops a pending edit, and an empty cart syncs only its codes', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const product = await shopper.startInCartWith(demo.dear)
    const syncs = callsTo(page, 'sync-cart')
    const codes = callsTo(page, 'sync-coupons')
    const line = shopper.line(product.name)
    await stopTheClock(page)
    await line.getByRole('textbox').fill('7')
    await line.getByRole('button', { name: /Ta bort/ }).click()
    await expect(line).toHaveCount(0)
    await page.clock.runFor(1000)
    await expect.poll(() => codes.length).toBe(1)
    expect(codes[0]!.postDataJSON()).toEqual({ coupons: [], cart_contents: [] })
    await allRequestsRecorded(page)
    expect(syncs).toHaveLength(0)
    await expect(shopper.cart.getByRole('heading', { name: 'Korgen är tom' })).toBeVisible()
  })

  test('a removed line is restored with one tap', async ({ page }) => {
    const shopper = shopperIn(page)
    const product = await shopper.startInCartWith(demo.dear)
    await shopper
      .line(product.name)
      .getByRole('button', { name: /Ta bort/ })
      .click()
    await shopper.cart.getByRole('button', { name: 'Ångra' }).click()
    await expect(shopper.line(product.name)).toBeVisible()
  })

  test('[CART-08] [UPSELL-04] a change of quantity reloads the related products; none or a failure shows nothing', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    const other = await shopper.product(demo.cheap)
    let answer: { status: number; json: unknown } = {
      status: 200,
      json: [other, { ...other, id: 2, name: 'Andra varan' }],
    }
    await page.route('**/api/cross-selling-products?*', (route) => route.fulfill(answer))
    const asked = callsTo(page, 'cross-selling-products')
    const product = await shopper.buy(demo.dear)
    const offered = shopper.cart.getByRole('region', { name: 'Tillbehör som passar' })
    await expect(offered.getByRole('listitem')).toHaveCount(2)
    const before = asked.length
    answer = { status: 500, json: {} }
    await shopper.line(product.name).getByRole('button', { name: 'En till' }).click()
    await expect(offered).toHaveCount(0)
    expect(asked.length).toBe(before + 1)
    const body = asked.at(-1)!.postDataJSON() as { cart: CartItem[] }
    expect(Object.keys(body).sort()).toEqual(['cart', 'checkout_order_id'])
    expect(body.cart[0]?.quantity).toBe(2)
  })

  test('[CART-09] [CART-12] replaces its lines with the server’s, and shows their notices', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    await page.route('**/api/sync-cart?*', async (route) => {
      const answer = await route.fetch()
      const lines = (await answer.json()) as CartItem[]
      await route.fulfill({
        response: answer,
        json: lines.map((line) => ({
          ...line,
          quantity: 3,
          cart_notice: 'Snart slut',
          adjusted_quantity: 3,
        })),
      })
    })
    const product = await shopper.buy(demo.dear)
    const { uuid } = (await shopper.stored()).cart.items[0]!
    const line = shopper.line(product.name)
    await expect(line.getByRole('textbox')).toHaveValue('3')
    await expect(line.getByText('Snart slut')).toBeVisible()
    await expect(line.getByRole('alert')).toHaveText('Antalet har ändrats till det vi har i lager.')
    expect((await shopper.stored()).cart.items.map((item) => [item.uuid, item.quantity])).toEqual([[uuid, 3]])
  })

  test('[CART-10] uses only the latest answer, and keeps the lines when a sync fails', async ({ page }) => {
    const shopper = shopperIn(page)
    const product = await shopper.startInCartWith(demo.dear)
    const line = shopper.line(product.name)
    let overtaken: () => void = () => {}
    const second = new Promise<void>((resolve) => (overtaken = resolve))
    let seen = 0
    await page.route('**/api/sync-cart?*', async (route) => {
      seen += 1
      if (seen === 3) return route.fulfill({ status: 500, json: {} })
      if (seen === 1) await second
      await route.continue().catch(() => {})
      return undefined
    })
    await line.getByRole('textbox').fill('2')
    await expect.poll(() => seen).toBe(1)
    await line.getByRole('textbox').fill('4')
    await expect.poll(() => seen).toBe(2)
    await expect.poll(async () => (await shopper.stored()).cart.items[0]?.quantity).toBe(4)
    const late = page.waitForResponse((answer) => sentLines(answer.request())[0]?.quantity === 2)
    overtaken()
    await late
    await allRequestsRecorded(page)
    await expect(line.getByRole('textbox')).toHaveValue('4')
    await line.getByRole('textbox').fill('5')
    const notice = shopper.cart.getByText('Priserna kunde inte kontrolleras. Din korg är kvar.')
    await expect(notice).toBeVisible()
    await expect(line.getByRole('textbox')).toHaveValue('5')
    await shopper.cart.getByRole('button', { name: 'Försök igen' }).click()
    await expect(notice).toHaveCount(0)
    await expect(line.getByRole('textbox')).toHaveValue('5')
  })

  test('[CART-16] locks the quantity of lines with a fixed price, and lets them be removed', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    await shopper.startInCartWith(demo.dear)
    const kinds: [keyof CartItem, unknown, boolean][] = [
      ['cross_selling_product_id', 1, true],
      ['added_by_coupon', 'GIFT', true],
      ['upselling_bundle_id', 1, true],
      ['offer_item_id', 1, true],
      ['subscription_interval', '3 months', false],
      ['accessory_id', 1, false],
      ['related_id', 1, false],
      ['recommended_id', 1, false],
    ]
    await page.evaluate((origins) => {
      const state = JSON.parse(localStorage.getItem('bex05')!) as { cart: { items: CartItem[] } }
      const [plain] = state.cart.items as [CartItem]
      state.cart.items = origins.map(([origin, value], at) => ({
        ...plain,
        uuid: `line-${at}`,
        name: origin,
        [origin]: value,
      }))
      localStorage.setItem('bex05', JSON.stringify(state))
    }, kinds)
    await page.reload()
    await hydrated(page)
    await shopper.openCart()
    for (const [origin, , locked] of kinds) {
      const quantity = shopper.line(origin).getByRole('textbox')
      await (locked ? expect(quantity).toBeDisabled() : expect(quantity).toBeEnabled())
      await expect(shopper.line(origin).getByRole('button', { name: /Ta bort/ })).toBeEnabled()
    }
  })

  test('[CART-20] moves to another store and has that store’s prices', async ({ page }) => {
    await shopperIn(page).startWith(demo.dear)
    const norwegian = shopperIn(page, 'no')
    const there = await norwegian.product(demo.dear)
    const syncs = callsTo(page, 'sync-cart')
    await norwegian.visit(plainPage)
    await expect.poll(() => syncs.length).toBe(1)
    expect(new URL(syncs[0]!.url()).search).toBe('?locale=no&sid=8')
    await norwegian.openCart()
    await expect(norwegian.line(there.name).getByText(`à ${there.prices.n[0]!.p} kr`)).toBeVisible()
    const changes = norwegian.cart.getByRole('status').filter({ hasText: '→' })
    await expect(changes).toContainText(there.name)
    await expect(changes.getByRole('heading')).toHaveText('Endret da du byttet til Anode Norge')
  })

  test('[CART-21] with one line fills the height of a phone, the checkout link within reach of the thumb', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 812 })
    const shopper = shopperIn(page)
    await shopper.startInCartWith(demo.dear)
    const toCheckout = shopper.cart.getByRole('link', { name: 'Till kassan' })
    await expect
      .poll(async () => {
        const box = (await toCheckout.boundingBox())!
        return 812 - box.y - box.height
      })
      .toBeLessThan(40)
  })
})
