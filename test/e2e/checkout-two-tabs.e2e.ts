import { expect, test } from '../browser-test.ts'
import { callsTo, demo, field, shopperIn, plainPage } from '../shopper.ts'

test('[CHECKOUT-14] an order waits for the price of a cart that another tab changes, which is requested after the pending saves', async ({
  page,
  context,
}) => {
  const shopper = shopperIn(page)
  const first = await shopper.startInCheckoutWith(demo.dear)
  await shopper.fillCheckout()
  const orders = callsTo(page, `checkout/${(await shopper.stored()).cart.checkoutID}/complete`)
  const [kept, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sent: string[] = []
  await page.route('**/api/checkout/*?*', async (route) => {
    const method = route.request().method()
    await (method === 'PATCH' ? kept : read).promise
    sent.push(method)
    await route.continue()
  })
  await field(page, 'address').fill('Nygatan 2')
  await field(page, 'city').focus()

  const second = await shopperIn(await context.newPage()).buy(demo.cheap)
  await expect(shopper.orderButton).toBeDisabled()
  await field(page, 'city').press('Enter')
  expect(sent).toEqual([])
  kept.resolve()
  await expect.poll(() => sent).toEqual(['PATCH'])
  await expect(shopper.orderButton).toBeDisabled()
  read.resolve()
  await expect(shopper.orderButton).toBeEnabled()
  // The other tab makes more than one change, and each is priced.
  expect([sent[0], new Set(sent.slice(1)), orders]).toEqual(['PATCH', new Set(['GET']), []])

  const summary = page.getByRole('complementary', { name: 'Din beställning' })
  for (const product of [first, second]) await expect(summary.getByText(product.name)).toBeVisible()
  await expect(field(page, 'address')).toHaveValue('Nygatan 2')
  await shopper.placeOrder()
  expect(orders).toHaveLength(1)
  await expect(page.getByText('Nygatan 2')).toBeVisible()
})

test('[CHECKOUT-10] a code that another tab adds is in the total here too, also when the server learns of it after this tab’s request', async ({
  page,
  context,
}) => {
  const shopper = shopperIn(page)
  await shopper.startInCheckoutWith(demo.dear)
  const total = page.locator('[data-checkout-total]').last()
  const before = (await total.textContent())!
  const beside = await context.newPage()
  const other = shopperIn(beside)
  await other.visit(plainPage)
  await other.openCart()
  const answered = Promise.withResolvers<void>()
  await beside.route('**/api/sync-cart?*', async (route) => {
    await answered.promise
    await route.continue()
  })
  const { checkoutID } = (await shopper.stored()).cart
  const read = page.waitForResponse((response) => response.url().includes(`/api/checkout/${checkoutID}`))
  const syncing = beside.waitForRequest((request) => request.url().includes('/api/sync-cart'))
  await other.cart.getByText('Har du en rabattkod?').click()
  await other.cart.getByRole('textbox', { name: 'Rabattkod' }).fill('SUMMER-10')
  await other.cart.getByRole('textbox', { name: 'Rabattkod' }).press('Enter')
  await syncing
  await read
  answered.resolve()
  await expect(total).not.toHaveText(before)
  const sumBeside = other.cart.locator('[data-cart-sum]')
  await expect(async () => {
    expect(await total.textContent()).toBe(await sumBeside.textContent())
  }).toPass({ timeout: 20_000 })
})

test('[COUPON-42] [CHECKOUT-10] a code that its buyer has used before is rejected once the address is known, with its reason, and lines and sum agree', async ({
  page,
}) => {
  const shopper = shopperIn(page)
  const email = `${crypto.randomUUID()}@exempel.se`
  const withCode = async () => {
    const { name } = await shopper.buy(demo.dear)
    await page.goto('/sv/rabatt/ONCE-25')
    await expect
      .poll(async () => (await shopper.stored()).discount.items.map((code) => code.applied))
      .toEqual([true])
    await shopper.visit('/checkout')
    await expect(shopper.orderButton).toBeVisible()
    return name
  }
  await withCode()
  await shopper.fillCheckout({ email })
  await shopper.placeOrder()
  const name = await withCode()
  const summary = page.getByRole('complementary', { name: 'Din beställning' })
  await expect(summary.getByText('Rabattkod ONCE-25 −25 %')).toBeVisible()
  await field(page, 'email').fill(email)
  await field(page, 'phone').focus()
  await expect(summary.getByText('Du har redan använt koden ONCE-25.')).toBeVisible()
  // Also beside the order button: on a phone the summary is collapsed.
  await expect(page.getByText('Du har redan använt koden ONCE-25.')).toHaveCount(2)
  await expect(summary.getByText('Rabattkod ONCE-25')).toHaveCount(0)
  const sum = (await summary.locator('dl div').filter({ hasText: 'Varor' }).locator('dd').textContent())!
  await expect(summary.getByRole('listitem').filter({ hasText: name })).toContainText(sum)
})
