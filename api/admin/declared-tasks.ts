/** The tasks on To do of the lists that are declared once. */
import type { SignedInStaff } from '../../domain/staff/staff-session-repository.server.ts'
import { dayIn } from '../../domain/stores/store-day.ts'
import { defaultStoreCode, type StoreCode } from '../../domain/stores/stores.ts'
import type { AdminServices } from './admin-services.ts'
import { resourceTerms } from './resource-contract.ts'
import { countedTable } from './staff-table.ts'

/** Answers the tasks of a person within the stores where they may read the rows. `stores`: only these. */
export function createDeclaredTasks({
  db,
  clock,
  resources,
}: Pick<AdminServices, 'db' | 'clock' | 'resources'>) {
  const lists = resources.map((resource) => ({ ...resource, ...countedTable(resourceTerms(resource)) }))
  return async (
    { grants }: Pick<SignedInStaff, 'grants'>,
    stores: readonly StoreCode[] | null,
  ): Promise<DeclaredTask[]> => {
    const today = dayIn(defaultStoreCode, clock())
    const tasks: DeclaredTask[] = []
    for (const { name: table, permission, todo, count } of lists) {
      const permitted = (grants[permission] ?? []).filter((store) => stores?.includes(store) ?? true)
      if (permitted.length === 0) continue
      for (const [name, { query, isUrgent = false }] of Object.entries(todo)) {
        const parameters = new URLSearchParams(query(today))
        const counted = await count(db, String(parameters), permitted)
        if (counted === null) throw new Error(`the task ${name} is no query of ${table}`)
        if (stores !== null) parameters.set('filter.store', stores.join(','))
        tasks.push({ name, table, query: String(parameters), isUrgent, ...counted })
      }
    }
    return tasks
  }
}

interface DeclaredTask {
  name: string
  /** The list, and the query string of the rows that are counted. */
  table: string
  query: string
  isUrgent: boolean
  count: number
  isExact: boolean
}
