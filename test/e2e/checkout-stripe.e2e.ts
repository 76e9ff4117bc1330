import type { Page } from '@playwright/test'
import { barriersOf } from '../accessibility.ts'
import { signInStaff } from '../admin/admin-page.ts'
import { expect, test } from '../browser-test.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { customersOfTest } from '../customers.ts'
import { paymentDriver, receipt, type PaymentDriver } from '../payment-drivers.ts'
import { allRequestsRecorded, demo, people, shopperIn } from '../shopper.ts'

const customers = customersOfTest(test)

/** A filled-in checkout with Stripe's fields. */
async function startWithStripe(page: Page, code: StoreCode = 'sv'): Promise<PaymentDriver> {
  await shopperIn(page, code).startInCheckoutWith(demo.dear)
  const stripe = paymentDriver(page, 'stripe', code)
  await stripe.choose()
  await stripe.fill()
  return stripe
}

async function payWithCard(page: Page, code: StoreCode): Promise<string> {
  await (await startWithStripe(page, code)).payTwice()
  await page.waitForURL(receipt)
  const number = page.locator('[data-order-number]')
  await expect(number).toHaveText(/[A-Z]\d{6}/)
  await expect(page.getByText(people[code].email).first()).toBeVisible()
  expect((await shopperIn(page, code).stored()).cart.items).toEqual([])
  return /[A-Z]\d{6}/.exec(await number.innerText())![0]
}

// Sweden is in checkout-payments.e2e.ts, with every other end of a payment.
for (const code of ['no', 'da'] as const)
  test(`[CHECKOUT-07] [CHECKOUT-11] in ${code} a shopper pays with a card and gets the receipt`, async ({
    page,
  }) => {
    await payWithCard(page, code)
  })

test('[CHECKOUT-07] [CHECKOUT-11] in de a shopper pays with a card and gets the receipt, and staff capture it', async ({
  page,
}) => {
  const number = await payWithCard(page, 'de')
  const url = await signInStaff(page, customers().db, 'manager')
  await page.goto(`${url}/orders/${number}/capture`)
  const dialog = page.getByRole('dialog', { name: 'Capture the payment', exact: true })
  await dialog.getByRole('button', { name: 'Capture the payment' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Captured').first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
})

test('an incomplete card writes no order', async ({ page }) => {
  await startWithStripe(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const frame = page.frameLocator('[data-frame] iframe')
  await frame.locator('[name=number]').fill('4242')
  await shopperIn(page).orderButton.click()
  await expect(frame.getByRole('status')).toHaveText('Kortnumret är ofullständigt.')
  // As after any other refusal: the summary has the focus, and leads to what is missing.
  const summary = page.getByRole('group', { name: 'Några uppgifter saknas eller är fel' })
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Kortnumret är ofullständigt.' }).click()
  await expect(page.locator('[name=paymentMethod][value=stripe]')).toBeFocused()
  await allRequestsRecorded(page)
  expect(asked.filter((url) => url.includes('/commit'))).toEqual([])
})

test('[CHECKOUT-07] every means is one choice, and after a declined card Swish can be chosen', async ({
  page,
}) => {
  const stripe = await startWithStripe(page)
  const names = page.locator('label:has([name=paymentMethod])')
  await expect(names).toContainText([
    /^Kort/,
    /^Swish/,
    /^Faktura och delbetalning via Kustom/,
    /^Faktura och delbetalning via Walley/,
    /^Faktura/,
  ])
  await stripe.decline!()
  await page.locator('[name=paymentMethod][value="stripe:swish"]').check()
  await expect(page.locator('[data-frame=shown]')).toBeVisible()
  await shopperIn(page).orderButton.click()
  await page.frameLocator('dialog iframe[title=Stripe]').locator('button[value=approve]').click()
  await page.waitForURL(receipt)
  await expect(page.getByRole('main')).toContainText('Swish')
  await expect(page.getByRole('main')).toContainText('Betald')
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
