import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { storeCodes } from '../../domain/stores/stores.ts'
import { kustomFrame, openKustomFrame, startInKustomFrame } from '../kustom-frame.ts'
import { demo, field, hydrated, people, shopperIn } from '../shopper.ts'

const receipt = /\/checkout\/confirmation\/[0-9a-f]{32}$/

for (const code of storeCodes)
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
    await kustom.press('pay')
    await page.waitForURL(receipt)
    await expect(page.locator('[data-order-number]')).toHaveText(/[A-Z]\d{6}/)
    await expect(page.getByText(people[code].email)).toBeVisible()
    await expect(page.getByText(people[code].address)).toBeVisible()
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

test('[CHECKOUT-13] an order is completed by the push when the tab was closed after paying', async ({
  page,
}) => {
  const kustom = await startInKustomFrame(page)
  const payment = await kustom.payment()
  await kustom.fillAddress()
  await kustom.press('close')
  await expect(kustom.frame.getByRole('status')).toHaveText(/Köpet är betalt/)
  const checkout = (await shopperIn(page).stored()).cart.checkoutID
  await kustom.control('POST', 'callbacks', { provider: 'kustom', callback: 'push', payment })
  // The acknowledgement gives the provider the order's number.
  await expect
    .poll(async () => {
      const payments = (await kustom.control('GET', 'payments')) as { id: string; reference: string | null }[]
      return payments.find(({ id }) => id === payment)?.reference
    })
    .toMatch(/^S\d{6}$/)
  // Whoever comes back to the checkout is shown the receipt, not another payment.
  await page.goto(`/sv/checkout/${checkout}`)
  await page.waitForURL(receipt)
})

test('extra authentication is aborted and then approved', async ({ page }) => {
  const kustom = await startInKustomFrame(page)
  await kustom.fillAddress()
  await kustom.press('authenticate')
  await kustom.press('abort')
  await expect(kustom.frame.getByRole('status')).toHaveText(/nekades/)
  await kustom.press('authenticate')
  await kustom.press('approve')
  await page.waitForURL(receipt)
})

test('[CHECKOUT-12] a declined payment keeps the cart and the frame, and another method can pay', async ({
  page,
}) => {
  const shopper = shopperIn(page)
  const kustom = await startInKustomFrame(page)
  await kustom.fillAddress()
  await kustom.press('decline')
  await expect(kustom.frame.getByRole('status')).toHaveText(/nekades/)
  expect((await shopper.stored()).cart.items).toHaveLength(1)
  await page.getByRole('radio').and(page.locator('[name=paymentMethod][value=invoice]')).check()
  await expect(page.locator('iframe[title=Kustom]')).toHaveCount(0)
  await shopper.fillCheckout()
  await shopper.placeOrder()
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

test('[CHECKOUT-10] a cart changed in a second tab during payment is paid as it is now, or not at all', async ({
  page,
  context,
}) => {
  const kustom = await startInKustomFrame(page)
  await kustom.fillAddress()
  const before = await kustom.frame.locator('#total').innerText()
  await shopperIn(await context.newPage()).buy(demo.cheap)
  await expect(kustom.frame.locator('#total')).not.toHaveText(before)
  await expect(page.locator('[data-frame=shown]')).toBeVisible()
  await kustom.press('pay')
  await page.waitForURL(receipt)
})

test('[CHECKOUT-10] a reload and the back button find the same payment, and a paid one is never opened again', async ({
  page,
}) => {
  const kustom = await startInKustomFrame(page)
  const payment = await kustom.payment()
  await page.reload()
  await hydrated(page)
  await expect(page.locator('[data-frame=shown]')).toBeVisible()
  expect(await kustomFrame(page).payment()).toBe(payment)
  const checkout = page.url()
  await kustom.fillAddress()
  await kustom.press('pay')
  await page.waitForURL(receipt)
  const confirmed = page.url()
  await page.goto(checkout)
  await page.waitForURL(confirmed)
})

test('an expired session is replaced by another one', async ({ page }) => {
  const kustom = await startInKustomFrame(page)
  const payment = await kustom.payment()
  await kustom.control('POST', 'faults', { kind: 'expired_session', provider: 'kustom', payment })
  await page.reload()
  await hydrated(page)
  await expect(page.locator('[data-frame=shown]')).toBeVisible()
  expect(await kustomFrame(page).payment()).not.toBe(payment)
  await kustom.fillAddress()
  await kustom.press('pay')
  await page.waitForURL(receipt)
})

test('a payment whose record is late is awaited, and its page says so', async ({ page }) => {
  const kustom = await startInKustomFrame(page)
  const payment = await kustom.payment()
  await kustom.fillAddress()
  await kustom.control('POST', 'faults', { kind: 'late_record', provider: 'kustom', payment, delayMs: 2500 })
  await kustom.press('pay')
  await expect(page.getByRole('heading', { name: 'Vi bekräftar din betalning' })).toBeVisible()
  await page.waitForURL(receipt)
})

for (const width of [375, 1440])
  test(`the checkout with the frame open is accessible and fits ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await startInKustomFrame(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const { violations } = await new AxeBuilder({ page }).include('main').analyze()
    expect(violations).toEqual([])
  })

test('the frame can be opened in a checkout reached from the cart', async ({ page }) => {
  const shopper = shopperIn(page)
  await shopper.buy(demo.dear)
  await shopper.goToCheckout()
  await openKustomFrame(page)
})
