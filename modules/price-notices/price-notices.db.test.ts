import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jobActor } from '../../domain/audit/actor.ts'
import { changeMailPreferences } from '../../domain/notifications/mail-preferences.server.ts'
import { applyRetention } from '../../domain/personal-data/apply-retention.server.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import { mailLimits as shopLimits } from '../../domain/mail/mail-limits.ts'
import { applySettings } from '../../domain/stores/apply-settings.ts'
import { testKeys } from '../../test/keyring.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { testActor } from '../../test/test-actor.ts'
import { confirmationMail } from '../../server/jobs/mails/confirmation-mail.ts'
import { senderOf } from '../../test/send-templated.ts'
import { sendDue } from '../../test/send-due-mails.ts'
import { owePriceMails } from './owe-price-mails.server.ts'

const sendConfirmationMail = senderOf('confirmation-mail', confirmationMail)

const dayMs = 24 * 3_600_000
const mails: Mail[] = []
const mailer = { send: async (mail: Mail) => (mails.push(mail), { messageId: 'm' }) }

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

const services = () => ({
  db: shop.db,
  mailer,
  publicUrl: 'http://shop.example',
  keys: testKeys,
  clock: () => shop.now.at,
  catalogue: shop.catalogue,
})

/** Asks for a notice and confirms it by the link in the mail. */
async function watchPrice(productId: number, email: string) {
  const asked = await shop.call('POST', '/api/price-notices', { sku: `SKU-${productId}`, email })
  expect(asked.status).toBe(204)
  const { confirmationId } = shop.enqueued.at(-1)!.data as unknown as { confirmationId: number }
  await sendConfirmationMail(services(), { confirmationId })
  const mail = mails.pop()!
  expect(mail).toMatchObject({ kind: 'price-confirmation', to: email })
  const token = decodeURIComponent(/token=([^\s"]+)/.exec(mail.text)![1]!)
  const confirmed = await shop.call('POST', '/api/confirmations', { token })
  expect(confirmed.body).toEqual({ purpose: 'price' })
}

it('mails that a product has become cheaper, below the remembered price, at most once a week, and not to who refuses', async () => {
  const id = await shop.addProduct({ price: 100 })
  expect((await shop.call('POST', '/api/price-notices', { sku: 'FINNS-INTE', email: 'x@x.se' })).status).toBe(
    404,
  )
  await watchPrice(id, 'anna@example.se')
  const run = async () => {
    const owed = await owePriceMails(services())
    await sendDue(services())
    return owed
  }
  expect(await run()).toBe(0)
  shop.reprice(id, 110)
  expect(await run()).toBe(0)
  shop.reprice(id, 80)
  // Those of a closed store wait until it is open.
  applySettings('sv', { opening: { isOpenToShoppers: false } })
  expect(await run()).toBe(0)
  applySettings('sv', {})
  // Two nodes at once send it once.
  const counts = await Promise.all([run(), run()])
  expect(counts[0] + counts[1]).toBe(1)
  expect(mails).toHaveLength(1)
  const [mail] = mails.splice(0)
  expect(mail!.subject).toBe('Lägre pris: x')
  expect(mail!.text).toMatch(/nu 80\skr.*var priset 100\skr/)
  expect(mail!.text).toContain(`http://shop.example/sv/artiklar/p-${id}.html`)
  expect(mail!.headers).toMatchObject({
    'List-Unsubscribe': expect.stringContaining('/price-drop?'),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(mail!.name).not.toMatch(/anna|@/)

  // Lower again within the week: the mail waits; at the same price as in the last mail there is none.
  shop.reprice(id, 70)
  expect(await run()).toBe(0)
  shop.now.at += 7 * dayMs
  shop.reprice(id, 80)
  expect(await run()).toBe(0)
  shop.reprice(id, 70)
  expect(await run()).toBe(1)
  mails.length = 0

  await watchPrice(id, 'bo@example.se')
  const refused = { 'price-drop': false }
  await changeMailPreferences(services(), testActor, { store: 'sv', email: 'anna@example.se' }, refused)
  shop.now.at += 7 * dayMs
  shop.reprice(id, 10)
  expect(await run()).toBe(1)
  expect(mails.map(({ to }) => to)).toEqual(['bo@example.se'])
  mails.length = 0

  // A request ends after its period and is deleted a month later.
  shop.now.at += 365 * dayMs
  shop.reprice(id, 5)
  expect(await run()).toBe(0)
  shop.now.at += 31 * dayMs
  const clock = () => shop.now.at
  expect(await applyRetention({ db: shop.db, clock }, jobActor('retention'))).toMatchObject({
    'waiting-price': 1,
  })
  expect((await sql`select 1 from price_notice`.execute(shop.db)).rows).toEqual([])
})

it('a price that has risen again before the mail was sent is not announced, and the request goes on', async () => {
  mails.length = 0
  const id = await shop.addProduct({ price: 100 })
  await watchPrice(id, 'cia@example.se')
  shop.reprice(id, 80)
  expect(await owePriceMails(services())).toBe(1)
  shop.reprice(id, 100)
  expect(await sendDue(services())).toEqual([])
  // Compared with the price of the request, and not a week later only. The mail names the price of when it is sent.
  shop.reprice(id, 95)
  expect(await owePriceMails(services())).toBe(1)
  shop.reprice(id, 90)
  const [mail] = await sendDue(services())
  expect(mail!.text).toMatch(/nu 90\skr.*var priset 100\skr/)
})

it('a request that was asked for again before its mail was sent is the new one, also in its time', async () => {
  mails.length = 0
  const id = await shop.addProduct({ price: 100 })
  await watchPrice(id, 'eli@example.se')
  shop.reprice(id, 80)
  expect(await owePriceMails(services())).toBe(1)
  shop.now.at += 60_000
  await watchPrice(id, 'eli@example.se')
  expect(await sendDue(services())).toEqual([])
  // Compared with the price that was seen last, and not a week later only.
  expect(await owePriceMails(services())).toBe(0)
  shop.reprice(id, 75)
  expect(await owePriceMails(services())).toBe(1)
  const [mail] = await sendDue(services())
  expect(mail!.text).toMatch(/nu 75\skr.*var priset 80\skr/)
})

it('a request whose price was rounded before its mail was due goes on at once', async () => {
  mails.length = 0
  const id = await shop.addProduct({ price: 100 })
  await watchPrice(id, 'fia@example.se')
  shop.reprice(id, 80)
  expect(await owePriceMails(services())).toBe(1)
  await sql`update price_notice set price_minor = price_minor - 20 where product_id = ${id}`.execute(shop.db)
  shop.reprice(id, 100)
  expect(await sendDue(services())).toEqual([])
  shop.reprice(id, 70)
  expect(await owePriceMails(services())).toBe(1)
  expect(await sendDue(services())).toHaveLength(1)
})

it('more mails than a day allows to one recipient are sent on the next day, and are no failures', async () => {
  mails.length = 0
  const email = 'dan@example.se'
  const ids = await Promise.all(Array.from({ length: 4 }, () => shop.addProduct({ price: 100 })))
  for (const id of ids) await watchPrice(id, email)
  for (const id of ids) shop.reprice(id, 80)
  const mailLimits = { ...shopLimits, daily: { ...shopLimits.daily, 'price-notice': 3 } }
  expect(await owePriceMails(services())).toBe(4)
  expect(await sendDue({ ...services(), mailLimits })).toHaveLength(3)
  const open = await sql<{ attempts: number; error: string | null; isNextDay: boolean }>`
    select attempts, error, next_at > ${new Date(shop.now.at + dayMs - 60_000)} as "isNextDay" from mail_outbox
    where template = 'price-notice-mail' and state = 'waiting'`.execute(shop.db)
  expect(open.rows).toEqual([{ attempts: 0, error: null, isNextDay: true }])
  shop.now.at += dayMs
  expect(await sendDue({ ...services(), mailLimits })).toHaveLength(1)
})
