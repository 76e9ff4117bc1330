import { expect, test } from '../browser-test.ts'
import type { CartItem } from '../../contract/cart.ts'
import { fieldOf, optionsOf } from '../search-field.ts'
import { loginPanel } from '../customers.ts'
import { demo, shopperIn, plainPage } from '../shopper.ts'

test('[ERROR-09] failures outside the shopper’s main path are shown where they apply, or not at all', async ({
  page,
}) => {
  test.slow()
  const shopper = shopperIn(page)
  const alerts = page.getByRole('alert')
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))

  await test.step('an empty search says so and shows alternatives', async () => {
    await page.goto('/sv/sokresultat.html?query=qzxqzx')
    await expect(page.getByRole('main')).toContainText('Inga produkter hittades')
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  })
  await test.step('unconfirmed categories are not shown', async () => {
    await page.route('**/api/category-children?*', (route) => route.fulfill({ status: 500, json: {} }))
    await shopper.visit(plainPage)
    await Promise.all([page.waitForResponse('**/api/category-children?*'), fieldOf(page).fill('aa')])
    await expect(optionsOf(page).first()).toBeVisible()
    await expect(alerts).toHaveCount(0)
  })
  await test.step('a failed upselling check counts as nothing to offer', async () => {
    await page.route('**/api/products/*/upselling?*', (route) => route.fulfill({ status: 500, json: {} }))
    await shopper.buy(demo.withUpselling)
    await expect(alerts).toHaveCount(0)
  })
  await test.step('a line shows the server’s notice', async () => {
    const lines = page.locator('[data-line]')
    const route = '**/api/sync-cart?*'
    await page.route(route, async (call) => {
      const { items } = call.request().postDataJSON() as { items: CartItem[] }
      const json = items.map((item) => ({ ...item, cart_notice: 'Kommer snart.', adjusted_quantity: 1 }))
      await call.fulfill({ json })
    })
    await lines.first().getByRole('button', { name: 'En till' }).click()
    await expect(lines.first().getByText('Kommer snart.')).toBeVisible()
    await expect(lines.first().getByRole('alert')).toBeVisible()
    await page.unroute(route)
  })
  await test.step('a rejected code is listed with the reason', async () => {
    await shopper.visit('/rabatt/FINNS-INTE')
    await shopper.openCart()
    await expect(shopper.cart.getByRole('status').filter({ hasText: 'FINNS-INTE' })).toBeVisible()
  })
  await test.step('a login that does not reach the shop is logged to the console', async () => {
    await page.route('**/api/auth/login*', (route) => route.abort())
    await page.goto(`/sv${plainPage}?login`)
    await loginPanel(page).getByLabel('E-post').fill('a@exempel.se')
    await loginPanel(page).getByLabel('Lösenord').fill('hemligt lösenord')
    await loginPanel(page).getByRole('button', { name: 'Logga in' }).click()
    await expect(loginPanel(page).getByRole('alert')).toBeVisible()
    await expect.poll(() => errors.filter((text) => text.startsWith('login did not work'))).toHaveLength(1)
  })
})
