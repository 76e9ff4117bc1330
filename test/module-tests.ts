/** What the shop's tests of everything know of each module: `modules/NAME/module.test-support.ts`. */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { modules } from '../modules/modules.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { AdminCall } from './admin/admin-calls.ts'
import type { AccessRule } from './access/access-rule.ts'
import type { ObjectsOfModules } from './access/owned-objects.ts'

/** A customer whose objects are created. */
export interface OwningCustomer {
  db: Kysely<DB>
  /** Epoch milliseconds. */
  clock: () => number
  store: StoreCode
  accountId: number
  /** Nobody else's: nothing that has it in its texts may be shown to others. */
  lastName: string
}

export interface ModuleTests {
  /** Who may call its routes, and open its pages (test/access). */
  apiAccess?: Readonly<Record<string, AccessRule>>
  pageAccess?: Readonly<Record<string, AccessRule>>
  /** Creates what it has of a customer, by the names that it adds to `ObjectsOfModules`. */
  owned?: (customer: OwningCustomer) => Promise<Partial<ObjectsOfModules>>
  /** Its routes of the back office that change something (test/admin/admin-calls.ts). */
  adminCalls?: Readonly<Record<string, AdminCall>>
  /** Its pages as a guest sees them: name → path after the store (test/page-types.ts). */
  pageTypes?: Readonly<Record<string, string>>
  /** Likewise, those that have a path of each store's own: name → address in a store. */
  translatedPageTypes?: Readonly<Record<string, (store: StoreCode) => string>>
  /** Patterns of its pages that show a guest no document of their own, with the reason (test/page-types.ts). */
  notOfGuests?: Readonly<Record<string, string>>
  /** Its files that convert amounts, or calculate with hundredths of something else, and why (test/amount-units.test.ts). */
  convertsAmounts?: Readonly<Record<string, string>>
  calculatesHundredths?: Readonly<Record<string, string>>
}

export const moduleTests: readonly ModuleTests[] = await Promise.all(
  modules.map(async ({ name }) => {
    const { moduleTests } = (await import(`../modules/${name}/module.test-support.ts`)) as {
      moduleTests: ModuleTests
    }
    return moduleTests
  }),
)

/** What all modules have of a customer. */
export async function ownedOfModules(customer: OwningCustomer): Promise<ObjectsOfModules> {
  const owned: Partial<ObjectsOfModules> = {}
  for (const tests of moduleTests) Object.assign(owned, await tests.owned?.(customer))
  return owned as ObjectsOfModules
}

/** One of their tables, over all modules. */
export const ofModules = <Name extends Exclude<keyof ModuleTests, 'owned'>>(name: Name) =>
  Object.assign({}, ...moduleTests.map((tests) => tests[name] ?? {})) as NonNullable<ModuleTests[Name]>
