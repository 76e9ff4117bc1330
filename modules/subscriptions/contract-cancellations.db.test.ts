import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { latestCancellations } from './contract-cancellation-repository.server.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import { cancellationMail } from './cancellation-mail-template.server.ts'
import { senderOf } from '../../test/send-templated.ts'
import { testKeys } from '../../test/keyring.ts'
import { accountShop } from '../../test/account-shop.ts'
import { goodForm, line } from '../../test/order-shop.ts'

const sendCancellationMail = senderOf('cancellation-mail', cancellationMail)

let shop: Awaited<ReturnType<typeof accountShop>>
let product: number
beforeAll(async () => {
  shop = await accountShop()
  product = await shop.addProduct({ price: 200, intervals: ['3 months'] })
})
afterAll(() => shop.close())

/** A customer with a subscription on invoice; the contract's e-mail is that of the order. */
async function subscriber() {
  const { email: login } = await shop.someAccount()
  const { access_token: token } = await shop.loggedIn(login)
  const ask = (path: string, method: string, body?: unknown) =>
    shop.ask(path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    } as never)
  const items = [line(product, 2, { subscription_interval: '3 months' })]
  const { id } = (await ask('checkout', 'POST', { items })).body
  const chosen = await ask(`checkout/${id}`, 'PATCH', { shippingMethod: goodForm.shippingMethod })
  const email = `${randomUUID()}@example.se`
  const placed = await ask(`checkout/${id}/complete`, 'POST', {
    ...goodForm,
    email,
    total: chosen.body.total,
  })
  const number = `${placed.body.number}-A1`
  const row = await shop.db
    .selectFrom('subscription')
    .select('customer')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const contractEmail = (row.customer as { email: string }).email
  return { number, order: placed.body.number as string, email: contractEmail }
}

const statusOf = async (number: string) =>
  (
    await shop.db
      .selectFrom('subscription')
      .select('status')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  ).status

const declaration = (more: object = {}) => ({
  key: randomUUID(),
  contract: 'S1-A1',
  name: 'Anna Åberg',
  email: 'anna@example.se',
  ...more,
})
const declare = (body: object) => shop.post('contract-cancellations', body)
const jobs = () => shop.enqueued.filter(({ name }) => name === 'cancellation-mail').length

/** Sends the receipt of the latest declaration twice; it leaves once. */
async function receipt(): Promise<Mail> {
  const [declared] = await latestCancellations(shop.db, 1)
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => (sent.push(mail), { messageId: 'x' }) }
  const services = {
    db: shop.db,
    mailer,
    keys: testKeys,
    publicUrl: 'http://shop.example',
    clock: () => shop.now.at,
  }
  await sendCancellationMail(services, { cancellationId: declared!.id })
  await sendCancellationMail(services, { cancellationId: declared!.id })
  expect(sent).toHaveLength(1)
  return sent[0]!
}

describe('POST /api/contract-cancellations (§ 312k BGB)', () => {
  it('cancels the matching subscription at once, once, with a receipt of its content and end', async () => {
    const { number, order, email } = await subscriber()
    const body = declaration({
      contract: ` ${order.toLowerCase()} `,
      email: ` ${email.toUpperCase()} `,
      kind: 'extraordinary',
      reason: '<b>Flytt</b>',
    })
    const before = jobs()
    const answers = await Promise.all([declare(body), declare(body)])
    answers.push(await declare(body))
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { email } })
    expect(new Set(answers.map((answer) => answer.body.declared_at)).size).toBe(1)
    expect(jobs()).toBe(before + 1)
    expect(await statusOf(number)).toBe('cancelled')
    const mail = await receipt()
    expect(mail).toMatchObject({ to: email, kind: 'cancellation-receipt' })
    for (const words of [number, 'Anna Åberg', '<b>Flytt</b>', 'uppsägning av särskilda skäl', 'upphör'])
      expect(mail.text).toContain(words)
    expect(mail.html).not.toContain('<b>')
    const entries = await shop.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_kind'])
      .where('object_id', '=', number)
      .where('action', '=', 'subscription.cancelled')
      .execute()
    expect(entries).toEqual([{ action: 'subscription.cancelled', actor_kind: 'buyer' }])
    expect((await declare({ ...body, key: randomUUID() })).status).toBe(200)
    expect(await statusOf(number)).toBe('cancelled')
  })

  it('gives an unknown pair the same response, keeps it for staff, cancels nothing and repeats nothing', async () => {
    const { number } = await subscriber()
    const email = 'stranger@example.se'
    const hostile = declaration({
      contract: number,
      email,
      name: 'Vinnare Ett',
      reason: 'http://evil.shop',
      end: '2027-01-31',
    })
    expect(await declare(hostile)).toMatchObject({ status: 200, body: { email } })
    expect(await statusOf(number)).toBe('active')
    expect((await latestCancellations(shop.db, 1))[0]).toMatchObject({
      contract: number,
      subscriptions: [],
      endsOn: '2027-01-31',
    })
    const mail = await receipt()
    expect(mail).toMatchObject({ to: email, kind: 'cancellation-notice' })
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/evil|Vinnare|stranger|-A1/i)
  })

  it('keeps the declaration about a subscription whose customer has been erased', async () => {
    const { number, email } = await subscriber()
    await sql`update subscription set customer = '{}', address = '{}' where number = ${number}`.execute(
      shop.db,
    )
    expect(await declare(declaration({ contract: number, email }))).toMatchObject({
      status: 200,
      body: { email },
    })
    expect((await latestCancellations(shop.db, 1))[0]).toMatchObject({ contract: number, subscriptions: [] })
  })

  it('is rejected with the name of the invalid field, and stores nothing', async () => {
    const before = (await latestCancellations(shop.db, 100)).length
    for (const [field, value] of [
      ['key', 'x'],
      ['contract', ' '],
      ['contract', 'S'.repeat(61)],
      ['name', 'a\0b'],
      ['name', 'Vinn på evil.shop'],
      ['email', 'anna'],
      ['kind', 'other'],
      ['reason', 'x'.repeat(1001)],
      ['end', '2027-02-30'],
    ] as const) {
      const answer = await declare(declaration({ [field]: value }))
      expect([field, answer.status, Object.keys(answer.body.errors)]).toEqual([field, 422, [field]])
    }
    expect(await latestCancellations(shop.db, 100)).toHaveLength(before)
  })

  it('mails an address no more than its limit, and is refused to a network that sends many', async () => {
    const send = async (email: string, remoteAddress: string) =>
      (
        await shop.app.inject({
          method: 'POST',
          url: '/api/contract-cancellations?locale=sv&sid=7',
          payload: declaration({ email }),
          remoteAddress,
        })
      ).statusCode
    const before = jobs()
    for (let count = 0; count < 5; count++)
      expect(await send('flood@example.se', `198.51.100.${count}`)).toBe(200)
    expect(jobs()).toBe(before + 3)
    const statuses = []
    for (let count = 0; count < 22; count++)
      statuses.push(await send(`network${count}@example.se`, '192.0.2.50'))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })
})
