import { expect, test } from '../browser-test.ts'
import { hydrated, demo, shopperIn, plainPage } from '../shopper.ts'

test.describe('the stored browser state', () => {
  test('[CART-19] [CONST-07] is the cart and three more parts, under one key, over a reload', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    await shopper.buy(demo.dear)
    // The page's view is recorded after it is shown.
    await expect.poll(async () => (await shopper.stored()).history.items).toHaveLength(1)
    const before = await shopper.stored()
    expect(Object.keys(before).sort()).toEqual(['auth', 'cart', 'discount', 'history'])
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['bex05'])
    await page.reload()
    await hydrated(page)
    await expect(page.getByRole('button', { name: 'Öppna varukorgen, 1 vara' })).toBeVisible()
    expect((await shopper.stored()).cart.items).toEqual(before.cart.items)
    expect(before.history.items.map(({ sku }) => sku)).toEqual([demo.dear])
  })

  test('is shared by two tabs, each with its own open panel', async ({ page, context }) => {
    const shopper = shopperIn(page)
    const second = await context.newPage()
    const other = shopperIn(second)
    await other.visit(plainPage)
    await shopper.buy(demo.dear)
    await expect(second.getByRole('button', { name: 'Öppna varukorgen, 1 vara' })).toBeVisible()
    await expect(other.cart).toBeHidden()
    await expect(shopper.cart).toBeVisible()
  })

  test('may be corrupt in any way without breaking a page', async ({ page }) => {
    const shopper = shopperIn(page)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    const product = await shopper.buy(demo.dear)
    const good = (await shopper.stored()).cart.items[0]!
    const broken = [
      'no json',
      '[]',
      '{"cart":{"items":null}}',
      JSON.stringify({
        cart: {
          items: [
            good,
            null,
            { ...good, price: 'x' },
            { ...good, pricing: [{ q: 0 }] },
            { ...good, quantity: 1e9 },
          ],
        },
        discount: { items: [{}] },
        history: { items: [1] },
      }),
    ]
    for (const text of broken) {
      await page.evaluate((value) => localStorage.setItem('bex05', value), text)
      await page.reload()
      await hydrated(page)
      await shopper.openCart()
      await expect(shopper.cart).toBeVisible()
    }
    await expect(shopper.line(product.name)).toHaveCount(1)
    expect(faults).toEqual([])
  })
})
