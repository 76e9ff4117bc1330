/** Content pages, including the default pages that exist before a merchant writes them. */
import { textsOf } from '../../locales/texts.server.ts'
import { accessibilityPath, cookiesPath, withdrawalPath } from '../stores/paths.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { Content, ContentPage } from './content.ts'

/**
 * Pages that exist before a merchant writes them, because the law requires them from the first visit: the withdrawal
 * form (CRD Art. 11a), what is stored in browsers, and the accessibility statement.
 */
const defaultPages = new Map<string, 'withdrawal' | 'cookies' | 'accessibility'>([
  [withdrawalPath, 'withdrawal'],
  [cookiesPath, 'cookies'],
  [accessibilityPath, 'accessibility'],
])

/** The paths of the pages of a store, default ones included. `updatedAt` null: a default page. */
export function pagesOf(
  content: Pick<Content, 'pages'>,
  store: StoreCode,
): { path: string; updatedAt: number | null }[] {
  const written = content.pages(store)
  const defaults = [...defaultPages.keys()].filter((path) => !written.some((page) => page.path === path))
  return [...written, ...defaults.map((path) => ({ path, updatedAt: null }))]
}

/** The published page under a path, or the default one; null: there is none. */
export function pageAt(
  content: Pick<Content, 'page'>,
  store: StoreCode,
  path: string,
): Pick<ContentPage, 'title' | 'body'> | null {
  const written = content.page(store, path)
  if (written !== null) return written
  const name = defaultPages.get(path)
  if (name === undefined) return null
  const { title, body } = textsOf(store).pages[name]
  return { title, body }
}
