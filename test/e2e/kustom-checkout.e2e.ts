import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from '@playwright/test'
import { barriersOf } from '../accessibility.ts'
import { expect, test as base } from '../browser-test.ts'
import { exampleOrder, openKustom, type KustomWorld } from '../../modules/kustom/kustom.test-support.ts'

/** A shop's checkout page with the snippet of an order, and what the snippet's client API reported to it. */
interface Checkout {
  id: string
  frame: FrameLocator
  /** Names of the events so far. */
  events(): Promise<string[]>
  call(method: string, path: string, body?: unknown): ReturnType<KustomWorld['call']>
}

interface Fixtures {
  world: KustomWorld
  merchantPage: { url: string; show(snippet: string): void }
}

const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- the form Playwright asks for
  world: async ({}, use) => {
    const world = await openKustom()
    await use(world)
    await world.stop()
  },
  // eslint-disable-next-line no-empty-pattern -- the form Playwright asks for
  merchantPage: async ({}, use) => {
    let snippet = ''
    const server: Server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        request.url?.startsWith('/checkout')
          ? `<!doctype html><html lang="sv"><title>Shop</title><main>${snippet}</main><script>
              window.events = []
              const names = ['load', 'user_interacted', 'change', 'shipping_address_change', 'order_total_change', 'redirect_initiated', 'load_confirmation']
              window._klarnaCheckout((api) => {
                window.klarna = api
                api.on(Object.fromEntries(names.map((name) => [name, () => window.events.push(name)])))
              })
            </script></html>`
          : '<!doctype html><title>Confirmation</title><h1>Confirmation</h1>',
      )
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    await use({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      show: (markup) => (snippet = markup),
    })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})

async function openCheckout(page: Page, { world, merchantPage }: Fixtures, changes = {}): Promise<Checkout> {
  const order = exampleOrder(world.shopUrl)
  const urls = { ...(order['merchant_urls'] as object), confirmation: `${merchantPage.url}/thanks` }
  const made = await world.call('POST', '/checkout/v3/orders', { ...order, merchant_urls: urls, ...changes })
  merchantPage.show(String(made.body?.['html_snippet']))
  await page.goto(`${merchantPage.url}/checkout`)
  return {
    id: String(made.body?.['order_id']),
    frame: page.frameLocator('iframe[title="Kustom"]'),
    events: () => page.evaluate(() => (window as unknown as { events: string[] }).events),
    call: world.call,
  }
}

const statusOf = async ({ call, id }: Checkout) =>
  (await call('GET', `/checkout/v3/orders/${id}`)).body?.['status']

test('a shopper pays in the frame and comes to the confirmation', async ({ page, world, merchantPage }) => {
  const checkout = await openCheckout(page, { world, merchantPage })
  await checkout.frame.getByLabel('E-post').fill('anna@example.com')
  await checkout.frame.getByLabel('Postnummer').fill('11122')
  await checkout.frame.getByLabel('Förnamn').fill('Anna')
  await expect.poll(checkout.events).toEqual(expect.arrayContaining(['load', 'user_interacted']))
  await checkout.frame.getByRole('button', { name: 'Betala', exact: true }).click()
  await expect(page).toHaveURL(`${merchantPage.url}/thanks`)
  expect((await checkout.call('GET', `/ordermanagement/v1/orders/${checkout.id}`)).body).toMatchObject({
    status: 'AUTHORIZED',
    billing_address: { email: 'anna@example.com', given_name: 'Anna', postal_code: '11122' },
  })
})

test('a declined payment stays in the frame', async ({ page, world, merchantPage }) => {
  const checkout = await openCheckout(page, { world, merchantPage })
  await checkout.frame.getByRole('button', { name: 'Neka' }).click()
  await expect(checkout.frame.getByRole('status')).toHaveText(/nekades/)
  expect(await statusOf(checkout)).toBe('checkout_incomplete')
})

