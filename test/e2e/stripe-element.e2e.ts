import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from '@playwright/test'
import { barriersOf } from '../accessibility.ts'
import { expect, test as base } from '../browser-test.ts'
import type Stripe from 'stripe'
import { openStripe, type StripeWorld } from '../../modules/stripe/stripe.test-support.ts'

/** A shop's checkout page with the Payment Element of an intent, and what `confirmPayment` answered. */
interface Checkout {
  id: string
  frame: FrameLocator
  pay(): Promise<void>
  /** The code of the error that the page shows. */
  errorCode(): Promise<string | undefined>
  status(): Promise<string>
}

interface Fixtures {
  world: StripeWorld
  shop: { url: string; show(settings: object): void }
}

const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- the form Playwright asks for
  world: async ({}, use) => {
    const world = await openStripe()
    await use(world)
    await world.stop()
  },
  shop: async ({ world }, use) => {
    let settings: object = {}
    const server: Server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        request.url?.startsWith('/checkout')
          ? `<!doctype html><html lang="sv"><title>Shop</title><main><div id="fields"></div><button>Buy</button></main>
             <script src="${world.url}/dahlia/stripe.js"></script><script>
              const settings = ${JSON.stringify(settings)}
              const stripe = Stripe('pk_test_simulated_sv')
              window.elements = stripe.elements({ locale: settings.locale, ...settings.elements })
              elements.create('payment').mount('#fields')
              document.querySelector('button').onclick = async () => {
                const confirmParams = { return_url: new URL('/thanks?own=1', location.href).href }
                window.result = await stripe.confirmPayment({ elements, clientSecret: settings.clientSecret, confirmParams, redirect: settings.redirect })
              }
            </script></html>`
          : '<!doctype html><title>Confirmation</title><h1>Confirmation</h1>',
      )
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    await use({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      show: (given) => (settings = given),
    })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})

async function openCheckout(
  page: Page,
  { world, shop }: Fixtures,
  changes: { locale?: string; redirect?: string; isDeferred?: boolean; methods?: string[] } = {},
): Promise<Checkout> {
  const { locale = 'sv', redirect = 'if_required', isDeferred = false, methods = ['card', 'swish'] } = changes
  const made = await world.sdk.paymentIntents.create({
    amount: 29800,
    currency: 'sek',
    payment_method_types: methods,
    payment_method_options: { card: { capture_method: 'manual' } },
  })
  const elements = isDeferred
    ? { mode: 'payment', amount: 29800, currency: 'sek', paymentMethodTypes: methods }
    : { clientSecret: made.client_secret }
  shop.show({ clientSecret: made.client_secret, locale, redirect, elements })
  await page.goto(`${shop.url}/checkout`)
  type Result = { error?: Stripe.StripeRawError }
  return {
    id: made.id,
    frame: page.frameLocator('#fields iframe'),
    pay: () => page.getByRole('button', { name: 'Buy' }).click(),
    errorCode: () => page.evaluate(() => (window as unknown as { result?: Result }).result?.error?.code),
    status: async () => (await world.sdk.paymentIntents.retrieve(made.id)).status,
  }
}

const dialogOf = (page: Page) => page.frameLocator('dialog iframe')

test('a shopper pays with a card that is typed in', async ({ page, world, shop }) => {
  const checkout = await openCheckout(page, { world, shop }, { redirect: 'always' })
  await expect(checkout.frame.getByText('298,00')).toBeVisible()
  await checkout.frame.getByLabel('Kortnummer').fill('4242 4242 4242 4242')
  await checkout.frame.getByLabel('Utgångsdatum').fill('12 / 34')
  await checkout.frame.getByLabel('Säkerhetskod').fill('123')
  await checkout.pay()
  await expect(page).toHaveURL(/\/thanks\?own=1&payment_intent=pi_\w+&payment_intent_client_secret=/)
  expect(await checkout.status()).toBe('requires_capture')
})

test('an incomplete card is not sent', async ({ page, world, shop }) => {
  const checkout = await openCheckout(page, { world, shop })
  await checkout.frame.getByLabel('Kortnummer').fill('4242')
  await checkout.pay()
  await expect(checkout.frame.getByRole('status')).toHaveText('Kortnumret är ofullständigt.')
  await expect.poll(checkout.errorCode).toBe('incomplete_number')
  expect(await checkout.status()).toBe('requires_payment_method')
})

