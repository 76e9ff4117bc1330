import type { Page, Route } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import { customersOfTest, logIn } from '../customers.ts'
import { allRequestsRecorded, hydrated, callsTo, demo, field, people, shopperIn } from '../shopper.ts'

const customers = customersOfTest(test)
const main = (page: Page) => page.getByRole('main')

/** Answers with a status as long as the test says so, and with the shop's own response afterwards. */
async function answering(page: Page, path: string, status: number) {
  const stub = { on: true }
  await page.route(`**/api/${path}?*`, (route) =>
    stub.on ? route.fulfill({ status, json: { message: 'Stopp.' } }) : route.continue(),
  )
  return stub
}

/** The parts of a cart that must not get lost. */
async function cartOf(page: Page) {
  const { cart } = await shopperIn(page).stored()
  return cart.items.map(({ sku, quantity }) => ({ sku, quantity }))
}

test.describe('401', () => {
  test('[API-04] renews the session once and repeats the call', async ({ page }) => {
    await logIn(page, await customers().add())
    let refused = false
    await page.route('**/api/returns?*', (route) => {
      if (refused) return route.continue()
      refused = true
      return route.fulfill({ status: 401, json: { message: 'x' } })
    })
    // Every document checks the session once.
    const profile = '/sv/my-account/profile/edit'
    await Promise.all([page.waitForResponse('**/api/auth/profile?*'), page.goto(profile)])
    await hydrated(page)
    const returns = callsTo(page, 'returns')
    const profiles = callsTo(page, 'auth/profile')
    await main(page).getByRole('link', { name: 'Returer' }).click()
    await expect(main(page).getByRole('heading', { name: 'Du har inga returer' })).toBeVisible()
    await allRequestsRecorded(page)
    expect([returns.length, profiles.length]).toEqual([2, 1])
    expect((await shopperIn(page).stored()).auth).toMatchObject({ strategy: 'account', user: {} })
  })

  test('[API-04] that stays after it logs out and leads home; the cart stays', async ({ page }) => {
    const shopper = shopperIn(page)
    await logIn(page, await customers().add())
    await shopper.buy(demo.cheap)
    const before = await cartOf(page)
    await page.goto('/sv/my-account')
    await hydrated(page)
    await answering(page, 'orders', 401)
    const orders = callsTo(page, 'orders')
    await Promise.all([
      page.waitForURL(/\/(?:sv|no|de|da)$/),
      main(page).getByRole('link', { name: 'Ordrar' }).click(),
    ])
    expect(orders).toHaveLength(2)
    await hydrated(page)
    expect((await shopper.stored()).auth).toEqual({ strategy: 'account', user: null })
    expect(await cartOf(page)).toEqual(before)
  })
})

test('[API-04] 403 says that the login has no access, and offers no retry', async ({ page }) => {
  await logIn(page, await customers().add())
  await answering(page, 'orders', 403)
  await page.goto('/sv/my-account/orders')
  await expect(main(page).getByRole('alert')).toHaveText('Det här kontot har inte tillgång till sidan.')
  await expect(main(page).getByRole('button', { name: 'Försök igen' })).toHaveCount(0)
})

test('[API-04] 404 on a page’s data shows the not-found page', async ({ page }) => {
  const product = await shopperIn(page).product(demo.dear)
  const path = `/sv/artiklar/${product.slug}.html`
  // As the shop answers for a page it does not have.
  const missing = (route: Route) => {
    const { origin, search } = new URL(route.request().url())
    return route
      .fetch({ url: `${origin}/sv/artiklar/finns-inte.html.data${search}` })
      .then((response) => route.fulfill({ response }))
  }
  await page.route(`**${path}.data*`, missing)
  await page.goto(`/sv/sokresultat.html?query=${encodeURIComponent(product.name)}`)
  await hydrated(page)
  await page.locator(`article[data-sku="${product.sku}"]`).getByRole('link', { name: product.name }).click()
  await expect(main(page)).toContainText('404 · This page could not be found')
  await expect(page.getByRole('banner')).toBeVisible()
})

test('[API-04] 409 reloads what was changed meanwhile', async ({ page }) => {
  test.slow()
  const shopper = shopperIn(page)
  await shopper.startInCheckoutWith(demo.dear)
  await shopper.fillCheckout()
  const { checkoutID } = (await shopper.stored()).cart
  await page.route('**/api/checkout/*/complete?*', (route) =>
    route.fulfill({ status: 409, json: { message: 'x', code: 'total_changed', total: 1 } }),
  )
  const reads = callsTo(page, `checkout/${checkoutID}`)
  const syncs = callsTo(page, 'sync-cart')
  await shopper.orderButton.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Priset har ändrats till' })).toBeVisible()
  await expect.poll(() => reads.map((call) => call.method())).toContain('GET')
  await expect.poll(() => syncs.length).toBeGreaterThan(0)
  await expect(field(page, 'email')).toHaveValue(people.sv.email)
})

test('[API-04] 422 shows the errors at their fields, and what was typed stays', async ({ page }) => {
  await logIn(page, await customers().add({ firstName: 'Anna', lastName: 'Berg' }))
  await page.goto('/sv/my-account/profile/edit')
  const name = main(page).getByLabel('Förnamn')
  await expect(name).toHaveValue('Anna')
  await page.route('**/api/auth/profile?*', (route) =>
    route.fulfill({ status: 422, json: { message: 'x', errors: { firstName: 'Inte så.' } } }),
  )
  await name.fill('Annika')
  await main(page).getByRole('button', { name: 'Spara' }).click()
  await expect(name).toHaveAccessibleDescription(/Inte så\./)
  await expect(name).toHaveValue('Annika')
})

test('[API-04] 429, 500 and 503 show a message with a retry, and the cart loses nothing', async ({
  page,
}) => {
  const shopper = shopperIn(page)
  const product = await shopper.buy(demo.dear)
  for (const [place, status] of [429, 500, 503].entries()) {
    const quantity = place + 2
    const stub = await answering(page, 'sync-cart', status)
    await shopper.line(product.name).getByRole('button', { name: 'En till' }).click()
    const notice = shopper.cart.getByRole('alert')
    await expect(notice).toBeVisible()
    expect(await cartOf(page)).toEqual([{ sku: product.sku, quantity }])
    stub.on = false
    const syncs = callsTo(page, 'sync-cart')
    // The notice goes with the press, before the answer, and perhaps before the request is reported here.
    const [answer] = await Promise.all([
      page.waitForResponse('**/api/sync-cart?*'),
      notice.getByRole('button', { name: 'Försök igen' }).click(),
    ])
    expect(answer.status()).toBe(200)
    await answer.finished()
    await expect(notice).toHaveCount(0)
    await allRequestsRecorded(page)
    expect(syncs).toHaveLength(1)
    expect(await cartOf(page)).toEqual([{ sku: product.sku, quantity }])
  }
})

test('[API-04] 503 on an account’s list shows a message with a retry', async ({ page }) => {
  await logIn(page, await customers().add())
  const stub = await answering(page, 'orders', 503)
  await page.goto('/sv/my-account/orders')
  await expect(main(page).getByRole('alert')).toContainText('Listan kunde inte hämtas.')
  stub.on = false
  await main(page).getByRole('button', { name: 'Försök igen' }).click()
  await expect(main(page).getByRole('heading', { name: 'Här samlas dina ordrar' })).toBeVisible()
})
