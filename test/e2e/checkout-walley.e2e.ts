import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { expectFrameInCard } from '../payment-drivers.ts'
import { demo, people, shopperIn } from '../shopper.ts'
import { openWalleyFrame, startInWalleyFrame } from '../walley-frame.ts'

const receipt = /\/checkout\/confirmation\/[0-9a-f]{32}$/

// Sweden is in checkout-payments.e2e.ts, with every other end of a payment.
for (const code of storeCodes.filter((each) => each !== 'sv'))
  test(`[CHECKOUT-07] [CHECKOUT-08] [CHECKOUT-11] in ${code} a shopper pays in Walley’s frame and gets the receipt`, async ({
    page,
  }) => {
    const walley = await startInWalleyFrame(page, code)
    const { cart } = await shopperIn(page, code).stored()
    expect(cart.providerOrders.walley_b2c).toEqual({
      id: expect.stringMatching(new RegExp(`^[0-9a-f-]{36}\\.${await walley.token()}$`)),
      locale: code,
    })
    await walley.fill()
    await walley.fillDelivery('Hamngatan 9')
    await walley.press('pay')
    await page.waitForURL(receipt)
    await expect(page.locator('[data-order-number]')).toHaveText(/[A-Z]\d{6}/)
    await expect(page.getByText(people[code].email).first()).toBeVisible()
    // Both the buyer's address and the recipient's.
    for (const text of [people[code].address, 'Hamngatan 9', 'Bo Ek'])
      await expect(page.getByText(text)).toBeVisible()
    const after = (await shopperIn(page, code).stored()).cart
    expect([after.items, after.checkoutID, after.providerOrders.walley_b2c.id]).toEqual([[], null, null])
  })

test('[CHECKOUT-07] a company pays in the frame for businesses, and is not offered that for consumers', async ({
  page,
}) => {
  const shopper = shopperIn(page)
  await shopper.startInCheckoutWith(demo.dear)
  await page.getByRole('radio', { name: 'Företag' }).check()
  await expect(page.locator('[name=paymentMethod][value=walley_b2c]')).toHaveCount(0)
  const walley = await openWalleyFrame(page, 'sv', 'walley_b2b')
  await walley.fill({ organizationNumber: '556737-0431', companyName: 'Ek AB', invoiceReference: 'KS 12' })
  await walley.fillDelivery('Hamngatan 9')
  await walley.press('pay')
  await page.waitForURL(receipt)
  for (const text of ['Ek AB', people.sv.address, 'Hamngatan 9'])
    await expect(page.getByText(text).first()).toBeVisible()
})

test('[CHECKOUT-08] [CHECKOUT-09] the frame is suspended while delivery changes, and shows the new total', async ({
  page,
}) => {
  const walley = await startInWalleyFrame(page)
  const token = await walley.token()
  const shown = walley.frame.locator('#total')
  const before = await shown.innerText()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/checkout/*/payment?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('radio').and(page.locator('[name=shippingMethod]')).last().check()
  await expect(walley.frame.locator('form')).toHaveAttribute('inert')
  held.resolve()
  await expect(walley.frame.locator('form')).not.toHaveAttribute('inert')
  await expect(shown).not.toHaveText(before)
  expect(await walley.token()).toBe(token)
})

test('an abandoned frame can be left for another payment method', async ({ page }) => {
  const shopper = shopperIn(page)
  await startInWalleyFrame(page)
  await page.getByRole('radio').and(page.locator('[name=paymentMethod][value=invoice]')).check()
  await expect(page.locator('iframe[title=Walley]')).toHaveCount(0)
  await shopper.fillCheckout()
  await shopper.placeOrder()
})

test('the checkout with the frame open is accessible and fits 375 px', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 900 })
  await startInWalleyFrame(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await expectFrameInCard(page)
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
})
