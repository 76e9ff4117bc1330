/** Mails that the shop under test wrote into its outbox, for browser tests. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** How long a mail may take, ms: jobs send it, which wait for their turn on a busy machine. */
export const mailWaitMs = 60_000

/** A mail as its reader sees it. */
export interface ReceivedMail {
  /** Name of its file: the order or account, and the kind. */
  name: string
  subject: string
  text: string
  html: string
}

/** All mails to the address so far, by name. */
export async function mailsTo(email: string): Promise<ReceivedMail[]> {
  const outbox = join(process.env['ANODE_TEST_DATA_DIR']!, 'outbox')
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).toSorted()
  const sources = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  return sources.flatMap((source, index) => {
    if (!source.includes(`To: ${email}`)) return []
    const [, subject = ''] = /^Subject: (.*(?:\n[ \t].*)*)/m.exec(source) ?? []
    return [
      {
        name: names[index]!.replace('.eml', ''),
        subject: decodedWords(subject),
        text: partOf(source, 'text/plain'),
        html: partOf(source, 'text/html'),
      },
    ]
  })
}

/** RFC 2047: `=?UTF-8?Q?...?=`, where whitespace between two encoded words is left out. */
function decodedWords(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/\n[ \t]/g, ' ')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : quotedPrintable(text.replaceAll('_', ' ')),
    )
}

/** The decoded body of the part of that type; '' if there is none. */
function partOf(source: string, type: 'text/plain' | 'text/html'): string {
  const [, headers, body] =
    new RegExp(`^(Content-Type: ${type}[^]*?)\n\n([^]*?)(?:\n--|(?![^]))`, 'm').exec(source) ?? []
  if (headers === undefined || body === undefined) return ''
  if (/transfer-encoding: base64/i.test(headers)) return Buffer.from(body, 'base64').toString()
  return /quoted-printable/i.test(headers) ? quotedPrintable(body) : body
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** The path of a mail to the address that matches, once it has been sent. */
export async function mailedPath(email: string, pattern: RegExp): Promise<string> {
  const outbox = join(process.env['ANODE_TEST_DATA_DIR']!, 'outbox')
  let found: string | null = null
  const search = async () => {
    for (const name of await readdir(outbox).catch(() => [])) {
      if (!name.endsWith('.eml')) continue
      const source = await readFile(join(outbox, name), 'utf8').catch(() => '')
      const mail = source.replaceAll('=\n', '').replaceAll('=3D', '=')
      if (mail.includes(`To: ${email}`)) found = pattern.exec(mail)?.[0] ?? found
    }
    return found
  }
  await expect.poll(search, { timeout: mailWaitMs }).not.toBeNull()
  return found!
}
