import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applySettings } from '../../domain/stores/apply-settings.ts'
import { testKeys } from '../../test/keyring.ts'
import { notices } from './notices.server.ts'
import { waitForStock } from './wait-for-stock.test-support.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { sendDue } from '../../test/send-due-mails.ts'
import { oweStockMails } from './owe-stock-mails.server.ts'
import { createMailTally, watchMailer } from '../../server/jobs/watch-mailer.ts'

const warnings: string[] = []
const log = { warn: (data: object, message: string) => void warnings.push(JSON.stringify(data) + message) }

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

const services = () => ({
  db: shop.db,
  publicUrl: 'http://shop.example',
  keys: testKeys,
  clock: () => shop.now.at,
})

/** Runs the job and sends what it owes; the recipients of the mails. */
async function sentTo(): Promise<string[]> {
  await oweStockMails(services())
  return (await sendDue(services())).map(({ to }) => to)
}

it('[CARD-11] a subscriber is notified once that a product is back in stock, in the store’s language, and not before', async () => {
  const productId = await shop.addProduct({ available: 0 })
  const wish = (store: 'sv' | 'de', email: string) =>
    waitForStock(shop.db, { store, productId, email }, new Date(shop.now.at))
  await wish('sv', 'anna@example.se')
  await wish('sv', 'bo@example.se')
  await wish('de', 'anna@example.de')
  expect(await oweStockMails(services())).toBe(0)
  await sql`update stock set available = 5 where product_id = ${productId} and store = 'sv'`.execute(shop.db)
  // Those of a closed store wait until it is open.
  applySettings('sv', { opening: { isOpenToShoppers: false } })
  expect(await oweStockMails(services())).toBe(0)
  applySettings('sv', {})
  const [one, other] = await Promise.all([oweStockMails(services()), oweStockMails(services())])
  expect(one + other).toBe(2)
  const mails = (await Promise.all([sendDue(services()), sendDue(services())])).flat()
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['anna@example.se', 'bo@example.se'])
  expect(mails[0]!.subject).toBe('Åter i lager: x')
  expect(mails[0]!.text).toContain(`http://shop.example/sv/artiklar/p-${productId}.html`)
  expect(mails[0]!.html).toContain(`<a href="http://shop.example/sv/artiklar/p-${productId}.html"`)
  expect(mails.map(({ name }) => name).join()).not.toMatch(/anna|bo|@/)
  expect(await sentTo()).toEqual([])
  shop.now.at += 60_000
  await wish('sv', 'anna@example.se')
  await oweStockMails(services())
  const again = await sendDue(services())
  expect(again.map(({ to }) => to)).toEqual(['anna@example.se'])
  expect(mails.map(({ name }) => name)).not.toContain(again[0]!.name)
  await sql`update stock set discontinued = true, available = 5 where product_id = ${productId} and store = 'de'`.execute(
    shop.db,
  )
  expect(await sentTo()).toEqual([])
  const { rows } = await sql`select from mail_outbox where recipient is not null or data <> '{}'`.execute(
    shop.db,
  )
  expect(rows).toEqual([])
})

it('[CARD-11] what is sold out again, refused or deleted before its mail was sent is not announced; the request goes on', async () => {
  const productId = await shop.addProduct({ available: 5 })
  const stock = (available: number) =>
    sql`update stock set available = ${available} where product_id = ${productId}`.execute(shop.db)
  const wish = (email: string) =>
    waitForStock(shop.db, { store: 'sv', productId, email }, new Date(shop.now.at))
  for (const name of ['gun', 'hans', 'ida']) await wish(`${name}@example.se`)
  expect(await oweStockMails(services())).toBe(3)
  await stock(0)
  await notices.stock.drop(shop.db, { store: 'sv', email: 'hans@example.se', productId })
  // Asked for again: another claim, and one mail.
  await wish('ida@example.se')
  expect(await sendDue(services())).toEqual([])
  await stock(4)
  expect((await sentTo()).toSorted()).toEqual(['gun@example.se', 'ida@example.se'])
  expect(await sentTo()).toEqual([])
})

it('[CARD-11] goods that are there before their release are not announced until they are sold', async () => {
  const releaseAt = new Date(shop.now.at + 3_600_000).toISOString()
  const id = await shop.addProduct({ available: 5, releaseAt })
  const sku = `SKU-${id}`
  const asked = await shop.call('POST', '/api/stock-notifications', { sku, email: 'eva@example.se' })
  expect(asked.status).toBe(204)
  await waitForStock(shop.db, { store: 'sv', productId: id, email: 'eva@example.se' }, new Date(shop.now.at))
  expect(await sentTo()).toEqual([])
  const started = shop.now.at
  shop.now.at += 3_600_000
  expect(await sentTo()).toEqual(['eva@example.se'])
  shop.now.at = started
})

it('[CARD-11] a set is announced when all of its parts are there', async () => {
  const [set, first, second] = [
    await shop.addProduct({ available: 100, type: 3 }),
    await shop.addProduct({ available: 9 }),
    await shop.addProduct({ available: 1 }),
  ]
  await sql`insert into set_part (set_id, product_id, quantity) values (${set}, ${first}, 1), (${set}, ${second}, 2)`.execute(
    shop.db,
  )
  const ask = () =>
    shop.call('POST', '/api/stock-notifications', { sku: `SKU-${set}`, email: 'fia@example.se' })
  expect((await ask()).status).toBe(204)
  await waitForStock(shop.db, { store: 'sv', productId: set, email: 'fia@example.se' }, new Date(shop.now.at))
  expect(await sentTo()).toEqual([])
  await sql`update stock set available = 2 where product_id = ${second} and store = 'sv'`.execute(shop.db)
  expect((await ask()).status).toBe(409)
  expect(await sentTo()).toEqual(['fia@example.se'])
})

it('[CARD-11] an address that the mail server rejects does not stop other notifications, and is not logged', async () => {
  const productId = await shop.addProduct({ available: 3 })
  for (const email of ['refused@example.se', 'cleo@example.se', 'dag@example.se'])
    await waitForStock(shop.db, { store: 'sv', productId, email }, new Date(shop.now.at))
  const recipients: string[] = []
  const send = async ({ to }: Mail) => {
    if (to === 'refused@example.se') throw Object.assign(new Error(`no mailbox ${to}`), { code: 'EENVELOPE' })
    recipients.push(to)
    return { messageId: 'm' }
  }
  const tally = createMailTally()
  const mailer = watchMailer({ send }, { log, tally })
  expect(await oweStockMails(services())).toBe(3)
  await sendDue({ ...services(), mailer })
  expect(recipients.toSorted()).toEqual(['cleo@example.se', 'dag@example.se'])
  expect(warnings).toEqual(['{"kind":"stock-notice","code":"EENVELOPE"}a mail could not be sent'])
  expect(tally.counts()).toEqual(
    expect.arrayContaining([
      { kind: 'stock-notice', outcome: 'sent', count: 2 },
      { kind: 'stock-notice', outcome: 'failed', count: 1 },
    ]),
  )
  expect(await sentTo()).toEqual(['refused@example.se'])
})

it('[CARD-11] an unconfirmed subscription is never notified', async () => {
  const productId = await shop.addProduct({ available: 3 })
  await sql`insert into stock_notification (product_id, store, email, expires_at)
    values (${productId}, 'sv', 'before@example.se', now() + interval '1 year')`.execute(shop.db)
  expect(await sentTo()).toEqual([])
})
