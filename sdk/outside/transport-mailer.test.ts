import { generateKeyPairSync } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { isServerUnavailable, mailFailure } from '../../providers/mail/mail-failure.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import type { MailToSend, MailTransport } from './mail-transport.ts'
import { mailerOf } from './transport-mailer.ts'

const mail: Mail = {
  name: 'S100001-confirmation',
  kind: 'order-confirmation',
  from: { name: 'Anode', address: 'order@anode.example' },
  to: 'anna@example.se',
  subject: 'Tack',
  html: '<p>Tack</p>',
  text: 'Tack',
  headers: { 'List-Unsubscribe': '<https://shop.example/x>' },
  attachments: [{ filename: 'f.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') }],
  date: new Date(0),
}
const warnings: object[] = []
const log = { warn: (data: object) => void warnings.push(data) }
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const mailer = (send: MailTransport['send']) =>
  mailerOf('acme', { send }, { log, dkim: { domain: 'anode.example', selector: 's', privateKey } })

/** What an attempt fails with. */
const failureOf = async (send: MailTransport['send']) => {
  const error: unknown = await mailer(send)
    .send(mail)
    .then(
      () => null,
      (fault: unknown) => fault,
    )
  return { code: mailFailure(error).code, endsRound: isServerUnavailable(error) }
}

afterEach(() => {
  warnings.length = 0
  vi.useRealTimers()
})

it('hands over the mail with its Message-ID, in parts and as a signed message', async () => {
  const sent: { mail: MailToSend; message: string }[] = []
  const { messageId } = await mailer(async (given) => {
    sent.push({ mail: given, message: Buffer.from(await given.message()).toString() })
    return { ok: true }
  }).send(mail)
  expect(messageId).toBe('<S100001-confirmation@anode.example>')
  expect(sent[0]!.mail).toMatchObject({
    messageId,
    to: 'anna@example.se',
    replyTo: null,
    headers: { 'List-Unsubscribe': '<https://shop.example/x>' },
    attachments: [{ filename: 'f.pdf', cid: null }],
  })
  expect(sent[0]!.message).toContain(`Message-ID: ${messageId}`)
  expect(sent[0]!.message).toMatch(/^DKIM-Signature: /m)
  expect(warnings).toEqual([])
})

it.each([
  ['throws', () => Promise.reject(new Error(`no mailbox ${mail.to}`)), 'transport_fault'],
  ['throws at once', () => JSON.parse('{') as never, 'transport_fault'],
  ['answers nothing', async () => undefined as never, 'transport_answer'],
  ['answers with an address', async () => ({ ok: false, code: mail.to }) as const, 'transport_answer'],
  ['refuses the mail', async () => ({ ok: false, code: 'bounced' }) as const, 'bounced'],
  ['has a code of SMTP', async () => ({ ok: false, code: 'ETIMEDOUT' }) as const, 'ETIMEDOUT'],
])('one that %s has not sent it; the log names the module and nobody else', async (_what, send, code) => {
  expect(await failureOf(send)).toEqual({ code, endsRound: false })
  expect(warnings).toMatchObject([{ module: 'acme', kind: 'order-confirmation', code }])
  expect(JSON.stringify(warnings)).not.toContain('@example')
})

it('one whose service is unavailable is not tried with the next mails', async () => {
  const away = async () => ({ ok: false, code: 'http_503', isUnavailable: true }) as const
  expect(await failureOf(away)).toEqual({ code: 'http_503', endsRound: true })
  expect(warnings).toMatchObject([{ module: 'acme', code: 'http_503' }])
})

it('one slow mail does not keep the next ones from being tried, three in a row do', async () => {
  vi.useFakeTimers()
  let aborted = 0
  const slow = mailer((_mail, { signal }) => {
    signal.addEventListener('abort', () => aborted++)
    return new Promise(() => {})
  })
  const ends: boolean[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    const failure = slow.send(mail).catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    const error = await failure
    expect(mailFailure(error).code).toBe('transport_timeout')
    ends.push(isServerUnavailable(error))
  }
  expect(ends).toEqual([false, false, true])
  expect(aborted).toBe(3)
})
