import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { jobActor } from '../../domain/audit/actor.ts'
import { renewSubscriptions } from '../../domain/subscriptions/renew-subscriptions.server.ts'
import { openCatalogueIndex } from '../../read-model/catalogue-index.server.ts'
import { startEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts'
import { withJobQueue } from '../../server/jobs/job-queue.ts'
import { testServices } from '../composition.ts'
import { customersOfTest, logIn } from '../customers.ts'
import { mailedPath } from '../outbox.ts'
import { answeredConsent, demo, hydrated, invoiceOrder, people, shopperIn } from '../shopper.ts'

const customers = customersOfTest(test)

/** The demo catalogue gives this product intervals. */
const sku = 'VO-AA-8'

/** Runs the job of this shop twice: the renewal is announced, then its day comes. Returns the order's number. */
async function renewByHand(number: string): Promise<string> {
  const { db } = customers()
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const postgres = await startEmbeddedPostgres({ dataDir: process.env['ANODE_TEST_DATA_DIR']!, log })
  const dataDir = await mkdtemp(join(tmpdir(), 'anode-renewal-'))
  const index = openCatalogueIndex({ dataDir, databaseUrl: postgres.url, log })
  try {
    await index.ready
    await sql`update subscription set next_due_on = current_date where number = ${number}`.execute(db)
    const services = { ...testServices({ db }), catalogue: index.catalogue }
    const run = () =>
      withJobQueue(db, (jobs) => renewSubscriptions({ ...services, jobs }, jobActor('renew-subscriptions')))
    await run()
    // A late reminder delays the order by a day.
    await sql`update subscription_renewal r set next_try_at = now() from subscription s
      where s.id = r.subscription_id and s.number = ${number} and r.status = 'announced'`.execute(db)
    await run()
  } finally {
    await index.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const { rows } = await sql<{ order: string }>`select o.number as "order" from subscription s
    join subscription_renewal r on r.subscription_id = s.id join orders o on o.id = r.order_id
    where s.number = ${number}`.execute(db)
  return rows[0]!.order
}

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
  await page.getByRole('group', { name: 'Köp så här' }).getByLabel('Prenumerera, varje månad').check()
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
  const violations = await new AxeBuilder({ page }).include('main').analyze()
  expect(violations.violations).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)

  const number = `${order}-A1`
  const renewed = await renewByHand(number)
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
