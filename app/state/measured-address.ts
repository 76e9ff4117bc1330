/** The address of a page as it is tracked: nothing in it opens an order or names a person. Pure. */

/** Parameters kept: the visitor's source, and the choices of a list. */
const harmless = /^(?:utm_\w+|gclid|page|sort)$/

/** An unguessable path segment, which opens a checkout or a receipt. */
const secretSegment = /\/[0-9a-f]{32}(?=\/|$)/g

/** The address without its secrets; ids of one shopper become `:id`. */
export function measuredAddress(href: string): string {
  const url = new URL(href)
  const kept = new URLSearchParams([...url.searchParams].filter(([name]) => harmless.test(name))).toString()
  const path = url.pathname
    .replaceAll(secretSegment, '/:id')
    .replace(/^(\/\w\w\/(?:my-order|track-order)(?:\/return)?)\/(?!return$)[^/]+$/, '$1/:id')
  return url.origin + path + (kept && `?${kept}`)
}
