/**
 * HTML as plain text, as descriptions of products are stored: blank lines between paragraphs, `- ` before the
 * entries of lists (ui/plain-text.tsx shows both). Scripts, styles and attributes are gone; a text without HTML stays as
 * it is.
 */
import sanitizeHtml from 'sanitize-html'

const paragraphs = [
  'p',
  'div',
  'section',
  'article',
  'header',
  'footer',
  'blockquote',
  'pre',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'dl',
]
const lines = ['br', 'tr', 'dt', 'dd', 'hr']
const lists = ['ul', 'ol']
const cells = ['td', 'th']

const blocks = [...paragraphs, ...lines, ...lists, ...cells, 'li']
const anyBlock = new RegExp(`<(?:${blocks.join('|')})(?![a-z0-9])`, 'i')
const entity = /&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});/i

/** Whether a text contains an HTML tag, comment or declaration, also one written with entities. */
export function hasMarkup(text: string): boolean {
  const plain = text.replace(/&(?:lt|#0*60|#x0*3c);?/gi, '<')
  return /<[a-z!/?]/i.test(plain)
}

/** How often HTML may be written within HTML. */
const mostLayers = 5

/**
 * The text of a description; null: it holds no HTML. Text that reads as HTML again once its entities are decoded is
 * converted too, so that an export is imported unchanged.
 */
export function textOfHtml(description: string): string | null {
  let text: string | null = null
  for (let layer = 0; layer < mostLayers; layer++) {
    const inner = textOfLayer(text ?? description)
    if (inner === null) break
    text = inner
  }
  return text
}

function textOfLayer(description: string): string | null {
  const isRaw = /<[a-z!/?]/i.test(description)
  if (!isRaw && !hasMarkup(description) && !entity.test(description)) return null
  // Tags that are written with entities, as when a shop exports HTML within HTML.
  const html = !isRaw && hasMarkup(description) ? decoded(sanitised(description, [])) : description
  const plain = anyBlock.test(html) ? html.replaceAll(/\s+/g, ' ') : html
  const text = decoded(withLines(sanitised(plain, blocks)))
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    // An entry without a text.
    .replaceAll(/^- ?$\n?/gm, '')
    .trim()
  return text === description ? null : text
}

/** Only these elements, without attributes; those that hold no text, such as scripts, are gone with what they hold. */
const sanitised = (html: string, allowedTags: string[]): string =>
  sanitizeHtml(html, { allowedTags, allowedAttributes: {} })

/** The elements that sanitise-html left, whose spelling it decides. */
function withLines(html: string): string {
  const of = (names: readonly string[]) => new RegExp(`</?(?:${names.join('|')})(?: ?/)?>`, 'g')
  return html
    .replaceAll(/<li>\s*(?:<(?:p|div)>)?/g, '\n- ')
    .replaceAll(/(?:<\/(?:p|div)>)?\s*<\/li> ?/g, '')
    .replaceAll(of([...paragraphs, ...lists]), '\n\n')
    .replaceAll(of(lines), '\n')
    .replaceAll(of(cells), ' ')
}

/** The characters that sanitise-html writes with entities. */
function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
