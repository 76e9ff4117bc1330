/**
 * How a shopper pays with each payment method in a real browser: the same actions for all of them, so that a test can
 * be a table of scenarios and methods.
 */
import { expect, type Locator, type Page } from '@playwright/test'
import type { StoreCode } from '../domain/stores/stores.ts'
import { kustomFrame, openKustomFrame } from './kustom-frame.ts'
import { chooseDelivery, field, people, shopperIn } from './shopper.ts'
import { openWalleyFrame, walleyFrame, type WalleyMethod } from './walley-frame.ts'

export const receipt = /\/checkout\/confirmation\/[0-9a-f]{32}$/

export interface PaymentDriver {
  /** Chooses delivery and the method in an open checkout, until it can be paid. */
  choose(): Promise<void>
  /** Enters what is never stored with the checkout, such as the card: again after each reload. */
  fill(): Promise<void>
  /** Presses the button that pays, twice at once: a shopper who is impatient. */
  payTwice(): Promise<void>
  /** Where the total to be paid is shown beside the button. */
  total: Locator
  /** The API call during which a slow network keeps the shopper waiting. */
  slowCall: string
  /** What the page shows during that call. */
  waits(): Promise<void>
  /** The payment that is open at the provider; null: the method has none before the order. */
  payment(): Promise<string | null>
  /** The provider refuses, and the page says so; null: it cannot. */
  decline: (() => Promise<void>) | null
  /**
   * The shopper does not pass the extra authentication, and the page says so; then passes it with another try. Null:
   * there is none.
   */
  authentication: { fail(): Promise<void>; pass(): Promise<void> } | null
  /** Ends the session at the provider, and lets the page notice; null: there is none. */
  expire: (() => Promise<void>) | null
  /** Pays and closes the tab, and lets the provider report it. */
  payAndClose(): Promise<void>
}

const shownFrame = (page: Page) => expect(page.locator('[data-frame=shown]')).toBeVisible()

const pressTwice = (button: Locator) =>
  button.evaluate((pressed: HTMLButtonElement) => {
    pressed.click()
    pressed.click()
  })

async function waitsForConfirmation(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Vi bekräftar din betalning' })).toBeVisible()
}

const faultOf = (provider: string, payment: string) => ({ kind: 'expired_session', provider, payment })

function kustom(page: Page, code: StoreCode): PaymentDriver {
  const kustomPage = kustomFrame(page, code)
  const { frame } = kustomPage
  const isDeclined = () => expect(frame.getByRole('status')).toHaveText(/nekades/)
  return {
    choose: async () => void (await openKustomFrame(page, code)),
    async fill() {
      await shownFrame(page)
      await kustomPage.fillAddress()
    },
    payTwice: () => pressTwice(frame.locator('button[value=pay]')),
    total: frame.locator('#total'),
    slowCall: '**/payment/result?*',
    waits: () => waitsForConfirmation(page),
    payment: () => kustomPage.payment(),
    async decline() {
      await kustomPage.press('decline')
      await isDeclined()
    },
    authentication: {
      async fail() {
        await kustomPage.press('authenticate')
        await kustomPage.press('abort')
        await isDeclined()
      },
      async pass() {
        await kustomPage.press('authenticate')
        await kustomPage.press('approve')
      },
    },
    async expire() {
      await kustomPage.control('POST', 'faults', faultOf('kustom', await kustomPage.payment()))
      await page.reload()
    },
    async payAndClose() {
      const payment = await kustomPage.payment()
      await kustomPage.press('close')
      await expect(frame.getByRole('status')).toHaveText(/Köpet är betalt/)
      await page.close()
      await kustomPage.control('POST', 'callbacks', { provider: 'kustom', callback: 'push', payment })
    },
  }
}

function walley(page: Page, code: StoreCode, method: WalleyMethod): PaymentDriver {
  const walleyPage = walleyFrame(page, code)
  const { frame } = walleyPage
  const company = { organizationNumber: '556737-0431', companyName: 'Ek AB', invoiceReference: 'KS 12' }
  return {
    async choose() {
      if (method === 'walley_b2b') await page.getByRole('radio', { name: 'Företag' }).check()
      await openWalleyFrame(page, code, method)
    },
    async fill() {
      await shownFrame(page)
      await walleyPage.fill(method === 'walley_b2b' ? company : {})
    },
    payTwice: () => pressTwice(frame.locator('button[value=pay]')),
    total: frame.locator('#total'),
    slowCall: '**/payment/result?*',
    waits: () => waitsForConfirmation(page),
    payment: () => walleyPage.token(),
    async decline() {
      await walleyPage.press('decline')
      await expect(frame.getByRole('status')).toHaveText(/nekades/)
    },
    authentication: null,
    async expire() {
      const { cart } = await shopperIn(page, code).stored()
      const payment = cart.providerOrders[method].id!.split('.')[0]!
      await walleyPage.call('POST', 'control/faults', faultOf('walley', payment))
      // The frame notices with the next request, and tells the page. It takes no input while the cart changes.
      await shownFrame(page)
      await expect(frame.locator('form')).not.toHaveAttribute('inert')
      await frame.locator('[name=postalCode]').fill(people[code].postalCode.replace(/.$/, '9'))
      await frame.locator('[name=email]').focus()
    },
    async payAndClose() {
      await walleyPage.press('close')
      await expect(frame.getByRole('status')).toHaveText(/Köpet är betalt/)
      await page.close()
    },
  }
}

