import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '../browser-test.ts'
import { startBuiltServer, type BuiltServer } from '../built-server.ts'
import { demo, shopperIn } from '../shopper.ts'

/** A shop with the stores' own limits; the other tests place many orders as one buyer, without limits. */
let shop: BuiltServer
let folder: string

// In one worker, which starts one shop.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anode-limits-'))
  shop = await startBuiltServer({ dataDir: folder, storeLimits: true })
})

test.afterAll(async () => {
  await shop.stop()
  await rm(folder, { recursive: true, force: true })
})

for (const [code, most, words, take] of [
  ['sv', 100, 'Högst 100 st kan beställas på en gång.', 'Beställ 100 st'],
  ['de', 100, 'Auf einmal können höchstens 100 Stück bestellt werden.', '100 Stück bestellen'],
] as const) {
  test(`more units than may be ordered at once are named, and the largest quantity is one press away in ${code}`, async ({
    browser,
  }) => {
    const page = await browser.newPage({ baseURL: shop.url })
    const shopper = shopperIn(page, code)
    const product = await shopper.buy(demo.cheap)
    const quantity = shopper.line(product.name).locator('input')
    const priced = page.waitForResponse((response) => response.url().includes('/api/sync-cart'))
    await quantity.fill('120')
    await quantity.blur()
    await priced
    await shopper.goToCheckout()
    const summary = page.getByRole('complementary')
    await expect(summary.getByText(words)).toBeVisible()
    await expect(shopper.orderButton).toBeDisabled()
    await test.info().attach('above the limit', { body: await page.screenshot({ fullPage: true }) })
    await summary.getByRole('button', { name: take }).click()
    await expect(summary.getByText(words)).toBeHidden()
    expect((await shopper.stored()).cart.items.find(({ sku }) => sku === demo.cheap)?.quantity).toBe(most)
    await shopper.fillCheckout()
    await shopper.placeOrder()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.close()
  })
}
