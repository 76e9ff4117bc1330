import type { Page } from '@playwright/test'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { paymentDriver, receipt, type PaymentDriver } from '../payment-drivers.ts'
import { demo, people, shopperIn } from '../shopper.ts'

/** A filled-in checkout with Stripe's fields. */
async function startWithStripe(page: Page, code: StoreCode = 'sv'): Promise<PaymentDriver> {
  await shopperIn(page, code).startInCheckoutWith(demo.dear)
  const stripe = paymentDriver(page, 'stripe', code)
  await stripe.choose()
  await stripe.fill()
  return stripe
}

// Sweden is in checkout-payments.e2e.ts, with every other end of a payment.
for (const code of storeCodes.filter((each) => each !== 'sv'))
  test(`[CHECKOUT-07] [CHECKOUT-11] in ${code} a shopper pays with a card and gets the receipt`, async ({
    page,
  }) => {
    await (await startWithStripe(page, code)).payTwice()
    await page.waitForURL(receipt)
    await expect(page.locator('[data-order-number]')).toHaveText(/[A-Z]\d{6}/)
    await expect(page.getByText(people[code].email).first()).toBeVisible()
    expect((await shopperIn(page, code).stored()).cart.items).toEqual([])
  })

test('an incomplete card writes no order', async ({ page }) => {
  await startWithStripe(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const frame = page.frameLocator('[data-frame] iframe')
  await frame.locator('[name=number]').fill('4242')
  await shopperIn(page).orderButton.click()
  await expect(frame.getByRole('status')).toHaveText('Kortnumret är ofullständigt.')
  expect(asked.filter((url) => url.includes('/commit'))).toEqual([])
})

test("the checkout with Stripe's fields is accessible and fits 375 and 1440 px", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 900 })
  await startWithStripe(page)
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width)
    expect(await barriersOf(page, { within: 'main' })).toEqual([])
  }
})