/** Test cards of Stripe. */
const cards = {
  pays: '4242424242424242',
  declines: '4000000000009995',
  authenticates: '4000000000003220',
}

function stripe(page: Page, code: StoreCode): PaymentDriver {
  const { orderButton } = shopperIn(page, code)
  const element = page.locator('[data-frame] iframe')
  const frame = page.frameLocator('[data-frame] iframe')
  const fillCard = async (number: string) => {
    await frame.locator('[name=number]').fill(number)
    await frame.locator('[name=expiry]').fill('12 / 34')
    await frame.locator('[name=cvc]').fill('123')
  }
  const source = async () => new URL((await element.getAttribute('src'))!)
  const payment = async () => (await source()).searchParams.get('secret')!.replace(/_secret_.*$/, '')
  const refused = (message: string) =>
    expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  const decide = (action: 'approve' | 'fail') =>
    page.frameLocator('dialog iframe[title=Stripe]').locator(`button[value=${action}]`).click()
  return {
    async choose() {
      const { identityNumber: _, ...texts } = people[code]
      for (const [name, text] of Object.entries(texts)) await field(page, name).fill(text)
      await field(page, 'city').blur()
      await chooseDelivery(page, 'stripe')
      await shownFrame(page)
    },
    async fill() {
      await shownFrame(page)
      await fillCard(cards.pays)
      await page.locator('[name=acceptTerms]').check()
    },
    payTwice: () => pressTwice(orderButton),
    total: frame.locator('#total'),
    slowCall: '**/payment/commit?*',
    waits: () => expect(page.locator('main form button[type=submit]').last()).toBeDisabled(),
    payment,
    async decline() {
      await fillCard(cards.declines)
      await orderButton.click()
      await refused('Kortet saknar täckning.')
      await fillCard(cards.pays)
    },
    authentication: {
      async fail() {
        await fillCard(cards.authenticates)
        await orderButton.click()
        await decide('fail')
        await refused('Betalningen kunde inte verifieras.')
      },
      async pass() {
        await orderButton.click()
        await decide('approve')
      },
    },
    async expire() {
      const { origin } = await source()
      const answer = await page.request.post(`${origin}/control/faults`, {
        data: JSON.stringify(faultOf('stripe', await payment())),
      })
      expect(answer.ok()).toBe(true)
      await page.reload()
    },
    async payAndClose() {
      const { origin } = await source()
      const id = await payment()
      const { request } = page.context()
      await frame.locator('[name=close]').check()
      await orderButton.click()
      await expect
        .poll(async () => {
          const answer = await request.get(`${origin}/control/payments`)
          const all = (await answer.json()) as { id: string; status: string }[]
          return all.find((each) => each.id === id)?.status
        })
        .toBe('requires_capture')
      await page.close()
    },
  }
}

function invoice(page: Page, code: StoreCode): PaymentDriver {
  const shopper = shopperIn(page, code)
  return {
    choose: () => shopper.fillCheckout(),
    async fill() {
      await field(page, 'identityNumber').fill(people[code].identityNumber)
      await page.locator('[name=acceptTerms]').check()
      await expect(shopper.orderButton).toBeEnabled()
    },
    payTwice: () => pressTwice(shopper.orderButton),
    total: page.locator('[data-checkout-total]').last(),
    slowCall: '**/complete?*',
    waits: () => expect(page.locator('main form button[type=submit]').last()).toBeDisabled(),
    payment: async () => null,
    decline: null,
    authentication: null,
    expire: null,
    async payAndClose() {
      const placed = Promise.withResolvers<void>()
      // The shop answers, and nobody is there to read it.
      await page.route('**/complete?*', async (route) => {
        await route.fetch()
        placed.resolve()
      })
      await shopper.orderButton.click()
      await placed.promise
      await page.close()
    },
  }
}

export const methods = ['klarna', 'stripe', 'walley_b2c', 'walley_b2b', 'invoice'] as const
export type Method = (typeof methods)[number]

export function paymentDriver(page: Page, method: Method, code: StoreCode = 'sv'): PaymentDriver {
  switch (method) {
    case 'klarna':
      return kustom(page, code)
    case 'stripe':
      return stripe(page, code)
    case 'walley_b2c':
    case 'walley_b2b':
      return walley(page, code, method)
    case 'invoice':
      return invoice(page, code)
  }
}

/** The provider's frame does not cover more than the choice that it belongs to. */
export async function expectFrameInCard(page: Page): Promise<void> {
  await expect(async () => {
    const frame = (await page.locator('[data-frame] iframe').boundingBox())!
    const card = (await page
      .locator('[data-chosen=true]')
      .filter({ has: page.locator('[data-frame]') })
      .boundingBox())!
    expect(frame.x).toBeGreaterThanOrEqual(card.x)
    expect(frame.x + frame.width).toBeLessThanOrEqual(card.x + card.width)
    expect(frame.width).toBeGreaterThanOrEqual(320)
  }).toPass({ timeout: 20_000 })
}
