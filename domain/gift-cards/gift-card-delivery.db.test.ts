import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mail } from '../../providers/mail/mailer.ts'
import { composeInvoiceRenderer } from '../../server/compose.ts'
import { sendDue } from '../../test/send-due-mails.ts'
import { orderMail } from '../../server/jobs/mails/order-mail.ts'
import { senderOf } from '../../test/send-templated.ts'
import { forceOrderStatus } from '../../test/force-order-status.ts'
import { testKeys } from '../../test/keyring.ts'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { testActor } from '../../test/test-actor.ts'
import { countRows } from '../../db/table-query.server.ts'
import { readOrderPage } from '../staff-orders/order-page.server.ts'
import { orderTable } from '../orders/order-table.server.ts'
import { listAudit } from '../audit/audit-repository.server.ts'
import { markOrderPaid } from '../invoices/mark-order-paid.server.ts'
import { failingJobs } from '../failed-jobs/failing-jobs.server.ts'
import { dismissFailedJob } from '../failed-jobs/given-up-jobs.server.ts'
import { noJobs } from '../jobs/job-queue.ts'
import { findOrderByNumber } from '../orders/order-repository.server.ts'
import { oweGiftCards } from './owe-gift-cards.server.ts'
import { deliveriesOf, planDeliveryAgain } from './gift-card-delivery.server.ts'

const sendOrderMail = senderOf('order-mail', orderMail)

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

const eva = { name: 'Eva Ek', email: 'Eva@Example.se', deliver_on: '2026-12-24', greeting: 'God jul!\nAnna' }
const codePattern = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/g

/** Runs the job and sends what it owes; returns how many were sent. */
async function sendGiftCards(services: Parameters<typeof sendDue>[0]): Promise<number> {
  await oweGiftCards(services)
  return (await sendDue(services)).filter(({ kind }) => kind === 'gift-card').length
}

/** A paid order of gift cards, its mail with the codes sent; the clock is put back afterwards. */
async function buyCards(...recipients: (typeof eva | null)[]) {
  shop.now.at = Date.UTC(2026, 10, 20, 9)
  const mails: Mail[] = []
  const services = {
    db: shop.db,
    keys: testKeys,
    publicUrl: 'http://shop.example',
    renderInvoice: composeInvoiceRenderer(),
    clock: () => shop.now.at,
    jobs: noJobs,
    mailer: { send: async (mail: Mail) => (mails.push(mail), { messageId: `m${mails.length}` }) },
  }
  const card = await shop.addProduct({ price: 200, type: 4, vat: 0, name: 'Presentkort 200 kr' })
  const { id, total } = await openCheckout(
    shop,
    recipients.map((recipient) => line(card, 1, { gift_recipient: recipient })),
  )
  const done = await shop.call('POST', `/api/checkout/${id}/complete`, { ...goodForm, total })
  expect(done.status).toBe(200)
  const { number } = done.body
  await markOrderPaid(services, testActor, number)
  const order = (await findOrderByNumber(shop.db, number))!
  await sendOrderMail(services, { orderId: order.id, kind: 'gift-cards' })
  const confirmation = async () =>
    (await shop.call('GET', `/api/orders/confirmation/${done.body.confirmation}`)).body
  return { number, order, mails, services, confirmation }
}

