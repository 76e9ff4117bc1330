import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { expectFrameInCard } from '../payment-drivers.ts'
import { kustomFrame, openKustomFrame, startInKustomFrame } from '../kustom-frame.ts'
import { demo, field, people, shopperIn } from '../shopper.ts'

const receipt = /\/checkout\/confirmation\/[0-9a-f]{32}$/

// Sweden is in checkout-payments.e2e.ts, with every other end of a payment.
for (const code of storeCodes.filter((each) => each !== 'sv'))
  test(`[CHECKOUT-07] [CHECKOUT-08] [CHECKOUT-11] in ${code} a shopper pays in Kustom’s frame and gets the receipt`, async ({
    page,
  }) => {
    const kustom = await startInKustomFrame(page, code)
    // What the frame collects is not asked twice.
    await expect(field(page, 'email')).toHaveCount(0)
    await expect(field(page, 'address')).toHaveCount(0)
    await expect(kustom.frame.locator('[name=postal_code]')).toHaveValue(/\d/)
    expect((await shopperIn(page, code).stored()).cart.providerOrders.klarna).toEqual({
      id: await kustom.payment(),
      locale: code,
    })
    await kustom.fillAddress()
    await kustom.fillDelivery('Hamngatan 9')
    await kustom.press('pay')
    await page.waitForURL(receipt)
    await expect(page.locator('[data-order-number]')).toHaveText(/[A-Z]\d{6}/)
    await expect(page.getByText(people[code].email).first()).toBeVisible()
    // Both the buyer's address and the recipient's.
    for (const text of [people[code].address, 'Hamngatan 9', 'Bo Ek'])
      await expect(page.getByText(text)).toBeVisible()
    const { cart } = await shopperIn(page, code).stored()
    expect([cart.items, cart.checkoutID, cart.providerOrders.klarna.id]).toEqual([[], null, null])
  })

test('[CHECKOUT-07] no payment method is preselected, and the invoice comes last', async ({ page }) => {
  const shopper = shopperIn(page)
  await shopper.startInCheckoutWith(demo.dear)
  const methods = page.locator('[name=paymentMethod]')
  await expect(methods.last()).toHaveAttribute('value', 'invoice')
  for (const method of await methods.all()) await expect(method).not.toBeChecked()
  await page.getByRole('radio', { name: 'Företag' }).check()
  await expect(methods.last()).toHaveAttribute('value', 'invoice')
  for (const method of await methods.all()) await expect(method).not.toBeChecked()
})

test('[CHECKOUT-12] a payment that did not go through leads back to a checkout with its cart', async ({
  page,
}) => {
  const kustom = await startInKustomFrame(page)
  const shopper = shopperIn(page)
  const { cart } = await shopper.stored()
  const payment = await kustom.payment()
  // The address that the provider would return to, without a purchase.
  await page.goto(`/sv/checkout/confirmation?checkout=${cart.checkoutID}&payment=${payment}`)
  await page.waitForURL(`**/sv/checkout/failed/${cart.checkoutID}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Betalningen gick inte igenom')
  await page.getByRole('link', { name: 'Tillbaka till kassan' }).click()
  await expect(page.locator('[data-frame=shown]')).toBeVisible()
  expect((await shopper.stored()).cart.items).toEqual(cart.items)
  const again = kustomFrame(page)
  expect(await again.payment()).toBe(payment)
  await again.fillAddress()
  await again.press('pay')
  await page.waitForURL(receipt)
})

test('a foreign payment shows nothing of its order', async ({ page, browser }) => {
  const theirs = await startInKustomFrame(page)
  const payment = await theirs.payment()
  await theirs.fillAddress()
  await theirs.press('close')
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(`/sv/checkout/confirmation?checkout=${'f'.repeat(32)}&payment=${payment}`)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Tack för din beställning')
  await expect(other.locator('[data-order-number]')).toHaveCount(0)
  await context.close()
})

test('[CHECKOUT-08] [CHECKOUT-09] the frame is suspended while delivery and cart change, and shows the new total', async ({
  page,
}) => {
  const kustom = await startInKustomFrame(page)
  const total = page.locator('#step-payment').locator('..').locator('iframe')
  await expect(total).toHaveCount(1)
  const payment = await kustom.payment()
  const shown = kustom.frame.locator('#total')
  const before = await shown.innerText()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/checkout/*/payment?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('radio').and(page.locator('[name=shippingMethod]')).last().check()
  await expect(kustom.frame.locator('form')).toHaveAttribute('inert')
  held.resolve()
  await expect(kustom.frame.locator('form')).not.toHaveAttribute('inert')
  await expect(page.locator('[data-frame=shown]')).toBeVisible()
  await expect(shown).not.toHaveText(before)
  expect(await kustom.payment()).toBe(payment)
})

test('a payment whose record is late is awaited, and its page says so', async ({ page }) => {
  const kustom = await startInKustomFrame(page)
  const payment = await kustom.payment()
  await kustom.fillAddress()
  await kustom.control('POST', 'faults', { kind: 'late_record', provider: 'kustom', payment, delayMs: 2500 })
  // On a busy machine the record may be there before the page is.
  const shown = Promise.withResolvers<void>()
  await page.route('**/payment/result?*', async (route) => {
    const response = await route.fetch()
    await shown.promise
    await route.fulfill({ response })
  })
  await kustom.press('pay')
  await expect(page.getByRole('heading', { name: 'Vi bekräftar din betalning' })).toBeVisible()
  shown.resolve()
  await page.waitForURL(receipt)
})

test('the checkout with the frame open is accessible and fits 320, 375 and 1440 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await startInKustomFrame(page)
  for (const width of [320, 375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width)
    await expectFrameInCard(page)
    expect(await barriersOf(page, { within: 'main' })).toEqual([])
  }
})

test('the frame can be opened in a checkout reached from the cart', async ({ page }) => {
  const shopper = shopperIn(page)
  await shopper.buy(demo.dear)
  await shopper.goToCheckout()
  await openKustomFrame(page)
})
