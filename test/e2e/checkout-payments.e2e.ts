import type { Page } from '@playwright/test'
import { expect, test } from '../browser-test.ts'
import { openCheckoutRecords, type RecordedOrder } from '../checkout-records.ts'
import { mailWaitMs } from '../outbox.ts'
import { methods, paymentDriver, receipt, type Method, type PaymentDriver } from '../payment-drivers.ts'
import { demo, hydrated, shopperIn } from '../shopper.ts'

/** What the shop and the browser hold after a scenario. */
interface EndState {
  orders: RecordedOrder[]
  cart: 'kept' | 'emptied'
}

const unpaid: EndState = { orders: [], cart: 'kept' }
/** Our own button writes the order before the provider is asked: its stock is held for another try. */
const awaitsPayment = (reserved: number): EndState => ({
  orders: [{ status: 'pending', payment: 'pending', reserved, mails: [] }],
  cart: 'kept',
})
const paid = (payment: string, reserved: number): EndState => ({
  orders: [{ status: 'received', payment, reserved, mails: ['confirmation'] }],
  cart: 'emptied',
})

/**
 * Scenario × payment method × end state. `null`: the method has no such thing: the invoice asks nobody, and Walley
 * authenticates the shopper before its frame pays.
 */
const endStates = {
  reload: { klarna: unpaid, stripe: unpaid, walley_b2c: unpaid, walley_b2b: unpaid, invoice: unpaid },
  'tab closed before paying': {
    klarna: unpaid,
    stripe: unpaid,
    walley_b2c: unpaid,
    walley_b2b: unpaid,
    invoice: unpaid,
  },
  'cart changed in a second tab': {
    klarna: unpaid,
    stripe: unpaid,
    walley_b2c: unpaid,
    walley_b2b: unpaid,
    invoice: unpaid,
  },
  'expired session': {
    klarna: unpaid,
    stripe: unpaid,
    walley_b2c: unpaid,
    walley_b2b: unpaid,
    invoice: null,
  },
  declined: {
    klarna: unpaid,
    stripe: awaitsPayment(2),
    walley_b2c: awaitsPayment(2),
    walley_b2b: awaitsPayment(2),
    invoice: null,
  },
  'authentication failed': {
    klarna: unpaid,
    stripe: awaitsPayment(1),
    walley_b2c: null,
    walley_b2b: null,
    invoice: null,
  },
  'authentication passed': {
    klarna: paid('authorized', 1),
    stripe: paid('authorized', 1),
    walley_b2c: null,
    walley_b2b: null,
    invoice: null,
  },
  'paid with a double click on a slow network': {
    klarna: paid('authorized', 2),
    stripe: paid('authorized', 2),
    walley_b2c: paid('authorized', 2),
    walley_b2b: paid('authorized', 2),
    invoice: paid('authorized', 2),
  },
  'back button after paying': {
    klarna: paid('authorized', 2),
    stripe: paid('authorized', 2),
    walley_b2c: paid('authorized', 2),
    walley_b2b: paid('authorized', 2),
    invoice: paid('authorized', 2),
  },
  'tab closed after paying': {
    klarna: paid('authorized', 1),
    stripe: paid('authorized', 1),
    walley_b2c: paid('authorized', 1),
    walley_b2b: paid('authorized', 1),
    invoice: paid('authorized', 1),
  },
} satisfies Record<string, Record<Method, EndState | null>>
type Scenario = keyof typeof endStates

let records: Awaited<ReturnType<typeof openCheckoutRecords>>
test.beforeAll(async () => {
  records = await openCheckoutRecords()
})
test.afterAll(() => records.close())

async function checkoutOf(page: Page): Promise<string> {
  return (await shopperIn(page).stored()).cart.checkoutID!
}

