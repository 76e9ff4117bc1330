import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { jobActor } from '../../domain/audit/actor.ts'
import { tidyContactPhotos } from './contact-repository.server.ts'
import { applyRetention } from '../../domain/personal-data/apply-retention.server.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import { contactMail } from './mail-templates.server.ts'
import { senderOf } from '../../test/send-templated.ts'
import { accountShop } from '../../test/account-shop.ts'
import { testKeys } from '../../test/keyring.ts'

const sendContactMail = senderOf('contact-mail', contactMail)

const shop = await accountShop()
afterAll(() => shop.close())

const written = <More extends object = object>(more = {} as More) => ({
  key: randomUUID(),
  topic: 'product',
  name: 'Anna Åberg',
  email: `${randomUUID()}@example.se`,
  order_number: 'S100001',
  message: 'Passar <b>den</b> min klocka? http://evil.shop',
  ...more,
})
const send = (body: object, address?: string) =>
  shop.post('contact-messages', body, address === undefined ? {} : { address })

const picture = (red: number) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: { r: red, g: 9, b: 9 } } })
    .withExif({ IFD0: { Make: 'Telefon' } })
    .jpeg()
    .toBuffer()

const upload = (payload: Buffer, remoteAddress = '192.0.2.1') =>
  shop.app.inject({
    method: 'POST',
    url: '/api/contact-photos?locale=sv&sid=7',
    headers: { 'content-type': 'application/octet-stream' },
    payload,
    remoteAddress,
  })
const uploaded = async (red: number) => (await upload(await picture(red))).json<{ id: string }>().id

interface Stored {
  id: number
  reference: string
  photos: number
}
const stored = async (key: string) =>
  (
    await sql<Stored>`select id::integer as id, reference,
      (select count(*)::integer from contact_photo where message_id = m.id) as photos
      from contact_message m where key = ${key}`.execute(shop.db)
  ).rows[0]

/** Jobs of a message, each performed twice: its mails leave once. */
async function mailsOf(key: string): Promise<Mail[]> {
  const { id } = (await stored(key))!
  const sent: Mail[] = []
  const services = {
    db: shop.db,
    mailer: { send: async (mail: Mail) => (sent.push(mail), { messageId: 'x' }) },
    keys: testKeys,
    publicUrl: 'http://shop.example',
    clock: () => shop.now.at,
  }
  const jobs = shop.enqueued
    .filter(({ name }) => name === 'contact-mail')
    .map(({ data }) => data as unknown as Parameters<typeof sendContactMail>[1])
    .filter(({ messageId }) => messageId === id)
  for (const job of [...jobs, ...jobs]) await sendContactMail(services, job)
  return sent
}

