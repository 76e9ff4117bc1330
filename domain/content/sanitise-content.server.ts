/**
 * What markup a merchant's content may hold (PAGE-09). Scripts, styles, frames, forms and event handlers never pass,
 * and neither does a name by which the program or the browser finds something else: ids get a prefix that the program
 * itself never uses, and `name`, which makes an element a property of `document` (DOM clobbering), is dropped.
 */
import sanitizeHtml from 'sanitize-html'

/** Ids of content begin with this, and links within a text follow them. The program's own ids never do. */
export const contentIdPrefix = 'content-'

/** HTML that is safe to write into a page. Applied once, when content is read from the database. */
export function sanitiseContent(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'h1', 'h2', 'img', 'details', 'summary'],
    allowedAttributes: {
      a: ['href', 'rel'],
      img: ['src', 'alt', 'width', 'height'],
      '*': ['id'],
      th: ['scope'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    transformTags: { '*': (tagName, attributes) => ({ tagName, attribs: withOwnIds(tagName, attributes) }) },
  })
}

function withOwnIds(tagName: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const { id, name, href, ...rest } = attributes
  // Old texts mark a place by <a name="…">.
  const place = id ?? (tagName === 'a' ? name : undefined)
  return {
    ...rest,
    ...(place !== undefined && { id: contentIdPrefix + place }),
    ...(href !== undefined && { href: isPlaceInText(href) ? `#${contentIdPrefix}${href.slice(1)}` : href }),
  }
}

const isPlaceInText = (href: string) => href.startsWith('#') && href.length > 1
