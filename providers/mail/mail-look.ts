/** What all mails look like. Their colours are inline for readers without style sheets; the sheet adds the dark ones. */

import { hasNameOfFile } from '../../domain/stores/shown-identity.ts'
import { storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'

export const mailColours = {
  page: '#f4f4f2',
  sheet: '#ffffff',
  ink: '#1f2328',
  quiet: '#4b5157',
  line: '#e2e1dd',
  link: '#0a58a8',
  amber: '#ffbc20',
} as const

/** Classes that the sheet below refers to. */
export const mailClasses = { page: 'page', sheet: 'sheet', quiet: 'quiet', button: 'button' } as const

/**
 * The shop's mark, a battery with a plus, as HTML that every mail reader draws: mails load no external resources, and
 * readers show no SVG. Decoration beside the brand's name.
 */
const mark =
  `<span aria-hidden="true" style="display:inline-block;vertical-align:middle;margin-right:10px;text-align:center">` +
  `<span style="display:block;width:8px;height:4px;margin:0 auto;border-radius:2px 2px 0 0;background:${mailColours.amber};font-size:0;line-height:0">&nbsp;</span>` +
  `<span style="display:block;width:24px;height:28px;border-radius:6px;background:${mailColours.amber};color:#1f2328;font:700 20px/28px Verdana,Arial,sans-serif">+</span></span>`

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The id of the store's logo among the attachments of a mail (`send-mail.ts`). */
export const logoContentId = 'logo@store'

/** Its own ground, as the sheet of a mail may be dark. */
const logoStyle =
  'display:inline-block;height:48px;width:auto;max-width:240px;padding:6px;border-radius:4px;background:#ffffff;object-fit:contain'

/**
 * The store's name above a mail, as HTML: its uploaded logo, attached to the mail, or its name; beside the name the mark,
 * while the store has the name of its file.
 */
export function mailHeadingHtml(store: StoreCode): string {
  const name = escaped(stores[store].brand)
  if (hasMailLogo(store))
    return `<img src="cid:${logoContentId}" alt="${name}" height="48" style="${logoStyle}">`
  return `${hasNameOfFile(store) ? mark : ''}${name}`
}

/** Whether mails show a logo; its source is `storePolicies[store].pictures.logo`. */
export const hasMailLogo = (store: StoreCode): boolean => storePolicies[store].pictures?.logo != null

/** Content of the two metas that say that a mail has dark colours of its own. */
export const mailColourSchemes = 'light dark'

/**
 * The dark colours. A reader that darkens mails on its own would otherwise guess them: dark text on a dark page where
 * only one of the two is recoloured.
 */
export const darkMailStyles = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table, .page > table > tbody > tr > td { background: #0e151c !important; }
  .sheet { background: #17212b !important; }
  .sheet p, .sheet td, .sheet h1, .sheet h2, .sheet strong { color: #eceae5 !important; }
  .sheet .quiet { color: #b4bcc4 !important; }
  .sheet a { color: #8fc7ff !important; }
  .sheet a.button, .sheet a.button span { color: #1f2328 !important; }
  .sheet hr, .sheet .quiet { border-color: #36424d !important; }
}`