test('extra authentication is approved or aborted', async ({ page, world, merchantPage }) => {
  const checkout = await openCheckout(page, { world, merchantPage })
  await checkout.frame.getByRole('button', { name: 'Kräver extra verifiering' }).click()
  await checkout.frame.getByRole('button', { name: 'Avbryt' }).click()
  await expect(checkout.frame.getByRole('status')).toHaveText(/nekades/)
  await checkout.frame.getByRole('button', { name: 'Kräver extra verifiering' }).click()
  await checkout.frame.getByRole('button', { name: 'Godkänn' }).click()
  await expect(page).toHaveURL(`${merchantPage.url}/thanks`)
})

test('a tab that is closed after paying leaves a paid order without a redirect', async ({
  page,
  world,
  merchantPage,
}) => {
  const checkout = await openCheckout(page, { world, merchantPage })
  await checkout.frame.getByRole('button', { name: 'Betala och stäng fliken' }).click()
  await expect(checkout.frame.getByRole('status')).toHaveText(/Köpet är betalt/)
  expect(page.url()).toBe(`${merchantPage.url}/checkout`)
  expect(await statusOf(checkout)).toBe('checkout_complete')
})

test('a refusal by the shop shows its text', async ({ page, world, merchantPage }) => {
  const checkout = await openCheckout(page, { world, merchantPage })
  world.shopAnswers.set('/validation', {
    status: 400,
    body: '{"error_type":"approval_failed","error_text":"Slut i lager"}',
  })
  await checkout.frame.getByRole('button', { name: 'Betala', exact: true }).click()
  await expect(checkout.frame.getByRole('status')).toHaveText('Slut i lager')
})

test('a suspended frame takes no input and shows the new total when it is resumed', async ({
  page,
  world,
  merchantPage,
}) => {
  const checkout = await openCheckout(page, { world, merchantPage })
  await expect(checkout.frame.getByText('298,00')).toBeVisible()
  await page.evaluate(() => (window as unknown as { klarna: { suspend(): void } }).klarna.suspend())
  await expect(checkout.frame.getByRole('status')).toHaveText('Uppdaterar …')
  await expect(checkout.frame.locator('form')).toHaveAttribute('inert')
  const lines = (exampleOrder(world.shopUrl)['order_lines'] as object[]).slice(0, 1)
  const changed = { order_amount: 24900, order_tax_amount: 4980, order_lines: lines }
  expect((await checkout.call('POST', `/checkout/v3/orders/${checkout.id}`, changed)).status).toBe(200)
  await page.evaluate(() => (window as unknown as { klarna: { resume(): void } }).klarna.resume())
  await expect(checkout.frame.getByText('249,00')).toBeVisible()
  await expect(checkout.frame.locator('form')).not.toHaveAttribute('inert')
  await expect.poll(checkout.events).toContain('order_total_change')
})

test('the confirmation shows the completed order', async ({ page, world, merchantPage }) => {
  const { id } = await openCheckout(page, { world, merchantPage })
  await world.shopper(id, 'pay', { method: 'CARD' })
  const read = await world.call('GET', `/checkout/v3/orders/${id}`)
  merchantPage.show(String(read.body?.['html_snippet']))
  await page.reload()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Tack för ditt köp!' })).toBeVisible()
})

test('the frame is accessible and in the languages of sv-SE, nb-NO, de-DE and da-DK', async ({
  page,
  world,
  merchantPage,
}) => {
  await page.setViewportSize({ width: 375, height: 900 })
  for (const [locale, pay] of [
    ['sv-SE', 'Betala'],
    ['nb-NO', 'Betal'],
    ['de-DE', 'Zahlungspflichtig bestellen'],
    ['da-DK', 'Betal'],
  ] as const) {
    const checkout = await openCheckout(page, { world, merchantPage }, { locale })
    await expect(checkout.frame.getByRole('button', { name: pay, exact: true })).toBeVisible()
    expect(await barriersOf(page, { within: 'main' })).toEqual([])
  }
})