/** Runs a scenario unless the method has no such thing, then compares what it led to. */
async function check(
  scenario: Scenario,
  method: Method,
  checkout: string,
  play: () => Promise<Page>,
): Promise<void> {
  const expected: EndState | null = endStates[scenario][method]
  if (expected === null) return
  await test.step(scenario, async () => {
    const page = await play()
    await expect.poll(() => records.ordersOf(checkout), { timeout: mailWaitMs }).toEqual(expected.orders)
    // Again where the page goes on to another one meanwhile.
    await expect(async () => {
      const { cart } = await shopperIn(page).stored()
      expect(cart.items.length > 0 ? 'kept' : 'emptied').toBe(expected.cart)
    }).toPass()
  })
}

/** Holds the first call until the page says that it waits. */
async function payOnSlowNetwork(page: Page, driver: PaymentDriver): Promise<void> {
  const answered = Promise.withResolvers<void>()
  await page.route(driver.slowCall, async (route) => {
    await answered.promise
    await route.continue()
  })
  await driver.payTwice()
  await driver.waits()
  answered.resolve()
  await page.waitForURL(receipt)
}

for (const method of methods)
  test.describe(`a checkout with ${method}`, () => {
    test('[CHECKOUT-08] [CHECKOUT-09] [CHECKOUT-10] [CHECKOUT-12] [CHECKOUT-14] is paid once, whatever happens before', async ({
      page: first,
      context,
    }) => {
      await shopperIn(first).startInCheckoutWith(demo.dear)
      await paymentDriver(first, method).choose()
      const checkout = await checkoutOf(first)
      const payment = await paymentDriver(first, method).payment()
      await check('reload', method, checkout, async () => {
        await first.reload()
        await hydrated(first)
        await paymentDriver(first, method).fill()
        expect(await paymentDriver(first, method).payment()).toBe(payment)
        return first
      })

      const page = await context.newPage()
      const driver = paymentDriver(page, method)
      await check('tab closed before paying', method, checkout, async () => {
        await first.close()
        await page.goto(`/sv/checkout/${checkout}`)
        await driver.fill()
        expect(await driver.payment()).toBe(payment)
        return page
      })
      await check('cart changed in a second tab', method, checkout, async () => {
        const before = await driver.total.innerText()
        const other = await context.newPage()
        await shopperIn(other).buy(demo.cheap)
        await expect(driver.total).not.toHaveText(before)
        await other.close()
        return page
      })
      await check('expired session', method, checkout, async () => {
        await driver.expire!()
        await expect.poll(() => driver.payment().catch(() => payment)).not.toBe(payment)
        return page
      })
      await driver.fill()
      await check('declined', method, checkout, async () => {
        await driver.decline!()
        return page
      })
      await check('paid with a double click on a slow network', method, checkout, async () => {
        await payOnSlowNetwork(page, driver)
        return page
      })
      await check('back button after paying', method, checkout, async () => {
        const confirmed = page.url()
        await page.goBack({ waitUntil: 'commit' })
        await page.waitForURL(confirmed)
        return page
      })
    })

    test('[CHECKOUT-13] is completed when the tab was closed after paying, and shows the receipt to who comes back', async ({
      page,
      context,
    }) => {
      await shopperIn(page).startInCheckoutWith(demo.dear)
      const driver = paymentDriver(page, method)
      await driver.choose()
      await driver.fill()
      const checkout = await checkoutOf(page)
      await check('tab closed after paying', method, checkout, async () => {
        await driver.payAndClose()
        const later = await context.newPage()
        await later.goto(`/sv/checkout/${checkout}`)
        await later.waitForURL(receipt)
        return later
      })
    })

    if (endStates['authentication passed'][method] !== null)
      test('[CHECKOUT-09] [CHECKOUT-12] is paid with extra authentication, once the shopper passes it', async ({
        page,
      }) => {
        await shopperIn(page).startInCheckoutWith(demo.dear)
        const driver = paymentDriver(page, method)
        await driver.choose()
        await driver.fill()
        const checkout = await checkoutOf(page)
        await check('authentication failed', method, checkout, async () => {
          await driver.authentication!.fail()
          return page
        })
        await check('authentication passed', method, checkout, async () => {
          await driver.authentication!.pass()
          await page.waitForURL(receipt)
          return page
        })
      })
  })
