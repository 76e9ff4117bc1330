import { createHash, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailLimits } from '../../domain/mail/mail-limits.ts'
import { mailKinds, topicOf, type MailKind } from '../../domain/mail/mail-kind.ts'
import { createSmtpMailer, type SmtpMailer } from '../../providers/mail/mailer.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { testKeys } from '../../test/keyring.ts'
import { startSmtpServer, type TestSmtpServer } from '../../test/smtp-server.ts'
import { sendMail } from '../../providers/mail/send-mail.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const now = Date.UTC(2026, 10, 20, 9)

let database: TestDatabase
let server: TestSmtpServer
let mailer: SmtpMailer
beforeAll(async () => {
  database = await testDatabase()
  server = await startSmtpServer()
  mailer = createSmtpMailer(server.url, { domain: 'shop.example', selector: 's2026', privateKey })
})
afterAll(async () => {
  mailer.close()
  await server.close()
  await database.drop()
})

/** The mail as the server received it. */
async function received(kind: MailKind): Promise<string> {
  const services = {
    db: database.db,
    mailer,
    keys: testKeys,
    publicUrl: 'https://shop.example',
    clock: () => now,
    mailLimits,
  }
  await database.db.transaction().execute((trx) =>
    sendMail(trx, services, {
      name: `test-${kind}`,
      kind,
      store: 'sv',
      to: 'asa@example.se',
      subject: 'Billigare: tält för två på fjället, med en rubrik som är längre än en rad i ett huvud',
      html: '<p>Hej Åsa</p>',
      text: 'Hej Åsa  \n\n.\nmed  blanksteg \n\n\n',
      date: new Date(now),
    }),
  )
  return server.mails.at(-1)!.raw
}

/** What a receiver computes: `relaxed/relaxed` of RFC 6376, 3.4, with the key of the domain's TXT record. */
function verify(raw: string, key: KeyObject) {
  const end = raw.indexOf('\r\n\r\n')
  const fields = raw
    .slice(0, end)
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .map((line) => {
      const colon = line.indexOf(':')
      const value = line.slice(colon + 1).replaceAll(/[ \t]+/g, ' ')
      return { name: line.slice(0, colon).toLowerCase().trim(), value: value.trim() }
    })
  const signature = fields.find(({ name }) => name === 'dkim-signature')?.value ?? ''
  const tags = new Map(
    signature.split(';').map((tag) => {
      const equals = tag.indexOf('=')
      return [tag.slice(0, equals).trim(), tag.slice(equals + 1).replaceAll(/\s/g, '')]
    }),
  )
  const body = raw
    .slice(end + 4)
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(' \r\n', '\r\n')
    .replace(/(?:\r\n)*$/, '\r\n')
  const signed = tags.get('h')!.split(':')
  const header = signed.map((name) => {
    const last = fields.findLast((field) => field.name === name.toLowerCase())
    return last ? `${name.toLowerCase()}:${last.value}\r\n` : ''
  })
  const unsigned = `dkim-signature:${signature.replace(/(?<=;\s*b=).*$/, '')}`
  return {
    tags,
    signed,
    isBodyIntact: createHash('sha256').update(body).digest('base64') === tags.get('bh'),
    isSignatureValid: createVerify('rsa-sha256')
      .update(header.join('') + unsigned)
      .verify(key, tags.get('b') ?? '', 'base64'),
  }
}

it('mails that can be refused are signed, and the signature covers both header fields of the button', async () => {
  const kind = mailKinds.find((each) => topicOf(each) !== null)!
  const raw = await received(kind)
  const { tags, signed, ...valid } = verify(raw, publicKey)
  expect(valid).toEqual({ isBodyIntact: true, isSignatureValid: true })
  expect([tags.get('d'), tags.get('s'), tags.get('a'), tags.get('c')]).toEqual([
    'shop.example',
    's2026',
    'rsa-sha256',
    'relaxed/relaxed',
  ])
  expect(signed).toEqual(expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post']))
  for (const change of [
    raw.replace('List-Unsubscribe=One-Click', 'List-Unsubscribe=Two-Click'),
    raw.replace('one-click-unsubscribe', 'two-click-unsubscribe'),
    raw.replace(/^Subject: /m, 'Subject: x'),
  ]) {
    expect(change).not.toBe(raw)
    expect(verify(change, publicKey).isSignatureValid).toBe(false)
  }
  expect(verify(`${raw}more\r\n`, publicKey).isBodyIntact).toBe(false)
})

it('every other mail is signed too', async () => {
  const { tags: _tags, signed, ...valid } = verify(await received('order-confirmation'), publicKey)
  expect(valid).toEqual({ isBodyIntact: true, isSignatureValid: true })
  expect(signed).not.toContain('list-unsubscribe')
})
