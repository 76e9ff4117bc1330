import type { Page } from '@playwright/test'
import { barriersOf } from '../../test/accessibility.ts'
import { expect, test } from '../../test/browser-test.ts'
import { customersOfTest, logIn } from '../../test/customers.ts'
import { mailedPath } from '../../test/outbox.ts'
import { renewSubscription } from './renew-now.test-support.ts'
import { answeredConsent, demo, hydrated, invoiceOrder, people, shopperIn } from '../../test/shopper.ts'

const customers = customersOfTest(test)

/** The demo catalogue gives this product intervals. */
const sku = 'VO-AA-8'

async function openSubscriptions(page: Page) {
  await page.goto('/sv/my-account/subscriptions')
  await hydrated(page)
  const card = page.getByRole('main').getByRole('article')
  await expect(card).toBeVisible()
  return card
}

test('[SUBS-02] [SUBS-04] a customer starts a subscription, changes and skips it, gets a renewal, saves a card and ends it', async ({
  page,
}) => {
  const customer = await customers().add()
  const shopper = shopperIn(page)
  await shopper.startWith(demo.dear)
  await logIn(page, customer)
  const { slug } = await shopper.product(sku)
  await shopper.visit(`/artiklar/${slug}.html`)
  await page.getByRole('group', { name: 'Köpalternativ' }).getByLabel('Prenumerera, varje månad').check()
  await page.getByRole('button', { name: 'Köp', exact: true }).first().click()
  await expect(shopper.cart).toBeVisible()
  await shopper.goToCheckout()
  await expect(page.getByRole('main')).toContainText('levereras varje månad')
  await shopper.fillCheckout({ email: customer.email })
  await shopper.placeOrder()
  const [order] = /[A-Z]\d+/.exec(await page.locator('[data-order-number]').innerText())!

  const card = await openSubscriptions(page)
  await expect(card).toContainText('1 × varje månad')
  const next = card.getByText(/^Nästa leverans beställs/)
  const firstDay = await next.innerText()
  await card.getByRole('button', { name: 'Hoppa över nästa' }).click()
  await expect(card.getByText('Sparat.')).toBeVisible()
  await expect(next).not.toHaveText(firstDay)
  await card.getByLabel('Leverans', { exact: true }).selectOption('3 months')
  await expect(card).toContainText('1 × var 3:e månad')
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)

  const number = `${order}-A1`
  const renewed = await renewSubscription(customers().db, number)
  await mailedPath(customer.email, new RegExp(`${renewed}`))

  await page.goto(`/sv/my-account/subscriptions?card=${number}`)
  const form = page.frameLocator('main iframe')
  await form.locator('[name=number]').fill('4242424242424242')
  await form.locator('[name=expiry]').fill('12 / 34')
  await form.locator('[name=cvc]').fill('123')
  await page.getByRole('button', { name: 'Spara kortet' }).click()
  await expect(card).toContainText('Betalas med Visa •••• 4242')

  await card.getByText('Avsluta prenumerationen').click()
  await card.getByRole('button', { name: 'Avsluta nu' }).click()
  await expect(card.getByText('Avslutad')).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await mailedPath(customer.email, /prenumeration [A-Z]\d+-A1/)
})

test('[SUBS-05] a customer ends a contract without login, by the link of every page (§ 312k BGB)', async ({
  page,
  browser,
  baseURL,
}) => {
  const customer = await customers().add()
  await logIn(page, customer)
  const line = { sku, quantity: 20, subscription_interval: '1 month' }
  const number = `${await invoiceOrder(page, [line])}-A1`
  const context = await browser.newContext({ storageState: answeredConsent, ...(baseURL && { baseURL }) })
  const guest = await context.newPage()

  await guest.goto('/de')
  await guest.getByRole('contentinfo').getByRole('link', { name: 'Verträge hier kündigen' }).click()
  await expect(guest.getByRole('button', { name: 'jetzt kündigen', exact: true })).toBeVisible()
  await guest.goto('/sv/cancel-subscription')
  await hydrated(guest)
  const main = guest.getByRole('main')
  await main.getByLabel('Namn eller företag').fill('Anna Larsson')
  await main.getByLabel('E-post').fill(people.sv.email)
  await main.getByLabel('Prenumerations- eller ordernummer').fill(number)
  await main.getByLabel('Avtalet upphör').fill('2099-01-31')
  await main.getByRole('button', { name: 'Säg upp nu' }).click()
  await expect(main.getByRole('heading', { name: 'Vi har tagit emot din uppsägning' })).toBeFocused()
  await expect(main).toContainText(/Mottagen: .*\d{1,2}[:.]\d{2}/)
  await expect(main.getByRole('definition').filter({ hasText: '31 januari 2099' })).toBeVisible()
  await expect(main.getByRole('button', { name: /Spara eller skriv ut/ })).toBeVisible()

  await context.close()

  const { db } = customers()
  const stored = () =>
    db
      .selectFrom('subscription')
      .select(['status', 'ends_on'])
      .where('number', '=', number)
      .executeTakeFirst()
  expect(await stored()).toEqual({ status: 'active', ends_on: '2099-01-31' })
  await logIn(page, customer)
  await expect(await openSubscriptions(page)).toContainText('Upphör 31 januari 2099')
})
