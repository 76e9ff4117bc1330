import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { demo, field, people, shopperIn } from '../shopper.ts'

const receipt = /\/checkout\/confirmation\/[0-9a-f]{32}$/
const cards = { pays: '4242424242424242', declines: '4000000000009995', authenticates: '4000000000003220' }

/** A filled-in checkout with Stripe's fields. */
async function startWithStripe(page: Page, code: StoreCode = 'sv') {
  const shopper = shopperIn(page, code)
  await shopper.startInCheckoutWith(demo.dear)
  const { identityNumber: _, ...texts } = people[code]
  for (const [name, text] of Object.entries(texts)) await field(page, name).fill(text)
  await field(page, 'city').blur()
  await page.getByRole('radio').and(page.locator('[name=shippingMethod]')).first().check()
  await page.getByRole('radio').and(page.locator('[name=paymentMethod][value=stripe]')).check()
  const points = page.getByRole('radio').and(page.locator('[name=servicePoint]'))
  const shown = page.locator('[data-frame=shown]')
  await points.first().or(shown).first().waitFor()
  if ((await points.count()) > 0) await points.first().check()
  await expect(shown).toBeVisible()
  await page.locator('[name=acceptTerms]').check()
  const frame = page.frameLocator('[data-frame] iframe')
  const dialog = page.frameLocator('dialog iframe[title=Stripe]')
  return {
    shopper,
    frame,
    pay: () => shopper.orderButton.click(),
    async fill(number: string) {
      await frame.locator('[name=number]').fill(number)
      await frame.locator('[name=expiry]').fill('12 / 34')
      await frame.locator('[name=cvc]').fill('123')
    },
    decide: (action: 'approve' | 'fail') => dialog.locator(`button[value=${action}]`).click(),
    /** Reads the payment from the simulator, also after the page is gone. */
    async payment() {
      const frameUrl = new URL((await page.locator('[data-frame] iframe').getAttribute('src'))!)
      const id = frameUrl.searchParams.get('secret')?.replace(/_secret_.*$/, '')
      return async () => {
        const answer = await page.request.get(`${frameUrl.origin}/control/payments`)
        const all = (await answer.json()) as { id: string; status: string; reference: string | null }[]
        return all.find((each) => each.id === id)
      }
    },
  }
}

for (const code of storeCodes)
  test(`[CHECKOUT-07] [CHECKOUT-11] in ${code} a shopper pays with a card and gets the receipt`, async ({
    page,
  }) => {
    const checkout = await startWithStripe(page, code)
    await checkout.fill(cards.pays)
    await checkout.pay()
    await page.waitForURL(receipt)
    await expect(page.locator('[data-order-number]')).toHaveText(/[A-Z]\d{6}/)
    await expect(page.getByText(people[code].email)).toBeVisible()
    expect((await checkout.shopper.stored()).cart.items).toEqual([])
  })

test('[CHECKOUT-12] a declined card keeps the cart and the form, and another card pays', async ({ page }) => {
  const checkout = await startWithStripe(page)
  await checkout.fill(cards.declines)
  await checkout.pay()
  await expect(page.getByRole('alert')).toContainText('Kortet saknar täckning.')
  expect((await checkout.shopper.stored()).cart.items).toHaveLength(1)
  await expect(field(page, 'address')).toHaveValue(people.sv.address)
  await checkout.fill(cards.pays)
  await checkout.pay()
  await page.waitForURL(receipt)
})

test('an incomplete card writes no order', async ({ page }) => {
  const checkout = await startWithStripe(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await checkout.fill('4242')
  await checkout.pay()
  await expect(checkout.frame.getByRole('status')).toHaveText('Kortnumret är ofullständigt.')
  expect(asked.filter((url) => url.includes('/commit'))).toEqual([])
})

test('3-D Secure is refused and then approved', async ({ page }) => {
  const checkout = await startWithStripe(page)
  await checkout.fill(cards.authenticates)
  await checkout.pay()
  await checkout.decide('fail')
  await expect(page.getByRole('alert')).toContainText('Betalningen kunde inte verifieras.')
  await checkout.pay()
  await checkout.decide('approve')
  await page.waitForURL(receipt)
})

test('[CHECKOUT-13] an order is completed by the webhook when the tab was closed after paying', async ({
  page,
  context,
}) => {
  const checkout = await startWithStripe(page)
  const { cart } = await checkout.shopper.stored()
  const payment = await checkout.payment()
  await checkout.fill(cards.pays)
  await checkout.frame.locator('[name=close]').check()
  await checkout.pay()
  await expect.poll(async () => (await payment())?.status).toBe('requires_capture')
  expect((await payment())?.reference).toMatch(/^S\d{6}$/)
  const other = await context.newPage()
  await other.goto(`/sv/checkout/${cart.checkoutID}`)
  await other.waitForURL(receipt)
})

test('[CHECKOUT-10] a cart changed in a second tab is paid as it is now', async ({ page, context }) => {
  const checkout = await startWithStripe(page)
  const total = checkout.frame.locator('#total')
  const before = await total.innerText()
  await shopperIn(await context.newPage()).buy(demo.cheap)
  await expect(total).not.toHaveText(before)
  await checkout.fill(cards.pays)
  await checkout.pay()
  await page.waitForURL(receipt)
})

for (const width of [375, 1440])
  test(`the checkout with Stripe's fields is accessible and fits ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await startWithStripe(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const { violations } = await new AxeBuilder({ page }).include('main').analyze()
    expect(violations).toEqual([])
  })
