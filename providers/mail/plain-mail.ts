/** A short mail of paragraphs, signed by the store's company: HTML and plain text have the same content. */
import { storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'

export interface MailText {
  subject: string
  html: string
  text: string
}

/** A mail of paragraphs, to which more can be added. */
export interface PlainMail extends MailText {
  store: StoreCode
  paragraphs: readonly Paragraph[]
}

/** Plain text, which keeps line breaks; or a link, which the plain text shows as its words and absolute address. */
export type Paragraph = string | { link: string; words: string }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const asText = (part: Paragraph): string => (typeof part === 'string' ? part : `${part.words}: ${part.link}`)

const asHtml = (part: Paragraph): string =>
  typeof part === 'string'
    ? escaped(part).replaceAll('\n', '<br>')
    : `<a href="${escaped(part.link)}">${escaped(part.words)}</a>`

/** `lang`: of the texts, as `en-GB`; the store's by default. */
export function plainMail(
  store: StoreCode,
  subject: string,
  paragraphs: readonly Paragraph[],
  lang = stores[store].iso,
): PlainMail {
  const lines = [...paragraphs, signature(store)]
  const body = lines.map((line) => `<p>${asHtml(line)}</p>`).join('\n')
  return {
    store,
    paragraphs,
    subject,
    text: `${lines.map(asText).join('\n\n')}\n`,
    html: `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="font-family:Verdana,Arial,sans-serif;font-size:14px;line-height:1.5;color:#1f2328">${body}</body></html>`,
  }
}

/**
 * The company as the countries' laws want it in letters and mails: name, seat, register and number (ABL 28:5,
 * foretaksregisterloven § 10-2, § 35a GmbHG, selskabsloven § 2).
 */
function signature(store: StoreCode): string {
  const { company, invoicing } = storePolicies[store]
  const { name, street, postalCode, city, email, register } = company
  return [
    `${name}, ${street}, ${postalCode} ${city}, ${email}`,
    [register, ...invoicing.notes].join(', '),
  ].join('\n')
}

/** The mail with another paragraph at its end. */
export function withParagraph({ store, subject, paragraphs }: PlainMail, more: Paragraph): PlainMail {
  return plainMail(store, subject, [...paragraphs, more])
}
