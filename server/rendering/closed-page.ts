/** The page of a store that is closed to shoppers. It needs no script, no session and no catalogue. */
import { publicPaths } from '../../domain/stores/paths.ts'
import { openStoreCodes } from '../../domain/stores/open-stores.ts'
import { shownLogos } from '../../domain/stores/shown-identity.ts'
import { storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { linkedIcons } from '../../domain/stores/web-manifest.ts'
import { formatMessage } from '../../domain/content/message.ts'
import { escapeXml } from '../../domain/seo/sitemap.ts'
import { textsOf } from '../../locales/texts.server.ts'

/** Seconds after which crawlers ask again. */
const retryAfterSeconds = 3600

/** Headers of the page; its status is 503, so that no search engine drops or keeps what the store had. */
export const closedPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
  'cache-control': 'private, no-store',
  'retry-after': String(retryAfterSeconds),
  'x-robots-tag': 'noindex',
} as const

const styles = `:root{color-scheme:light dark;--ink:#15202b;--soft:#46525d;--ground:#faf8f4;--line:#e2ddd2;--link:#0a58a8}
@media(prefers-color-scheme:dark){:root{--ink:#f4f1ea;--soft:#b4bcc4;--ground:#0e151c;--line:#36424d;--link:#8fc7ff}}
*{box-sizing:border-box}body{display:grid;min-height:100vh;margin:0;padding:24px;place-content:center;background:var(--ground);color:var(--ink);font:1.125rem/1.5 system-ui,sans-serif}
main{max-width:34rem;border-top:6px solid #ffbc20;padding-top:24px}img{display:block;max-width:100%;height:48px;object-fit:contain;object-position:left}
.name{font-size:1.25rem;font-weight:700;overflow-wrap:anywhere}h1{margin:32px 0 8px;font-size:2rem;line-height:1.2}p{margin:0 0 16px}.soft{color:var(--soft)}
a{color:var(--link)}.nowrap{white-space:nowrap}ul{display:flex;flex-wrap:wrap;gap:4px 20px;margin:0;padding:0;list-style:none}h2{margin:24px 0 8px;padding-top:24px;border-top:1px solid var(--line);font-size:1rem}`

export function closedPage(code: StoreCode): string {
  const { brand, iso, phoneNumber } = stores[code]
  const { email } = storePolicies[code].company
  const words = textsOf(code).answers.closed
  const name = escapeXml(brand)
  const logo = shownLogos(code)?.full
  const shown = logo
    ? `<picture><source srcset="${logo.dark}" media="(prefers-color-scheme: dark)"><img src="${logo.light}" alt="${name}" height="48"></picture>`
    : `<div class="name">${name}</div>`
  const phone = `<a class="nowrap" href="tel:${escapeXml(phoneNumber.replaceAll(' ', ''))}">${escapeXml(phoneNumber)}</a>`
  const mail = `<a href="mailto:${escapeXml(email)}">${escapeXml(email)}</a>`
  const others = openStoreCodes()
  return `<!doctype html><html lang="${iso}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeXml(words.title)} | ${name}</title><link rel="icon" href="${linkedIcons(code).tab}"><style>${styles}</style></head>
<body><main>${shown}<h1>${escapeXml(words.title)}</h1><p>${formatMessage(words.text, { store: name }, iso)}</p><p class="soft">${formatMessage(words.contact, { phone, email: mail }, iso)}</p>${
    others.length === 0
      ? ''
      : `<h2>${escapeXml(words.others)}</h2><ul>${others
          .map(
            (other) =>
              `<li><a href="${publicPaths.home(other)}" lang="${stores[other].iso}">${escapeXml(stores[other].country)}</a></li>`,
          )
          .join('')}</ul>`
  }</main></body></html>`
}
