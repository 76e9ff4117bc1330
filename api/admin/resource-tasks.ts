/** The tasks on To do of the lists that are declared once. */
import { countRows } from '../../db/table-query.server.ts'
import type { SignedInStaff } from '../../domain/staff/staff-session-repository.server.ts'
import { dayIn } from '../../domain/stores/store-day.ts'
import { defaultStoreCode, type StoreCode } from '../../domain/stores/stores.ts'
import type { AdminServices } from './admin-services.ts'
import { resourceTerms } from './resource-contract.ts'
import { viewOf } from './table-routes.ts'

/** Within the stores where the person may read their rows. `stores`: only these. */
export async function resourceTasks(
  { db, clock, resources }: Pick<AdminServices, 'db' | 'clock' | 'resources'>,
  { grants }: Pick<SignedInStaff, 'grants'>,
  stores: readonly StoreCode[] | null,
) {
  const today = dayIn(defaultStoreCode, clock())
  const tasks = []
  for (const resource of resources) {
    const permitted = (grants[resource.permission] ?? []).filter((store) => stores?.includes(store) ?? true)
    if (permitted.length === 0) continue
    const { query: schema, filtersOf, definition } = resourceTerms(resource)
    for (const [name, { query, isUrgent = false }] of Object.entries(resource.todo)) {
      const parameters = new URLSearchParams(query(today))
      const parsed = schema.parse(Object.fromEntries(parameters))
      const counted = await countRows(db, definition, viewOf(parsed, filtersOf(parsed), permitted))
      if (stores !== null) parameters.set('filter.store', stores.join(','))
      tasks.push({ name, table: resource.name, query: String(parameters), isUrgent, ...counted })
    }
  }
  return tasks
}
