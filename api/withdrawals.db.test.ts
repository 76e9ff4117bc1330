import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { latestWithdrawals, withdrawalsOf } from '../domain/orders/withdrawal-repository.server.ts'
import { findOrderByNumber } from '../domain/orders/order-repository.server.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import { sendWithdrawalMail } from '../server/jobs/send-withdrawal-mail.ts'
import { snapshotOf, writtenOrder } from '../test/order-fixture.ts'
import { orderShop } from '../test/order-shop.ts'

const shop = await orderShop()
afterAll(() => shop.close())

const declaration = (more: object = {}) => ({
  key: randomUUID(), order_number: 'S1', name: 'Anna Åberg', email: 'anna@example.se', goods: '', ...more,
}) // prettier-ignore
const declare = (body: object, store: (typeof storeCodes)[number] = 'sv') =>
  shop.call('POST', '/api/withdrawals', body, store)
const mails = () => shop.enqueued.filter(({ name }) => name === 'withdrawal-mail').length

describe('a withdrawal from a contract (CRD Art. 11a)', () => {
  it('is kept with its order, owes one receipt, and is one however often it is sent', async () => {
    const order = await writtenOrder(shop.db, snapshotOf('sv'))
    const { id } = (await findOrderByNumber(shop.db, order.number))!
    const body = declaration({ order_number: ` ${order.number.toLowerCase()} `, email: 'Anna@Example.se ', goods: ' 1 × batteri ' }) // prettier-ignore
    const before = mails()
    const answers = await Promise.all([declare(body), declare(body), declare(body)])
    shop.now.at += 60_000
    answers.push(await declare(body))
    for (const answer of answers)
      expect([answer.status, answer.body]).toEqual([
        200,
        { declared_at: '2026-11-20T09:00:00.000Z', email: 'anna@example.se' },
      ])
    expect(mails()).toBe(before + 1)
    expect(await withdrawalsOf(shop.db, id)).toMatchObject([
      { order: order.number, name: 'Anna Åberg', email: 'anna@example.se', goods: '1 × batteri' },
    ])
  })

  it('counts, and is answered alike, where no order has that number and e-mail', async () => {
    const order = await writtenOrder(shop.db, snapshotOf('sv'))
    for (const [number, email] of [
      [order.number, 'someone@else.se'],
      ['S999999999', 'anna@example.se'],
      ['the one of Monday', 'anna@example.se'],
    ]) {
      const answer = await declare(declaration({ order_number: number, email }))
      expect(answer).toMatchObject({ status: 200, body: { email } })
      expect((await latestWithdrawals(shop.db, 1))[0]).toMatchObject({ orderNumber: number, order: null })
    }
  })

  it('is refused with the field’s name where it cannot be one, and keeps nothing', async () => {
    const before = (await latestWithdrawals(shop.db, 100)).length
    for (const [field, value] of [
      ['key', 'x'],
      ['order_number', '  '],
      ['order_number', 'S'.repeat(61)],
      ['name', ''],
      ['name', 'a\0b'],
      ['email', 'anna'],
      ['goods', 'x'.repeat(1001)],
      ['goods', 7],
    ] as const) {
      const answer = await declare(declaration({ [field]: value }))
      expect([field, answer.status, Object.keys(answer.body.errors)]).toEqual([field, 422, [field]])
    }
    expect(await latestWithdrawals(shop.db, 100)).toHaveLength(before)
  })

  it('is slowed down before it floods a mailbox; the same one sent again is not', async () => {
    const body = declaration({ email: 'flood@example.se' })
    for (let count = 0; count < 8; count++) expect((await declare(body)).status).toBe(200)
    const statuses: number[] = []
    for (let count = 0; count < 6; count++)
      statuses.push((await declare(declaration({ email: 'flood@example.se' }))).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses[0]).toBe(200)
  })

  it('is confirmed in the store’s language with what was said and when it came, once', async () => {
    const said = { sv: 'frånträder mitt köp', no: 'går fra avtalen', de: 'widerrufe ich', da: 'fortrydelsesretten' } // prettier-ignore
    for (const store of storeCodes) {
      await declare(declaration({ order_number: 'X77', email: `${store}@example.se`, goods: '<b>En</b> lampa' }), store) // prettier-ignore
      const { id } = (await latestWithdrawals(shop.db, 100)).find(({ email }) => email.startsWith(`${store}@`))! // prettier-ignore
      const sent: { to: string; name: string; text: string; html: string }[] = []
      const mailer = { send: async (mail: (typeof sent)[number]) => (sent.push(mail), { messageId: 'x' }) }
      const services = { db: shop.db, mailer, clock: () => shop.now.at }
      await expect(
        sendWithdrawalMail({ ...services, mailer: { send: () => Promise.reject(new Error('away')) } }, id),
      ).rejects.toThrow('away')
      await sendWithdrawalMail(services, id)
      await sendWithdrawalMail(services, id)
      expect(sent).toMatchObject([{ to: `${store}@example.se`, name: `withdrawal-${id}` }])
      for (const words of [said[store], 'X77', 'Anna Åberg', '<b>En</b> lampa', '2026', '10'])
        expect(sent[0]!.text).toContain(words)
      expect(sent[0]!.html).not.toContain('<b>')
    }
  })
})
