/**
 * Shortcodes of WordPress in a text, as `[gallery ids="1,2"]` or `[vc_row]…[/vc_row]`: a page builder or a plugin made
 * something of them that this shop does not have. Pure.
 */

/** `[`, perhaps `/`, a name, and anything without a bracket, as WordPress reads them. */
const bracketed = /\[(\/?)([a-z][\w-]*)([^[\]]*)\]/gi

/** Those of page builders, which stand around paragraphs. */
const builderPrefix = /^(?:vc|et_pb|fusion|av|mk|us|nectar|wpb|fl|cs|tm_pb|ux|themify)_/i

/** Those of WordPress and widespread plugins, which may have no attribute. */
const knownNames: ReadonlySet<string> = new Set([
  'gallery',
  'caption',
  'embed',
  'audio',
  'video',
  'playlist',
  'products',
  'product_page',
  'product_category',
  'add_to_cart',
  'contact-form-7',
  'wpforms',
  'gravityform',
  'rev_slider',
  'elementor-template',
])

/** `ids="1,2"`, also with the quotation marks that an editor has made of the plain ones. */
const attribute = /\s[\w-]+\s*=\s*(?:["'“”„″‘’]|&quot;)/

/**
 * The text without shortcodes; what is between them stays, and so does ordinary text in square brackets. `first`: the
 * first that was left out; null: none. Any name is a shortcode if it has an attribute in quotation marks or is closed.
 */
export function withoutShortcodes(text: string): { text: string; first: string | null } {
  if (!text.includes('[')) return { text, first: null }
  const closed = new Set(
    Array.from(text.matchAll(bracketed), ([, slash, name = '']) => (slash === '/' ? name.toLowerCase() : '')),
  )
  let first: string | null = null
  const rest = text.replaceAll(bracketed, (whole: string, _slash: string, name: string, more: string) => {
    const isBuilder = builderPrefix.test(name)
    const isKnown = (isBuilder || knownNames.has(name.toLowerCase())) && /^(?:[\s/=]|$)/.test(more)
    if (!isKnown && !attribute.test(more) && !closed.has(name.toLowerCase())) return whole
    first ??= whole
    return isBuilder ? '\n\n' : ''
  })
  return first === null ? { text, first } : { text: rest.replaceAll(/\s*\n\s*\n\s*/g, '\n\n').trim(), first }
}
