/**
 * Sanitises the HTML of a merchant's content (PAGE-09). Scripts, styles, frames, forms and event handlers are
 * removed. So are names by which the program or the browser looks up elements: ids get a prefix that the
 * program never uses, and `name`, which makes an element a property of `document` (DOM clobbering), is
 * dropped.
 */
import sanitizeHtml from 'sanitize-html'
import { tableNames } from './table-names.server.ts'

/**
 * Prefix of ids in content; links within a text are rewritten to it. The program's own ids never begin with
 * it.
 */
export const contentIdPrefix = 'content-'

/** Elements of which tables are made. */
const tableTags = ['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']

/** HTML that is safe to insert into a page. Applied once, when content is read from the database. */
export function sanitiseContent(html: string): string {
  const names = tableNames()
  return sanitizeHtml(html, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'h1', 'h2', 'img', 'details', 'summary'],
    allowedAttributes: {
      a: ['href', 'rel'],
      img: ['src', 'alt', 'width', 'height'],
      '*': ['id'],
      ...Object.fromEntries(tableTags.map((tagName) => [tagName, ['role', 'scope', 'data-label']])),
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    transformTags: {
      '*': (tagName, { role: _role, 'data-label': _label, ...attributes }) => ({
        tagName,
        attribs: { ...withOwnIds(tagName, attributes), ...names.begin(tagName, attributes['scope']) },
      }),
    },
    // Removes nothing: it is what is called with the text of an element.
    exclusiveFilter: ({ tag, text }) => {
      names.end(tag, text)
      return false
    },
  })
}

function withOwnIds(tagName: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const { id, name, href, ...rest } = attributes
  // Old texts mark an anchor with <a name="…">.
  const place = id ?? (tagName === 'a' ? name : undefined)
  return {
    ...rest,
    ...(place !== undefined && { id: contentIdPrefix + place }),
    ...(href !== undefined && { href: isPlaceInText(href) ? `#${contentIdPrefix}${href.slice(1)}` : href }),
  }
}

const isPlaceInText = (href: string) => href.startsWith('#') && href.length > 1
