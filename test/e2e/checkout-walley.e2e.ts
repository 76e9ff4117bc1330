import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { storeCodes } from '../../domain/stores/stores.ts'
import { demo, hydrated, people, shopperIn } from '../shopper.ts'
import { openWalleyFrame, startInWalleyFrame, walleyFrame } from '../walley-frame.ts'

const receipt = /\/checkout\/confirmation\/[0-9a-f]{32}$/

for (const code of storeCodes)
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
    await walley.press('pay')
    await page.waitForURL(receipt)
    await expect(page.locator('[data-order-number]')).toHaveText(/[A-Z]\d{6}/)
    await expect(page.getByText(people[code].email)).toBeVisible()
    await expect(page.getByText(people[code].address)).toBeVisible()
    const after = (await shopperIn(page, code).stored()).cart
    expect([after.items, after.checkoutID, after.providerOrders.walley_b2c.id]).toEqual([[], null, null])
  })

test('a company pays in the frame for businesses', async ({ page }) => {
  const shopper = shopperIn(page)
  await shopper.startInCheckoutWith(demo.dear)
  await page.getByRole('radio', { name: 'Företag' }).check()
  await expect(page.locator('[name=paymentMethod][value=walley_b2c]')).toHaveCount(0)
  const walley = await openWalleyFrame(page, 'sv', 'walley_b2b')
  await walley.fill({ organizationNumber: '556737-0431', companyName: 'Ek AB', invoiceReference: 'KS 12' })
  await walley.press('pay')
  await page.waitForURL(receipt)
  await expect(page.getByText('Ek AB')).toBeVisible()
})

test('[CHECKOUT-12] a declined payment keeps the cart and the frame, and another attempt can pay', async ({
  page,
}) => {
  const walley = await startInWalleyFrame(page)
  await walley.fill()
  await walley.press('decline')
  await expect(walley.frame.getByRole('status')).toHaveText(/nekades/)
  expect((await shopperIn(page).stored()).cart.items).toHaveLength(1)
  await walley.frame.getByLabel('Faktura').check()
  await walley.press('pay')
  await page.waitForURL(receipt)
})

test('[CHECKOUT-13] an order is completed by the notification when the tab was closed after paying', async ({
  page,
}) => {
  const walley = await startInWalleyFrame(page)
  await walley.fill()
  await walley.press('close')
  await expect(walley.frame.getByRole('status')).toHaveText(/Köpet är betalt/)
  const checkout = (await shopperIn(page).stored()).cart.checkoutID
  // Whoever comes back to the checkout is shown the receipt, not another payment.
  await page.goto(`/sv/checkout/${checkout}`)
  await page.waitForURL(receipt)
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

test('[CHECKOUT-10] a reload finds the same payment, and a paid one is never opened again', async ({
  page,
}) => {
  const walley = await startInWalleyFrame(page)
  const token = await walley.token()
  await page.reload()
  await hydrated(page)
  await expect(page.locator('[data-frame=shown]')).toBeVisible()
  expect(await walleyFrame(page).token()).toBe(token)
  const checkout = page.url()
  await walley.fill()
  await walley.press('pay')
  await page.waitForURL(receipt)
  const confirmed = page.url()
  await page.goto(checkout)
  await page.waitForURL(confirmed)
})

test('an abandoned frame can be left for another payment method', async ({ page }) => {
  const shopper = shopperIn(page)
  await startInWalleyFrame(page)
  await page.getByRole('radio').and(page.locator('[name=paymentMethod][value=invoice]')).check()
  await expect(page.locator('iframe[title=Walley]')).toHaveCount(0)
  await shopper.fillCheckout()
  await shopper.placeOrder()
})

test('an expired session is replaced by another one', async ({ page }) => {
  const walley = await startInWalleyFrame(page)
  const token = await walley.token()
  const payments = (await walley.call('GET', 'control/payments')) as { id: string }[]
  const { cart } = await shopperIn(page).stored()
  const id = cart.providerOrders.walley_b2c.id!.split('.')[0]!
  expect(payments.map((payment) => payment.id)).toContain(id)
  await walley.call('POST', 'control/faults', { kind: 'expired_session', provider: 'walley', payment: id })
  await page.reload()
  await hydrated(page)
  await expect(page.locator('[data-frame=shown]')).toBeVisible()
  expect(await walleyFrame(page).token()).not.toBe(token)
  await walley.fill()
  await walley.press('pay')
  await page.waitForURL(receipt)
})

test('the checkout with the frame open is accessible and fits 375 px', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 900 })
  await startInWalleyFrame(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  const { violations } = await new AxeBuilder({ page }).include('main').analyze()
  expect(violations).toEqual([])
})
