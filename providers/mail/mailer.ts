/**
 * How mails leave the shop. Without a mail server they are written as `.eml` files into the outbox, whole or not
 * at all, under a name that says which order and never whose.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export interface Mail {
  /** Name of the mail, e.g. `S100001-confirmation`; the same name is the same mail. */
  name: string
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

/** Hands mails to an SMTP server, e.g. `smtps://user:password@mail.example`. */
export function createSmtpMailer(url: string): Mailer {
  const transport = createTransport(url)
  return {
    async send(mail) {
      const { messageId } = await transport.sendMail(content(mail))
      return { messageId }
    },
  }
}

function content(mail: Mail) {
  const { name, ...rest } = mail
  const domain = mail.from.address.split('@')[1] ?? 'localhost'
  // One address, never a list, whatever stands in it. The same mail twice carries the same id, so that a mail server
  // or reader can tell.
  return { ...rest, to: { name: '', address: mail.to }, messageId: `<${name}@${domain}>` }
}

/** Letters, digits and hyphens of the mail's name; nothing that leads out of the folder. */
function fileName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9-]/g, '_')
}
