/** Content pages, including the default pages that exist before a merchant writes them. */
import { textsOf } from '../../locales/texts.server.ts'
import { withdrawalPath } from '../stores/paths.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { Content, ContentPage } from './content.ts'

/**
 * The published page under a path; null: there is none. The withdrawal page always exists: its form is
 * required from the first order (CRD Art. 11a), and every confirmation links to it.
 */
export function pageAt(
  content: Pick<Content, 'page'>,
  store: StoreCode,
  path: string,
): Pick<ContentPage, 'title' | 'body'> | null {
  return content.page(store, path) ?? (path === withdrawalPath ? textsOf(store).pages.withdrawal : null)
}