test('a declined card stays in place, and another card pays', async ({ page, world, shop }) => {
  const checkout = await openCheckout(page, { world, shop })
  await checkout.frame.getByRole('button', { name: 'Nekas' }).click()
  await checkout.pay()
  await expect.poll(checkout.errorCode).toBe('card_declined')
  await checkout.frame.getByRole('button', { name: 'Betalas' }).click()
  await checkout.pay()
  await expect.poll(checkout.status).toBe('requires_capture')
})

test('a bank verifies the purchase in a dialog, or refuses it', async ({ page, world, shop }) => {
  const checkout = await openCheckout(page, { world, shop })
  await checkout.frame.getByRole('button', { name: 'Kräver verifiering' }).click()
  await checkout.pay()
  await dialogOf(page).getByRole('button', { name: 'Avbryt' }).click()
  await expect.poll(checkout.errorCode).toBe('payment_intent_authentication_failure')
  await checkout.pay()
  await dialogOf(page).getByRole('button', { name: 'Godkänn', exact: true }).click()
  await expect.poll(checkout.status).toBe('requires_capture')
})

test('Swish is approved in its app and pays at once', async ({ page, world, shop }) => {
  const checkout = await openCheckout(page, { world, shop }, { redirect: 'always' })
  await checkout.frame.getByLabel('Swish').check()
  await checkout.pay()
  await dialogOf(page).getByRole('button', { name: 'Godkänn', exact: true }).click()
  await expect(page).toHaveURL(/\/thanks/)
  expect(await checkout.status()).toBe('succeeded')
})

test('MobilePay leads to a page of its own and back', async ({ page, world, shop }) => {
  const checkout = await openCheckout(page, { world, shop }, { methods: ['card', 'mobilepay'] })
  await checkout.frame.getByLabel('MobilePay').check()
  await checkout.pay()
  await page.getByRole('button', { name: 'Avbryt' }).click()
  await expect(page).toHaveURL(/\/thanks\?own=1&.*redirect_status=failed/)
  expect(await checkout.status()).toBe('requires_payment_method')
})

test('a tab that is closed after the payment leaves a paid intent', async ({ page, world, shop }) => {
  const checkout = await openCheckout(page, { world, shop }, { redirect: 'always' })
  await checkout.frame.getByRole('button', { name: 'Betalas' }).click()
  await checkout.frame.getByLabel('Stäng fliken efter betalningen').check()
  await checkout.pay()
  await expect.poll(checkout.status).toBe('requires_capture')
  expect(page.isClosed() || page.url() === `${shop.url}/checkout`).toBe(true)
})

test('elements that were made before their intent must show its amount', async ({ page, world, shop }) => {
  const checkout = await openCheckout(page, { world, shop }, { isDeferred: true })
  await checkout.frame.getByRole('button', { name: 'Betalas' }).click()
  const update = (amount: number) =>
    page.evaluate((changed) => {
      const { elements } = window as unknown as { elements: { update(changes: object): void } }
      elements.update({ amount: changed })
    }, amount)
  await update(19800)
  await expect(checkout.frame.getByText('198,00')).toBeVisible()
  await checkout.pay()
  await expect.poll(checkout.errorCode).toBe('integration_error')
  await update(29800)
  await checkout.pay()
  await expect.poll(checkout.status).toBe('requires_capture')
})

test('the element is accessible and in the languages sv, nb, de and da', async ({ page, world, shop }) => {
  await page.setViewportSize({ width: 375, height: 900 })
  for (const [locale, label] of [
    ['sv', 'Kortnummer'],
    ['nb', 'Kortnummer'],
    ['de', 'Kartennummer'],
    ['da', 'Kortnummer'],
  ] as const) {
    const checkout = await openCheckout(page, { world, shop }, { locale })
    await expect(checkout.frame.getByLabel(label)).toBeVisible()
    await expect(checkout.frame.locator('html')).toHaveAttribute('lang', locale)
    expect(await barriersOf(page, { within: 'main' })).toEqual([])
  }
})
