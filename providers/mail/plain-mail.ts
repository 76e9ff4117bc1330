/** A short mail of paragraphs, signed by the store's company: HTML and plain text say the same. */
import { companies } from '../../domain/stores/company.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'

export interface MailText {
  subject: string
  html: string
  text: string
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** `paragraphs` are plain text; a line break in one stays a line break. */
export function plainMail(store: StoreCode, subject: string, paragraphs: readonly string[]): MailText {
  const { name, street, postalCode, city, email } = companies[store]
  const lines = [...paragraphs, `${name}, ${street}, ${postalCode} ${city}, ${email}`]
  const body = lines.map((line) => `<p>${escaped(line).replaceAll('\n', '<br>')}</p>`).join('\n')
  return {
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${stores[store].iso}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="font-family:Verdana,Arial,sans-serif;font-size:14px;line-height:1.5;color:#1f2328">${body}</body></html>`,
  }
}
