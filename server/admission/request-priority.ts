/** Which requests wait for admission, and how they rank against each other. */
import { ownSections } from '../../domain/stores/paths.ts'
import { isStoreCode } from '../../domain/stores/stores.ts'
import type { Priority } from './admission.ts'

/** Calls that only show goods. Every other call belongs to a cart, a checkout, an account or a provider. */
const browsingCalls: ReadonlySet<string> = new Set([
  'products',
  'search-triggers',
  'category-children',
  'product-categories',
  'cross-selling-products',
  'devices',
  'device-fit',
  'widget-by-slug',
  'current-deal',
  'next-delivery',
  'strings',
  'experiments',
])

const purchaseSections: ReadonlySet<string> = new Set(ownSections)

/** The priority of a request by its path; null: it is never queued (static files, pictures, health). */
export function requestPriority(path: string): Priority | null {
  const [, first = '', second = ''] = path.split(/[/?]/, 3)
  if (first === 'api') return browsingCalls.has(second) ? 'browse' : 'purchase'
  if (!isStoreCode(first.replace(/\.data$/, ''))) return null
  return purchaseSections.has(second.replace(/\.data$/, '').toLowerCase()) ? 'purchase' : 'browse'
}
