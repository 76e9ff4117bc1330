import { sql } from 'kysely'
import { barriersOf } from '../../test/accessibility.ts'
import { expect, test } from '../../test/browser-test.ts'
import { answerReview, moderateReview } from './moderate-review.server.ts'
import { customersOfTest } from '../../test/customers.ts'
import { deliverOrder } from '../../test/delivered-order.ts'
import { mailedPath } from '../../test/outbox.ts'
import { hydrated, invoiceOrder, shopperIn } from '../../test/shopper.ts'
import { testActor } from '../../test/test-actor.ts'
import type { Database } from '../../server/database/database.ts'
import { oweReviewRequests } from './owe-review-requests.server.ts'

const customers = customersOfTest(test)

/** No other test reads its rating. */
const sku = 'NC-CR2025-5'

test('a buyer reviews a delivered order through the mailed link; checked, it is on the product page', async ({
  page,
}) => {
  const { db } = customers()
  const now = new Date()
  const email = `omdome-${now.getTime()}@exempel.se`
  const product = await shopperIn(page).product(sku)
  const number = await invoiceOrder(page, [{ sku, quantity: 10 }], { email })
  await deliverOrder(db, number)
  await requestReviews(db, number)
  const path = await mailedPath(email, /\/sv\/review\?token=[\w.-]+/)

  await page.goto(path)
  await hydrated(page)
  const main = page.getByRole('main')
  const send = main.getByRole('button', { name: 'Skicka omdömen' })
  await send.click()
  await expect(main.getByRole('alert')).toHaveText('Sätt betyg på minst en vara.')
  const group = main.getByRole('group', { name: product.name })
  await group.getByRole('radio', { name: '4 stjärnor' }).check()
  await group.getByLabel('Vad vill du säga').fill('Passade i vågen.\n<b>Håller länge.</b>')
  await main.getByRole('checkbox', { name: 'Visa mitt förnamn (Anna)' }).check()
  expect(await barriersOf(page, { within: 'main' })).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await send.click()
  await expect(main.getByRole('status')).toHaveText('Tack. Vi läser omdömena innan de publiceras.')

  // The link worked once, and nothing is public yet.
  await page.goto(path)
  await expect(main).toContainText('redan skrivna')
  await expect(main.getByRole('radio')).toHaveCount(0)
  const review = await db
    .selectFrom('review')
    .innerJoin('orders', 'orders.id', 'review.order_id')
    .select('review.id')
    .where('orders.number', '=', number)
    .executeTakeFirstOrThrow()
  const read = () => page.request.get(`/sv/artiklar/${product.slug}.html`).then((answer) => answer.text())
  expect(await read()).not.toContain('Passade i vågen.')

  await moderateReview(db, testActor, { id: review.id, reason: null, now })
  await answerReview(db, testActor, { id: review.id, answer: 'Tack för det!', now })
  await expect.poll(read).toContain('Tack för det!')
  await page.goto(`/sv/artiklar/${product.slug}.html`)
  await hydrated(page)
  const article = page.getByRole('region', { name: 'Omdömen' }).getByRole('article')
  await expect(article).toContainText('Anna')
  await expect(article).toContainText('Verifierat köp')
  await expect(article).toContainText('<b>Håller länge.</b>')
  await expect(article).toContainText('Svar från Anode')
  await article.getByRole('button', { name: 'Hjälpsamt: omdöme av Anna' }).click()
  await expect(article.getByRole('status')).toHaveText('Tack')
})

/** Owes the request for reviews of a delivered order; the shop under test sends it. */
async function requestReviews(db: Database, number: string): Promise<void> {
  await sql`update orders set delivered_at = now() - interval '20 days' where number = ${number}`.execute(db)
  await oweReviewRequests({ db, clock: Date.now })
}
