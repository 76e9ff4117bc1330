/** The tasks on To do of the lists that are declared once. */
import { countRows } from '../../db/table-query.server.ts'
import type { SignedInStaff } from '../../domain/staff/staff-session-repository.server.ts'
import { dayIn } from '../../domain/stores/store-day.ts'
import { defaultStoreCode, type StoreCode } from '../../domain/stores/stores.ts'
import type { AdminServices } from './admin-services.ts'
import { resourceTerms } from './resource-contract.ts'
import { viewOf } from './table-routes.ts'

/** Answers the tasks of a person within the stores where they may read the rows. `stores`: only these. */
export function createResourceTasks({
  db,
  clock,
  resources,
}: Pick<AdminServices, 'db' | 'clock' | 'resources'>) {
  const lists = resources.map((resource) => ({ ...resource, terms: resourceTerms(resource) }))
  return async (
    { grants }: Pick<SignedInStaff, 'grants'>,
    stores: readonly StoreCode[] | null,
  ): Promise<ResourceTaskEntry[]> => {
    const today = dayIn(defaultStoreCode, clock())
    const tasks: ResourceTaskEntry[] = []
    for (const { name: table, permission, todo, terms } of lists) {
      const permitted = (grants[permission] ?? []).filter((store) => stores?.includes(store) ?? true)
      if (permitted.length === 0) continue
      for (const [name, { query, isUrgent = false }] of Object.entries(todo)) {
        const parameters = new URLSearchParams(query(today))
        const parsed = terms.query.parse(Object.fromEntries(parameters))
        const counted = await countRows(
          db,
          terms.definition,
          viewOf(parsed, terms.filtersOf(parsed), permitted),
        )
        if (stores !== null) parameters.set('filter.store', stores.join(','))
        tasks.push({ name, table, query: String(parameters), isUrgent, ...counted })
      }
    }
    return tasks
  }
}

interface ResourceTaskEntry {
  name: string
  /** The list, and the query string of the rows that are counted. */
  table: string
  query: string
  isUrgent: boolean
  count: number
  isExact: boolean
}
