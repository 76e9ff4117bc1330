/**
 * Puts the shop's icons into a page that is shown from another origin: browsers load an SVG sprite from the origin of
 * the document only. Pure.
 */

/** An icon of a page: the address of the sprite's file in the build, and the symbol. */
const iconLink = /(<use href=")(\/assets\/[\w.-]+\.svg)#/g

/** The ids of a page, such as `menu`, are not those of its icons. */
const idPrefix = 'icon-'

/** The address of the sprite that the page's icons are in; null: it has none. */
export function spriteAddressOf(html: string): string | null {
  iconLink.lastIndex = 0
  return iconLink.exec(html)?.[2] ?? null
}

/** The page with the symbols of `sprite`, an SVG document, inside, and its icons as links to them. */
export function inlineIcons(html: string, sprite: string): string {
  const symbols = sprite
    .replace('<svg ', '<svg width="0" height="0" style="position:absolute" aria-hidden="true" ')
    .replaceAll('<symbol id="', `<symbol id="${idPrefix}`)
  return html.replaceAll(iconLink, `$1#${idPrefix}`).replace(/<body[^>]*>/, (body) => `${body}${symbols}`)
}