describe('a gift card for somebody else', () => {
  it('is a line of its own per recipient, which the order and its confirmation show', async () => {
    const later = { ...eva, deliver_on: '2027-06-01' }
    const kaj = { ...later, name: 'Kaj', email: 'kaj@example.se' }
    const { order, confirmation } = await buyCards(later, kaj, null)
    expect(order.snapshot.lines.map(({ giftRecipient }) => giftRecipient?.name)).toEqual([
      'Eva Ek',
      'Kaj',
      undefined,
    ])
    expect((await confirmation()).lines[0].gift_recipient).toEqual({ ...later, email: 'eva@example.se' })
  })

  it('is sent on its day and once, with code and greeting; the buyer learns the day, never the code', async () => {
    const { number, order, mails, services } = await buyCards(eva)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain('eva@example.se')
    expect(mails[0]!.text).not.toMatch(codePattern)
    expect(await sendGiftCards(services)).toBe(0)
    shop.now.at = Date.parse('2026-12-24T06:59:00Z')
    expect(await sendGiftCards(services)).toBe(0)
    shop.now.at = Date.parse('2026-12-24T07:00:00Z')
    const runs = await Promise.all([sendGiftCards(services), sendGiftCards(services)])
    expect(runs.toSorted((a, b) => a - b)).toEqual([0, 1])
    expect(await sendGiftCards(services)).toBe(0)
    const gift = mails.find(({ kind }) => kind === 'gift-card')!
    expect(gift.to).toBe('eva@example.se')
    expect(gift.text).toContain('”God jul!\nAnna”')
    expect(gift.text.match(codePattern)).toHaveLength(1)
    expect(mails.filter(({ kind }) => kind === 'gift-card')).toHaveLength(1)
    const latest = { objectKind: 'order', objectId: number, limit: 1 }
    expect(await listAudit(shop.db, latest)).toMatchObject([
      { action: 'gift_card.deliver', actor: { kind: 'job', id: 'gift-card-mail' } },
    ])
    const [delivery] = await deliveriesOf(shop.db, number)
    expect(delivery).toMatchObject({ status: 'sent' })
    await sendDue(services)
    expect(mails.at(-1)).toMatchObject({ kind: 'order-gift-card-sent', to: order.snapshot.customer.email })
    expect(mails.at(-1)!.text).not.toMatch(codePattern)
  })

  it('whose mailbox takes no mail keeps no other waiting, and its order is one with a mail that was not sent', async () => {
    const gone = { ...eva, email: 'gone@example.se', deliver_on: '2026-12-23' }
    const { number, mails, services } = await buyCards(gone, eva)
    const mailer = {
      send: async (mail: Mail) => {
        if (mail.to === gone.email)
          throw Object.assign(new Error('no mailbox'), { code: 'EENVELOPE', responseCode: 550 })
        return services.mailer.send(mail)
      },
    }
    shop.now.at = Date.parse('2026-12-24T09:00:00Z')
    expect(await sendGiftCards({ ...services, mailer })).toBe(1)
    expect(mails.some(({ to }) => to === 'eva@example.se')).toBe(true)
    const failed = async () => {
      const view = { stores: ['sv'] as const, filters: { mailFailed: true }, search: number }
      return (await countRows(shop.db, orderTable, view)).count
    }
    const [{ id } = { id: 0 }] = await deliveriesOf(shop.db, number)
    await sql`update order_mail set sent_at = now()`.execute(shop.db)
    expect(await failed()).toBe(0)
    await sql`update gift_card_delivery set due_at = now() - interval '1 hour' where id = ${id}`.execute(
      shop.db,
    )
    expect(await failed()).toBe(1)
    const page = await readOrderPage({ db: shop.db, clock: () => shop.now.at }, number)
    expect(page!.mails.at(-1)).toEqual({
      kind: `gift-card-${id}`,
      sentAt: null,
      dismissedAt: null,
      resends: 0,
    })
    // Also one that was given up: staff have changed what kept it from being sent.
    await sql`update mail_outbox set state = 'failed', ended_at = now() where template = 'gift-card-mail'
      and state = 'waiting'`.execute(shop.db)
    expect(await sendGiftCards(services)).toBe(0)
    await planDeliveryAgain(services, testActor, id, { email: 'eva.ek@example.se' })
    expect(await sendGiftCards(services)).toBe(1)
    expect(await failed()).toBe(0)
  })

  it('whose mail staff dismiss is not owed again until they plan it again', async () => {
    const { number, services } = await buyCards(eva)
    shop.now.at = Date.parse('2026-12-24T09:00:00Z')
    await oweGiftCards(services)
    const [{ id } = { id: 0 }] = await deliveriesOf(shop.db, number)
    const { rows } = await sql<{ id: string }>`update mail_outbox set state = 'failed', ended_at = now()
      where key = ${`gift-card ${id} 0`} returning id`.execute(shop.db)
    const mail = rows[0]!.id
    const listed = async () =>
      (
        await sql`select store, order_number, queue from (${failingJobs}) f where id = ${mail}`.execute(
          shop.db,
        )
      ).rows
    expect(await listed()).toEqual([{ store: 'sv', order_number: number, queue: 'gift-card-mail' }])
    expect(await dismissFailedJob(shop.db, testActor, { id: mail, store: 'sv' })).toEqual({ ok: true })
    expect(await listed()).toEqual([])
    expect(await sendGiftCards(services)).toBe(0)
    const failed = { stores: ['sv'] as const, filters: { mailFailed: true }, search: number }
    await sql`update order_mail set sent_at = now()`.execute(shop.db)
    expect((await countRows(shop.db, orderTable, failed)).count).toBe(0)
    expect(await planDeliveryAgain(services, testActor, id, {})).toMatchObject({ ok: true })
    expect(await sendGiftCards(services)).toBe(1)
  })

  it('that waits for the limit of its recipient leaves at once to another address', async () => {
    const { number, mails, services } = await buyCards(eva)
    shop.now.at = Date.parse('2026-12-24T09:00:00Z')
    await oweGiftCards(services)
    const [{ id } = { id: 0 }] = await deliveriesOf(shop.db, number)
    await sql`update mail_outbox set next_at = now() + interval '12 hours' where key = ${`gift-card ${id} 0`}`.execute(
      shop.db,
    )
    await planDeliveryAgain(services, testActor, id, { email: 'eva.ek@example.se' })
    expect(await oweGiftCards(services)).toBe(1)
    await sendDue(services)
    expect(mails.filter(({ kind }) => kind === 'gift-card').map(({ to }) => to)).toEqual([
      'eva.ek@example.se',
    ])
  })

  it('that a node of the release before has sent while its mail waited is not sent again', async () => {
    const { number, mails, services } = await buyCards(eva)
    shop.now.at = Date.parse('2026-12-24T09:00:00Z')
    expect(await oweGiftCards(services)).toBe(1)
    expect(await oweGiftCards(services)).toBe(0)
    const [{ id } = { id: 0 }] = await deliveriesOf(shop.db, number)
    await sql`update gift_card_delivery set status = 'sent', sent_at = now() where id = ${id}`.execute(
      shop.db,
    )
    await sendDue(services)
    expect(mails.filter(({ kind }) => kind === 'gift-card')).toEqual([])
    const { rows } = await sql`select state from mail_outbox where key = ${`gift-card ${id} 0`}`.execute(
      shop.db,
    )
    expect(rows).toEqual([{ state: 'not_owed' }])
  })

  it('is not sent once its order is cancelled', async () => {
    const { number, mails, services } = await buyCards(eva)
    await forceOrderStatus(shop.db, number, 'cancelled')
    shop.now.at = Date.parse('2026-12-24T09:00:00Z')
    expect(await sendGiftCards(services)).toBe(0)
    expect(mails.filter(({ kind }) => kind === 'gift-card')).toEqual([])
    expect(await deliveriesOf(shop.db, number)).toMatchObject([{ status: 'cancelled' }])
  })

  it('can be moved to another day, and sent again with the same code under another message id', async () => {
    const { number, mails, services } = await buyCards(eva)
    const [{ id } = { id: 0 }] = await deliveriesOf(shop.db, number)
    const plan = (change: Parameters<typeof planDeliveryAgain>[3]) =>
      planDeliveryAgain(services, testActor, id, change)
    expect(await plan({ deliverOn: '2026-11-19' })).toEqual({ ok: false, code: 'impossible_day' })
    expect(await plan({ deliverOn: '2026-11-21' })).toMatchObject({
      ok: true,
      delivery: { deliverOn: '2026-11-21' },
    })
    shop.now.at = Date.parse('2026-11-21T07:00:00Z')
    expect(await sendGiftCards(services)).toBe(1)
    expect(await plan({ deliverOn: '2026-11-22' })).toEqual({ ok: false, code: 'already_sent' })
    expect(await plan({ again: true, email: 'eva.ek@example.se' })).toMatchObject({ ok: true })
    expect(await sendGiftCards(services)).toBe(1)
    const [first, second] = mails.filter(({ kind }) => kind === 'gift-card')
    expect(second!.to).toBe('eva.ek@example.se')
    expect(second!.text).toBe(first!.text)
    expect(second!.name).not.toBe(first!.name)
    const latest = { objectKind: 'order', objectId: number, limit: 2 }
    expect((await listAudit(shop.db, latest)).map(({ action }) => action)).toEqual([
      'gift_card.deliver',
      'gift_card.plan_delivery',
    ])
  })

  it('names nobody on goods, and no address that cannot be one', async () => {
    const goods = await shop.addProduct({ price: 500 })
    const sent = (recipient: object, product = goods) =>
      shop.call('POST', '/api/sync-cart', { items: [line(product, 1, { gift_recipient: recipient })] })
    expect((await sent(eva)).body[0].gift_recipient).toBeNull()
    expect((await sent({ ...eva, email: 'nobody' })).status).toBe(422)
    expect((await sent({ ...eva, greeting: 'x'.repeat(501) })).status).toBe(422)
    expect((await sent({ ...eva, deliver_on: 'soon' })).status).toBe(422)
  })
})
