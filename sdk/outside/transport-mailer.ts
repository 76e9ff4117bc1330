/** Makes the kernel's mailer of the mail transport of a module, and trusts nothing of what it answers. */
import { z } from 'zod'
import type { DkimKey } from '../../providers/mail/dkim.ts'
import { faultOf } from '../../providers/mail/mail-failure.ts'
import { createMessageWriter, messageIdOf, type Mail, type Mailer } from '../../providers/mail/mailer.ts'
import type { MailToSend, MailTransport } from './mail-transport.ts'

/** Less than PostgreSQL allows an idle transaction (30 s): the mail is sent in one. */
const answerWithinMs = 20_000

const answers = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({
    ok: z.literal(false),
    code: z.string().regex(/^[a-zA-Z0-9_]{1,40}$/),
    isUnavailable: z.boolean().optional(),
    isPermanent: z.boolean().optional(),
  }),
])

/** Without an answer to so many mails in a row the service is taken to be unavailable; one mail alone may be slow. */
const latesOfUnavailable = 3

interface Failing {
  /** Other mails would fail for the same reason. */
  isUnavailable?: boolean
  /** So would each further attempt. */
  isPermanent?: boolean
  cause?: unknown
}

/** An attempt that failed; `code` is what is logged and shown. */
export class TransportFailed extends Error {
  readonly code: string
  readonly isUnavailable: boolean
  readonly isPermanent: boolean

  constructor(
    module: string,
    code: string,
    { isUnavailable = false, isPermanent = false, cause }: Failing = {},
  ) {
    super(`the mail transport of the module ${module} failed: ${code}`, { cause })
    this.code = code
    this.isUnavailable = isUnavailable
    this.isPermanent = isPermanent
  }
}

/** Failures are logged under the name of the module, without what was thrown: it may name the recipient. */
export function mailerOf(
  module: string,
  transport: MailTransport,
  { log, dkim }: { log: { warn(data: object, message: string): void }; dkim: DkimKey | null },
): Mailer {
  const write = createMessageWriter(dkim)
  let latesInARow = 0
  const fail = (mail: Mail, code: string, failing: Failing = {}): never => {
    const fault = failing.cause === undefined ? {} : faultOf(failing.cause)
    log.warn({ module, kind: mail.kind, code, ...fault }, 'the mail transport of a module failed')
    throw new TransportFailed(module, code, failing)
  }
  return {
    async send(mail) {
      const ended = new AbortController()
      const tooLate = Promise.withResolvers<'late'>()
      const timer = setTimeout(() => tooLate.resolve('late'), answerWithinMs)
      let answer: unknown
      try {
        const sending = (async () => transport.send(toSend(mail, write), { signal: ended.signal }))()
        answer = await Promise.race([sending, tooLate.promise])
      } catch (cause) {
        latesInARow = 0
        return fail(mail, 'transport_fault', { cause })
      } finally {
        clearTimeout(timer)
        ended.abort()
      }
      latesInARow = answer === 'late' ? latesInARow + 1 : 0
      if (answer === 'late')
        return fail(mail, 'transport_timeout', { isUnavailable: latesInARow >= latesOfUnavailable })
      const read = answers.safeParse(answer)
      if (!read.success) return fail(mail, 'transport_answer')
      if (read.data.ok) return { messageId: messageIdOf(mail) }
      const { code, isUnavailable = false, isPermanent = false } = read.data
      return fail(mail, code, { isUnavailable, isPermanent })
    },
  }
}

function toSend(mail: Mail, write: ReturnType<typeof createMessageWriter>): MailToSend {
  const { kind, from, to, replyTo = null, subject, html, text, headers = {}, attachments = [], date } = mail
  return {
    messageId: messageIdOf(mail),
    kind,
    from,
    to,
    replyTo,
    subject,
    html,
    text,
    headers,
    attachments: attachments.map(({ filename, contentType, content, cid = null }) => ({
      filename,
      contentType,
      content,
      cid,
    })),
    date,
    message: async () => (await write(mail)).message,
  }
}
