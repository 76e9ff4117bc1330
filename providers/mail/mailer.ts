/**
 * How mails leave the shop. Without a mail server they are written as `.eml` files into the outbox, whole or not
 * at all, under a name that says which order and never whose.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailKind } from '../../domain/mail/mail-kind.ts'

export interface Mail {
  /** Name of the mail, e.g. `S100001-confirmation`; the same name is the same mail. */
  name: string
  kind: MailKind
  from: { name: string; address: string }
  to: string
  subject: string
  html: string
  text: string
  date: Date
}

export interface Mailer {
  /** Sends, or replaces the file of the same name. Throws when it could not. */
  send(mail: Mail): Promise<{ messageId: string }>
}

/** Writes mails into a folder. */
export function createOutbox(directory: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { message, messageId } = await transport.sendMail(content(mail))
      await mkdir(directory, { recursive: true })
      const file = join(directory, `${fileName(mail.name)}.eml`)
      const unfinished = `${file}.${process.pid}.part`
      await writeFile(unfinished, message as Buffer, { mode: 0o600 })
      await rename(unfinished, file)
      return { messageId }
    },
  }
}

export interface SmtpMailer extends Mailer {
  /** Closes its connections; mails that are being sent are finished. */
  close(): void
}

/** Connections to the mail server that a node keeps open between mails. */
const smtpConnections = 5

/**
 * Hands mails to an SMTP server, e.g. `smtps://user:password@mail.example`, over a few connections that stay open. A
 * server that does not answer fails a mail in less time than PostgreSQL gives an idle transaction (30 s).
 */
export function createSmtpMailer(url: string): SmtpMailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: smtpConnections,
    maxMessages: 500,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return {
    async send(mail) {
      const { messageId } = await transport.sendMail(content(mail))
      return { messageId }
    },
    close: () => transport.close(),
  }
}

function content(mail: Mail) {
  const { name, kind: _kind, ...rest } = mail
  const domain = mail.from.address.split('@')[1] ?? 'localhost'
  // One address, never a list, whatever stands in it. The same mail twice carries the same id, so that a mail server
  // or reader can tell.
  return { ...rest, to: { name: '', address: mail.to }, messageId: `<${name}@${domain}>` }
}

/** Letters, digits and hyphens of the mail's name; nothing that leads out of the folder. */
function fileName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9-]/g, '_')
}
