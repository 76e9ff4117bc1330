import type { Page } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import { allRequestsRecorded, demo, field, people, shopperIn } from '../shopper.ts'

/** A completed checkout form, one press away from the order. */
async function atTheButton(page: Page) {
  const shopper = shopperIn(page)
  const product = await shopper.startInCheckoutWith(demo.dear)
  await shopper.fillCheckout()
  return { shopper, product }
}

/** Refuses the next order; the ones after it reach the shop. */
async function refuseOnce(page: Page, refusal: { status: number; json: object } | null) {
  let refused = false
  await page.route('**/api/checkout/*/complete?*', (route) => {
    if (refused) return route.continue()
    refused = true
    return refusal === null ? route.abort() : route.fulfill(refusal)
  })
}

test.describe('an invalid form', () => {
  test('lets the press that leaves an invalid field reach what is pressed', async ({ page }) => {
    const { shopper } = await atTheButton(page)
    const terms = page.locator('[name=acceptTerms]')
    await terms.uncheck()
    await field(page, 'identityNumber').fill('123')
    await terms.check()
    await expect(field(page, 'identityNumber')).toHaveAttribute('aria-invalid', 'true')
    await field(page, 'identityNumber').fill(people.sv.identityNumber)
    await shopper.placeOrder()
  })

  test('[VALID-12] shows an invalid postal code and telephone number on blur, without a request', async ({
    page,
  }) => {
    const shopper = shopperIn(page)
    await shopper.startInCheckoutWith(demo.dear)
    const asked: string[] = []
    page.on('request', (request) => void (request.url().includes('/api/') && asked.push(request.url())))
    for (const [name, value, text] of [
      ['postalCode', '1234', 'Skriv fem siffror, till exempel 123 45.'],
      ['phone', '07012', 'Skriv ett helt telefonnummer'],
    ] as const) {
      await field(page, name).fill(value)
      await field(page, name).blur()
      await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
      await expect(field(page, name)).toHaveAccessibleDescription(new RegExp(text))
    }
    await allRequestsRecorded(page)
    expect(asked).toEqual([])
    await field(page, 'postalCode').fill('12345')
    await expect(field(page, 'postalCode')).not.toHaveAttribute('aria-invalid')
  })

  test('[CHECKOUT-16] [VALID-12] lists every field at the top, links to each, and sends nothing', async ({
    page,
  }) => {
    const { shopper } = await atTheButton(page)
    const sent: string[] = []
    page.on('request', (request) => void (request.url().includes('/complete') && sent.push(request.url())))
    await field(page, 'email').fill('anna@exempel')
    await field(page, 'city').fill('')
    await page.locator('[name=acceptTerms]').uncheck()
    await shopper.orderButton.click()
    const summary = page.getByRole('group', { name: 'Några uppgifter saknas eller är fel:' })
    await expect(summary.getByRole('link')).toHaveText([/^E-post:/, 'Fyll i ”Ort”.', /^Köpvillkor:/])
    await expect(page.getByText('Godkänn köpvillkoren för att beställa.').last()).toBeVisible()
    await summary.getByRole('link', { name: 'Fyll i ”Ort”.' }).click()
    await expect(field(page, 'city')).toBeFocused()
    await expect(page.getByRole('link', { name: 'Integritetspolicy' })).toHaveAttribute('href', '/sv/privacy')
    await allRequestsRecorded(page)
    expect(sent).toEqual([])
  })

  test('[VALID-13] shows the server’s errors at their fields', async ({ page }) => {
    const { shopper } = await atTheButton(page)
    await refuseOnce(page, {
      status: 422,
      json: {
        message: 'Kontrollera fälten.',
        code: 'invalid_fields',
        errors: { postalCode: 'Dit levererar vi inte.' },
      },
    })
    await shopper.orderButton.click()
    await expect(field(page, 'postalCode')).toHaveAccessibleDescription(/Dit levererar vi inte\./)
    await expect(page.getByRole('link', { name: 'Postnummer: Dit levererar vi inte.' })).toBeVisible()
  })
})

test.describe('a refused order', () => {
  test('shows the new total and asks again', async ({ page }) => {
    const { shopper } = await atTheButton(page)
    await refuseOnce(page, { status: 409, json: { message: 'Ändrat.', code: 'total_changed', total: 1 } })
    await shopper.orderButton.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Priset har ändrats till' })).toBeVisible()
    await shopper.placeOrder()
  })

  for (const [how, refusal, text] of [
    [
      'the shop is overloaded',
      { status: 503, json: { message: 'Butiken hinner inte med just nu.' } },
      'Butiken hinner inte med just nu.',
    ],
    ['no answer comes', null, 'Vi fick inget svar.'],
  ] as const) {
    test(`loses nothing that was typed when ${how}`, async ({ page }) => {
      const { shopper } = await atTheButton(page)
      await refuseOnce(page, refusal)
      await shopper.orderButton.click()
      await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
      for (const name of ['email', 'firstName', 'address', 'identityNumber'] as const)
        await expect(field(page, name)).toHaveValue(people.sv[name])
      await shopper.placeOrder()
    })
  }

  test('whose checkout is gone gets a new one, with everything typed', async ({ page }) => {
    const { shopper } = await atTheButton(page)
    const { checkoutID } = (await shopper.stored()).cart
    await refuseOnce(page, { status: 404, json: { message: 'Kassan finns inte längre.' } })
    await shopper.orderButton.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Kassan hade gått ut' })).toBeVisible()
    expect((await shopper.stored()).cart.checkoutID).not.toBe(checkoutID)
    await expect(field(page, 'email')).toHaveValue(people.sv.email)
    await shopper.placeOrder()
  })
})

test('a checkout that cannot be opened says so, keeps the cart, and opens on retry', async ({ page }) => {
  const shopper = shopperIn(page)
  await shopper.buy(demo.dear)
  let down = true
  await page.route(/\/api\/checkout\?/, (route) =>
    down ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  )
  await shopper.visit('/checkout')
  await expect(page.getByRole('alert').filter({ hasText: 'Din korg är kvar' })).toBeVisible()
  down = false
  await page.getByRole('button', { name: 'Försök igen' }).click()
  await expect(shopper.orderButton).toBeVisible()
})
