/** The lists of the back office that are declared once: those of the kernel, then those of modules. */
import { categoryResource } from '../catalogue-import/category-resource.server.ts'
import { apiKeyResource } from '../domain/api-keys/api-key-resource.server.ts'
import { hintResource } from '../domain/content/hint-resource.server.ts'
import { fieldResource } from '../domain/custom-fields/field-resource.server.ts'
import { eventDeliveryResource } from '../domain/events/event-delivery-resource.server.ts'
import { pageResource } from '../domain/content/page-resource.server.ts'
import { formerOrderResource } from '../domain/former-orders/former-order-resource.server.ts'
import { redirectResource } from '../domain/redirects/redirect-resource.server.ts'
import type { Resource } from '../domain/resources/resource.server.ts'
import { searchMissResource } from '../domain/search/search-miss-resource.server.ts'
import { manifests } from './module-manifests.ts'

export const resources: readonly Resource[] = [
  categoryResource,
  fieldResource,
  pageResource,
  searchMissResource,
  hintResource,
  redirectResource,
  formerOrderResource,
  eventDeliveryResource,
  apiKeyResource,
  ...[...manifests.values()].flatMap(({ resources: ofModule = [] }) => ofModule),
]
