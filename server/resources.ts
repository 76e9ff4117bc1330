/** The lists of the back office that are declared once: those of the kernel, then those of modules. */
import { categoryResource } from '../catalogue-import/category-resource.server.ts'
import { iconNames, sectionPaths } from '../contract/sidebar.ts'
import { apiKeyResource } from '../domain/api-keys/api-key-resource.server.ts'
import { auditResource } from '../domain/audit-list/audit-resource.server.ts'
import { brandResource } from '../domain/catalogue/brand-resource.server.ts'
import { couponResource } from '../domain/coupons/coupon-resource.server.ts'
import { hintResource } from '../domain/content/hint-resource.server.ts'
import { customerResource } from '../domain/customers/customer-resource.server.ts'
import { fieldResource } from '../domain/custom-fields/field-resource.server.ts'
import { eventDeliveryResource } from '../domain/events/event-delivery-resource.server.ts'
import { pageResource } from '../domain/content/page-resource.server.ts'
import { failedJobResource } from '../domain/failed-jobs/failed-job-resource.server.ts'
import { formerOrderResource } from '../domain/former-orders/former-order-resource.server.ts'
import { numberResource } from '../domain/numbers/number-resource.server.ts'
import { productResource } from '../domain/product-editing/product-resource.server.ts'
import { formerPageResource } from '../domain/redirects/former-page-resource.server.ts'
import { redirectResource } from '../domain/redirects/redirect-resource.server.ts'
import type { Resource } from '../domain/resources/resource.server.ts'
import { searchMissResource } from '../domain/search/search-miss-resource.server.ts'
import { stockResource } from '../domain/stock/stock-resource.server.ts'
import { entriesOf } from '../modules/modules.ts'
import { namedJobs } from './jobs/queues.ts'
import { manifests } from './module-manifests.ts'

export const resources: readonly Resource[] = [
  customerResource,
  productResource,
  stockResource,
  couponResource,
  auditResource,
  categoryResource,
  brandResource,
  fieldResource,
  pageResource,
  searchMissResource,
  hintResource,
  redirectResource,
  formerPageResource,
  formerOrderResource,
  eventDeliveryResource,
  failedJobResource(namedJobs),
  apiKeyResource,
  numberResource,
  ...[...manifests.values()].flatMap(({ resources: ofModule = [] }) => ofModule),
]

refuseLostLists(resources)

/** Throws for a list with a place in the sidebar or an icon that there is not: it would be at its end, and without one. */
export function refuseLostLists(all: readonly Pick<Resource, 'name' | 'section'>[]): void {
  const places = new Set<string>([
    ...sectionPaths,
    ...[...entriesOf('staffSections').keys(), ...all.map(({ name }) => name)].map((name) => `/${name}`),
  ])
  for (const { name, section } of all) {
    if (section === null) continue
    const { after, otherwise = after, icon } = section
    if (!after.startsWith('/')) throw new Error(`The list ${name} is after ${after}, and paths begin with /.`)
    if (!places.has(after) && !places.has(otherwise))
      throw new Error(`The list ${name} is after ${after}, which is no section.`)
    if (!iconNames.some((each) => each === icon))
      throw new Error(`The list ${name} has the icon ${icon}, which there is not.`)
  }
}
