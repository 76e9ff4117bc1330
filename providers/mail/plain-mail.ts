/** A short mail of paragraphs, signed by the store's company: HTML and plain text have the same content. */
import { storePolicies, stores, type Store, type StoreCode } from '../../domain/stores/stores.ts'
import { mailPictureSide, type ShownPicture } from './mail-pictures.ts'
import {
  darkMailStyles,
  mailClasses,
  mailColours,
  mailColourSchemes,
  escaped,
  mailHeadingHtml,
} from './mail-look.ts'

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

/**
 * Plain text, which keeps line breaks; a link, which the plain text shows as its words and absolute address; or rows of
 * goods, with their pictures in the HTML.
 */
export type Paragraph = string | { link: string; words: string } | GoodsRows

export interface GoodsRows {
  /** Above the rows; absent: nothing. */
  title?: string
  rows: readonly { text: string; picture: ShownPicture | null }[]
}

const goodsText = ({ title, rows }: GoodsRows): string =>
  [...(title === undefined ? [] : [title]), ...rows.map(({ text }) => text)].join('\n')

function asText(part: Paragraph): string {
  if (typeof part === 'string') return part
  return 'rows' in part ? goodsText(part) : `${part.words}: ${part.link}`
}

const family = 'font-family:Verdana,Arial,sans-serif'
const font = `${family};color:${mailColours.ink}`
const button = `display:inline-block;padding:12px 20px;border-radius:4px;background:${mailColours.amber};color:${mailColours.ink};font-weight:700;text-decoration:none`

/** The text of a paragraph. The store's telephone number stays on one line. */
const textHtml = (text: string, { phoneNumber }: Store): string =>
  escaped(text)
    .replaceAll('\n', '<br>')
    .replaceAll(phoneNumber, `<span style="white-space:nowrap">${phoneNumber}</span>`)

function linkHtml({ link, words }: { link: string; words: string }, isMain: boolean): string {
  const look = isMain
    ? `class="${mailClasses.button}" style="${button}"`
    : `style="color:${mailColours.link}"`
  return `<a href="${escaped(link)}" ${look}>${escaped(words)}</a>`
}

/** The paragraphs; the first link is what the mail is about, and looks like a button. */
function paragraphsHtml(paragraphs: readonly Paragraph[], store: Store): string {
  const main = paragraphs.find((part) => typeof part !== 'string' && 'link' in part)
  const html = (part: Paragraph): string => {
    if (typeof part === 'string') return paragraphHtml(textHtml(part, store))
    return 'rows' in part ? goodsHtml(part, store) : paragraphHtml(linkHtml(part, part === main))
  }
  return paragraphs.map(html).join('\n')
}

const paragraphHtml = (html: string): string => `<p style="margin:0 0 16px;${font}">${html}</p>`

/** The rows beside their pictures; as the plain text where there are none. */
function goodsHtml(goods: GoodsRows, store: Store): string {
  const { title, rows } = goods
  if (rows.every(({ picture }) => picture === null)) return paragraphHtml(textHtml(goodsText(goods), store))
  const cells = rows.map(({ text, picture }) => {
    const picturesCell = `<td width="${mailPictureSide}" style="padding:0 12px 8px 0">${picture ? pictureHtml(picture) : ''}</td>`
    return `<tr>${picturesCell}<td style="padding:0 0 8px;${font}">${textHtml(text, store)}</td></tr>`
  })
  return `${title === undefined ? '' : `<p style="margin:0 0 8px;${font}">${textHtml(title, store)}</p>`}
<table role="presentation" cellspacing="0" cellpadding="0" style="margin:0 0 8px;font-size:14px;line-height:1.5">${cells.join('')}</table>`
}

const pictureHtml = ({ url, alt }: ShownPicture): string =>
  `<img src="${escaped(url)}" alt="${escaped(alt)}" width="${mailPictureSide}" height="${mailPictureSide}" style="display:block;border-radius:4px">`

/** The document around the paragraphs: the store's name above them, the signature below. */
function mailDocument(store: Store, lang: string, subject: string, content: string, signed: string): string {
  const { page, sheet, quiet, line, amber } = mailColours
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="${mailColourSchemes}"><meta name="supported-color-schemes" content="${mailColourSchemes}"><title>${escaped(subject)}</title><style>${darkMailStyles}</style></head>
<body class="${mailClasses.page}" style="margin:0;background:${page}"><table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="background:${page}">
<table role="presentation" class="${mailClasses.sheet}" width="100%" cellspacing="0" cellpadding="0" style="max-width:600px;background:${sheet};border-top:6px solid ${amber}"><tr><td align="left" style="padding:24px;font-size:14px;line-height:1.5;${font}">
<p style="margin:0 0 20px;font-size:22px;font-weight:700;line-height:1.25;${font}">${mailHeadingHtml(store.code)}</p>
${content}
<p class="${mailClasses.quiet}" style="margin:24px 0 0;padding-top:16px;border-top:1px solid ${line};font-size:12px;${family};color:${quiet}">${signed}</p>
</td></tr></table>
</td></tr></table></body></html>`
}

/** `lang`: of the texts, as `en-GB`; the store's by default. */
export function plainMail(
  store: StoreCode,
  subject: string,
  paragraphs: readonly Paragraph[],
  lang = stores[store].iso,
): PlainMail {
  const facts = stores[store]
  const signed = signature(store)
  const content = paragraphsHtml(paragraphs, facts)
  return {
    store,
    paragraphs,
    subject,
    text: `${[...paragraphs, signed].map(asText).join('\n\n')}\n`,
    html: mailDocument(facts, lang, subject, content, textHtml(signed, facts)),
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
