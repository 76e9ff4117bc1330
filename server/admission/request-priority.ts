/** Which requests wait for admission, and their priority. */
import { ownSections } from '../../domain/seo/own-sections.ts'
import { isStoreCode } from '../../domain/stores/stores.ts'
import { namesOf } from '../../modules/modules.ts'
import type { Priority } from './admission.ts'

/**
 * Calls that only read products. Every other call belongs to a cart, a checkout, an account or a provider.
 */
const browsingCalls: ReadonlySet<string> = new Set<string>([
  'products',
  'search-triggers',
  'category-children',
  'product-categories',
  'cross-selling-products',
  'widget-by-slug',
  'current-deal',
  'next-delivery',
  'strings',
  // Of modules from outside, of which nothing is known: no purchase waits behind them.
  'modules',
  ...namesOf('browsingCalls'),
])

const purchaseSections: ReadonlySet<string> = new Set(ownSections)

/** First path segments under which nothing is rendered: files, pictures, health checks and crawler files. */
const unqueuedSections: ReadonlySet<string> = new Set([
  'assets',
  'carriers',
  'flags',
  'logos',
  'payment',
  'pictures',
  'store-pictures',
  'sitemaps',
  'feeds',
  'healthz',
  'readyz',
  'metrics',
  'robots.txt',
  'llms.txt',
  'sitemap.xml',
  'favicon.svg',
  'apple-touch-icon.png',
  'icons',
  'manifests',
])

/**
 * The priority of a request by its address; null: it is never queued, and `pageRoutes` renders nothing for
 * it. The address is decoded as the router decodes it (`/%61pi` is `/api`). An unknown address is queued like
 * a page, because its 404 is rendered too.
 */
export function requestPriority(url: string): Priority | null {
  const path = url.split('?', 1)[0]!
  if (path === '/') return null
  const [before, first = '', second = ''] = decoded(path).split('/', 3)
  // Absolute-form (`GET http://host/sv`): the page route renders it.
  if (before !== '') return 'browse'
  if (first === 'api') return browsingCalls.has(second) ? 'browse' : 'purchase'
  if (unqueuedSections.has(first)) return null
  if (!isStoreCode(first.replace(/\.data$/, ''))) return 'browse'
  return purchaseSections.has(second.replace(/\.data$/, '').toLowerCase()) ? 'purchase' : 'browse'
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
