/**
 * Sends mails. Without a mail server they are written atomically as `.eml` files into the outbox, named by
 * order and never by recipient.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailKind } from '../../domain/mail/mail-kind.ts'
import { dkimOptions, type DkimKey } from './dkim.ts'

export interface MailAttachment {
  filename: string
  contentType: string
  content: Buffer
  /** Content-ID of a picture that the HTML shows. */
  cid?: string
}

export interface Mail {
  /** Name of the mail, e.g. `S100001-confirmation`; it is the idempotency key. */
  name: string
  kind: MailKind
  from: { name: string; address: string }
  to: string
  /** Where a reply goes; absent: to `from`. */
  replyTo?: string
  subject: string
  html: string
  text: string
  /** Further header fields, e.g. `List-Unsubscribe`. */
  headers?: Record<string, string>
  attachments?: MailAttachment[]
  date: Date
}

export interface Mailer {
  /** Sends, or replaces the file of the same name. Throws on failure. */
  send(mail: Mail): Promise<{ messageId: string }>
}

/** Writes whole messages (RFC 5322). `dkim` null: they are not signed. `newline`: of their lines. */
export function createMessageWriter(dkim: DkimKey | null, newline: 'unix' | 'windows' = 'windows') {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline,
    ...(dkim && { dkim: dkimOptions(dkim) }),
  })
  return async (mail: Mail): Promise<{ message: Buffer; messageId: string }> => {
    const { message, messageId } = await transport.sendMail(content(mail))
    return { message: message as Buffer, messageId }
  }
}

/** Writes mails into a folder. */
export function createOutbox(directory: string): Mailer {
  const write = createMessageWriter(null, 'unix')
  return {
    async send(mail) {
      const { message, messageId } = await write(mail)
      await mkdir(directory, { recursive: true })
      const file = join(directory, `${fileName(mail.name)}.eml`)
      const unfinished = `${file}.${process.pid}.part`
      await writeFile(unfinished, message, { mode: 0o600 })
      await rename(unfinished, file)
      return { messageId }
    },
  }
}

export interface SmtpMailer extends Mailer {
  /** Closes its connections; mails in flight are finished. */
  close(): void
}

/** Connections to the mail server that a node keeps open between mails. */
const smtpConnections = 5

/**
 * Sends mails to an SMTP server, e.g. `smtps://user:password@mail.example`, over a small pool of connections.
 * A server that does not respond fails a mail in less time than PostgreSQL allows an idle transaction (30 s).
 * `dkim` null: the mails are not signed here.
 */
export function createSmtpMailer(url: string, dkim: DkimKey | null = null): SmtpMailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: smtpConnections,
    maxMessages: 500,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    ...(dkim && { dkim: dkimOptions(dkim) }),
  })
  return {
    async send(mail) {
      const { messageId } = await transport.sendMail(content(mail))
      return { messageId }
    },
    close: () => transport.close(),
  }
}

/** A resent mail has the same Message-ID, so that mail servers and clients can de-duplicate it. */
export function messageIdOf({ name, from }: Pick<Mail, 'name' | 'from'>): string {
  return `<${name}@${from.address.split('@')[1] ?? 'localhost'}>`
}

function content(mail: Mail) {
  const { name: _name, kind: _kind, replyTo, ...rest } = mail
  // Exactly one address, never parsed as a list.
  return {
    ...rest,
    to: { name: '', address: mail.to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    messageId: messageIdOf(mail),
  }
}

/** Letters, digits and hyphens of the mail's name; nothing that could leave the folder. */
function fileName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9-]/g, '_')
}