describe('the contact form', () => {
  it('mails a message with its photos to the shop, once, with the sender as the address of a reply', async () => {
    const body = written({ photos: [await uploaded(1), await uploaded(60)] })
    const answers = await Promise.all([send(body), send(body)])
    answers.push(await send(body))
    const { reference } = (await stored(body.key))!
    expect(reference).toMatch(/^K-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { reference } })
    const [toShop, receipt, ...more] = await mailsOf(body.key)
    expect(more).toEqual([])
    expect(toShop).toMatchObject({
      kind: 'contact-message',
      to: 'kundservice@anode.example',
      replyTo: body.email,
      subject: `Vara: meddelande ${reference}`,
    })
    for (const words of ['Anna Åberg', body.email, 'S100001', 'Passar <b>den</b>'])
      expect(toShop!.text).toContain(words)
    expect(toShop!.html).not.toContain('<b>')
    expect(toShop!.attachments?.map(({ filename }) => filename)).toEqual([
      `${reference}-1.jpg`,
      `${reference}-2.jpg`,
    ])
    expect((await sharp(toShop!.attachments![0]!.content).metadata()).exif).toBeUndefined()
    expect(receipt).toMatchObject({ kind: 'contact-receipt', to: body.email })
    expect(receipt!.text).toContain(reference)
    expect(`${receipt!.subject} ${receipt!.text} ${receipt!.html}`).not.toMatch(/evil|Anna|klocka|S100001/)
  })

  it('names the field that is wrong, and keeps nothing', async () => {
    for (const [field, value] of [
      ['topic', 'weather'],
      ['name', ' '],
      ['name', 'x'.repeat(201)],
      ['email', 'anna'],
      ['order_number', 'x'.repeat(61)],
      ['message', ' '],
      ['message', 'a\0b'],
      ['photos', [randomUUID()]],
      ['photos', Array.from({ length: 4 }, () => randomUUID())],
    ] as const) {
      const body = written({ [field]: value })
      const { status, body: answer } = await send(body)
      expect([status, Object.keys(answer.errors)], field).toEqual([422, [field]])
      expect(await stored(body.key)).toBeUndefined()
    }
  })

  it('takes pictures only, up to a limit of the network, and gives each to one message', async () => {
    for (const bytes of [Buffer.from('<svg/>'), Buffer.alloc(0), (await picture(9)).subarray(0, 200)]) {
      const answer = await upload(bytes)
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['photos']])
    }
    expect((await upload(Buffer.alloc(15 * 1024 * 1024 + 1))).statusCode).toBe(413)
    const photo = await uploaded(120)
    expect((await send(written({ photos: [photo] }))).status).toBe(200)
    const refused = await send(written({ photos: [photo] }))
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { photos: 'Bilderna finns inte kvar hos oss. Välj dem igen.' },
    ])
    const statuses = new Set<number>()
    for (let count = 0; count < 31; count++)
      statuses.add((await upload(Buffer.from('x'), '198.51.100.7')).statusCode)
    expect([...statuses]).toEqual([422, 429])
  })

  it('takes two photos of a network at a time, and those of others until three wait to be decoded', async () => {
    // Large enough that the first one is not done before the others arrive.
    const large = await sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer()
    const statuses = async (addresses: string[]) => {
      const answers = await Promise.all(addresses.map((address) => upload(large, address)))
      return answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
    }
    expect(await statuses(Array<string>(10).fill('192.0.2.40'))).toEqual([
      200,
      200,
      ...Array<number>(8).fill(429),
    ])
    const networks = Array.from({ length: 30 }, (_, index) => `192.0.2.${100 + index}`)
    const answered = await statuses(networks)
    expect(answered.filter((status) => status === 200).length).toBeLessThanOrEqual(12)
    expect(new Set(answered)).toEqual(new Set([200, 503]))
    // Nothing is left in flight.
    expect(await statuses(['192.0.2.40', '192.0.2.40'])).toEqual([200, 200])
  })

  it('sends no fourth receipt a day to an address, and refuses a network that sends too much', async () => {
    const email = 'victim@example.se'
    const receipts = async (body: { key: string }) => (await mailsOf(body.key)).map(({ kind }) => kind)
    const bodies = [1, 2, 3, 4].map(() => written({ email }))
    for (const body of bodies) expect((await send(body, '198.51.100.8')).status).toBe(200)
    expect(await receipts(bodies[2]!)).toEqual(['contact-message', 'contact-receipt'])
    expect(await receipts(bodies[3]!)).toEqual(['contact-message'])
    const statuses: number[] = []
    for (let count = 0; count < 17; count++) statuses.push((await send(written(), '198.51.100.8')).status)
    expect(statuses).toEqual([...Array.from({ length: 16 }, () => 200), 429])
  })

  it('ends after a year with its photos; a photo without a message after a day', async () => {
    const body = written({ photos: [await uploaded(200)] })
    await send(body)
    const { id, photos } = (await stored(body.key))!
    expect(photos).toBe(1)
    const kept = async (photo: string) =>
      (await sql`select 1 from contact_photo where id = ${photo}`.execute(shop.db)).rows.length
    const forgotten = await uploaded(220)
    await sql`update contact_photo set uploaded_at = now() - interval '2 days'`.execute(shop.db)
    await tidyContactPhotos(shop.db)
    expect([await kept(forgotten), await kept(body.photos[0]!)]).toEqual([0, 1])
    const longAgo = new Date(shop.now.at - 366 * 86_400_000)
    await sql`update contact_message set received_at = ${longAgo} where id = ${id}`.execute(shop.db)
    await applyRetention({ db: shop.db, clock: () => shop.now.at }, jobActor('retention'))
    expect([await stored(body.key), await kept(body.photos[0]!)]).toEqual([undefined, 0])
  })
})
