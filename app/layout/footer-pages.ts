/** The list of pages in the footer of a store that has no link lists of its own: its published service pages. */
import { escapeXml } from '../../domain/seo/sitemap.ts'
import { publicPaths, servicePages } from '../../domain/stores/paths.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

/** In the order of the list. Germany asks for an imprint that every page leads to (DDG § 5). */
const listed = [
  servicePages.contact,
  servicePages.customerService,
  servicePages.shipping,
  'terms',
  servicePages.privacy,
  'imprint',
  servicePages.about,
]

/** HTML; empty where none of the pages is published. `page`: null where it is not. */
export function footerPages(store: StoreCode, page: (path: string) => { title: string } | null): string {
  const links = listed.flatMap((path) => {
    const title = page(path)?.title
    return title === undefined
      ? []
      : [`<li><a href="${publicPaths.page(store, path)}">${escapeXml(title)}</a></li>`]
  })
  return links.length === 0 ? '' : `<ul>${links.join('')}</ul>`
}
