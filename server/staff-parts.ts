/** What modules add to the pages of orders and customers in the back office. */
import type { AdminServices } from '../api/admin/admin-services.ts'
import { manifests } from './module-manifests.ts'

export const staffParts: AdminServices['staffParts'] = {
  order: [...manifests.values()].flatMap(({ staffOrderPart = [] }) => staffOrderPart),
  customer: [...manifests.values()].flatMap(({ staffCustomerPart = [] }) => staffCustomerPart),
}

/** What they add to its search. */
export const searchParts: AdminServices['searchParts'] = [...manifests.values()].flatMap(
  ({ searchPart = [] }) => searchPart,
)
