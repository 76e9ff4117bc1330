import type { Page } from '@playwright/test'
import { barriersOf } from '../accessibility.ts'
import { expect, test } from '../browser-test.ts'
import { customersOfTest, loginPanel, logIn, type Customer } from '../customers.ts'
import { hydrated, callsTo, demo, field, shopperIn, plainPage } from '../shopper.ts'

const customers = customersOfTest(test)
const stored = (page: Page) => shopperIn(page).stored()

test.describe('a link with a login token', () => {
  /** A cart with an open checkout. */
  async function withCheckout(page: Page): Promise<void> {
    const shopper = shopperIn(page)
    await shopper.startInCheckoutWith(demo.dear)
    expect((await stored(page)).cart.checkoutID).not.toBeNull()
  }

  test('[QUERY-01] [QUERY-02] logs in, clears the checkout and shows the orders', async ({ page }) => {
    const customer = await customers().add()
    const token = await customers().token(customer, 'login')
    await withCheckout(page)
    const logins = callsTo(page, 'auth/login')
    const profiles = callsTo(page, 'auth/profile')
    await page.goto(`/sv?token=${token}`, { waitUntil: 'commit' })
    await page.waitForURL('**/sv/my-account/orders')
    expect(logins.map((call) => call.postDataJSON() as unknown)).toEqual([{ token }])
    expect(profiles.length).toBeGreaterThan(0)
    const { cart } = await stored(page)
    expect([cart.checkoutID, cart.shippingMethod, cart.paymentMethod, cart.servicePoint]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(Object.values(cart.providerOrders).map(({ id }) => id)).toEqual([null, null, null, null, null])
    expect(cart.items).toHaveLength(1)
  })

  test('[QUERY-03] that is refused opens the panel with a message and keeps the checkout', async ({
    page,
  }) => {
    await withCheckout(page)
    const { checkoutID } = (await stored(page)).cart
    await page.goto('/sv?token=stale&utm_source=x')
    await expect(loginPanel(page).getByRole('alert')).toContainText('Inloggningslänken gäller inte längre')
    expect(new URL(page.url()).search).toBe('?utm_source=x')
    expect((await stored(page)).cart.checkoutID).toBe(checkoutID)
    expect((await stored(page)).auth).toMatchObject({ user: null })
  })
})

test.describe('the account', () => {
  test('[ROUTE-04] [ROUTE-05] [ROUTE-06] [ROUTE-07] [ROUTE-08] [ROUTE-09] [ROLE-03] [ROLE-04] [ACCOUNT-01] opens all its pages to its customer', async ({
    page,
  }) => {
    await page.goto('/sv/my-account/orders')
    await page.waitForURL(/\/sv(?:\?login=|$)/)
    await logIn(page, await customers().add())
    for (const child of ['', '/overview']) {
      expect((await page.goto(`/sv/my-account${child}`))?.status()).toBe(200)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading')).toHaveText(['Mitt konto', 'Här samlas dina ordrar'])
      const menu = main.getByRole('navigation', { name: 'Kontosidor' })
      await expect(menu.getByRole('listitem')).toHaveText([
        'Översikt',
        'Erbjudanden',
        'Ordrar',
        'Returer',
        'Prenumerationer',
        'Mina uppgifter',
        'Sparade varor och listor',
        'Logga ut',
      ])
    }
    const headings = {
      offers: 'Erbjudanden',
      orders: 'Ordrar',
      returns: 'Returer',
      subscriptions: 'Prenumerationer',
      'profile/edit': 'Mina uppgifter',
      'orders/return': 'Returnera en order',
    }
    for (const [child, heading] of Object.entries(headings)) {
      expect([child, (await page.goto(`/sv/my-account/${child}`))?.status()]).toEqual([child, 200])
      await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
    }
    const menu = page.getByRole('navigation', { name: 'Kontosidor' })
    for (const child of ['addresses', 'data', 'security']) {
      await page.goto(`/sv/my-account/${child}`)
      await expect(menu.locator('[aria-current=true]')).toHaveText('Mina uppgifter')
    }
    // Another customer's order.
    expect((await page.goto('/sv/my-account/orders/return/S100001'))?.status()).toBe(403)
  })

  test('[ACCOUNT-02] [VALID-12] saves what its customer changes, once it is valid', async ({ page }) => {
    const customer = await customers().add({ firstName: 'Anna', lastName: 'Berg', postalCode: '12345' })
    await logIn(page, customer)
    const saves: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && saves.push(request.url()))
    await page.goto('/sv/my-account/profile/edit')
    const main = page.getByRole('main')
    await expect(main.getByLabel('E-post')).toHaveValue(customer.email)
    await main.getByLabel('Postnummer').fill('1234')
    await main.getByRole('button', { name: 'Spara' }).click()
    await expect(main.getByRole('alert')).toContainText('fem siffror')
    expect(saves).toEqual([])
    await main.getByLabel('Postnummer').fill('987 65')
    await field(page, 'phone').fill('070-123 45 67')
    await main.getByRole('button', { name: 'Spara' }).click()
    await expect(main.getByRole('status').filter({ hasText: 'Sparat.' })).toBeVisible()
    await page.reload()
    await expect(main.getByLabel('Postnummer')).toHaveValue('98765')
    expect(await barriersOf(page, { within: 'main' })).toEqual([])
  })

  test('[ACCOUNT-04] shows its orders as pending, empty or failed', async ({ page }) => {
    await logIn(page, await customers().add())
    const main = page.getByRole('main')
    let answer = () => {}
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/orders?*', async (route) => {
      await mayAnswer
      await route.continue()
    })
    await page.goto('/sv/my-account/orders')
    await expect(main.getByRole('status')).toHaveText('Hämtar …')
    answer()
    await expect(main.getByRole('heading', { name: 'Här samlas dina ordrar' })).toBeVisible()
    await page.unroute('**/api/orders?*')
    await page.route('**/api/orders?*', (route) => route.fulfill({ status: 500, json: { message: 'x' } }))
    await page.reload()
    await expect(main.getByRole('alert')).toContainText('Listan kunde inte hämtas.')
    await page.unroute('**/api/orders?*')
    await main.getByRole('button', { name: 'Försök igen' }).click()
    await expect(main.getByRole('heading', { name: 'Här samlas dina ordrar' })).toBeVisible()
  })

  test('[AUTH-14] [ROUTE-49] is left by logging out: the cart stays, the session does not', async ({
    page,
    context,
  }) => {
    const shopper = shopperIn(page)
    await logIn(page, await customers().add())
    await shopper.buy(demo.cheap)
    // Every document checks the session once; the one of this document is no longer in flight.
    await Promise.all([page.waitForResponse('**/api/auth/profile?*'), page.goto('/sv/my-account')])
    await hydrated(page)
    // The answer to a check of the session that began before comes when the session has ended.
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    const { promise: checked, resolve: check } = Promise.withResolvers<void>()
    await page.route('**/api/auth/profile?*', async (route) => {
      const answer = await route.fetch()
      await left
      await route.fulfill({ response: answer })
      check()
    })
    await page.reload()
    await hydrated(page)
    const roots: string[] = []
    await page.route(
      ({ pathname }) => pathname === '/',
      async (route) => {
        roots.push(route.request().url())
        leave()
        await checked
        await route.continue()
      },
    )
    // The address changes before the new document is loaded.
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Logga ut' }).click()])
    await page.waitForURL(/\/sv$/)
    expect(roots).toHaveLength(1)
    await page.unroute('**/api/auth/profile?*')
    await hydrated(page)
    const memory = await stored(page)
    expect(memory.cart.items).toHaveLength(1)
    expect(memory.auth).toEqual({ strategy: 'account', user: null })
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('anode_account')
    await page.goto('/sv/my-account')
    await page.waitForURL(/\/sv(?:\?login=|$)/)
  })
})

test.describe('the account link', () => {
  test('[CHROME-05] [CHROME-10] opens the panel for a guest and leads a customer to the orders, from the sidebar too', async ({
    page,
  }) => {
    const customer: Customer = await customers().add()
    const link = () => page.getByRole('banner').getByRole('link', { name: 'Mitt konto' })
    const sidebarLink = async () => {
      await page.getByRole('button', { name: 'Meny', exact: true }).click()
      return page.getByRole('dialog', { name: 'Meny' }).getByRole('link', { name: 'Mitt konto' })
    }
    await page.goto(`/sv${plainPage}`)
    await hydrated(page)
    await link().click()
    await expect(loginPanel(page)).toBeVisible()
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto(`/sv${plainPage}`)
    await hydrated(page)
    await (await sidebarLink()).click()
    await expect(loginPanel(page)).toBeVisible()
    await logIn(page, customer)
    await expect(await sidebarLink()).toHaveAttribute('href', '/sv/my-account/orders')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/sv${plainPage}`)
    await hydrated(page)
    await link().click()
    await page.waitForURL('**/sv/my-account/orders')
  })
})
