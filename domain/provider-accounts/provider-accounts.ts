/** The accounts at payment providers and carriers that a process works with, as use cases and routes see them. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { AccountProvider } from './account-provider.ts'

/**
 * Where the account of a store comes from; null: it has none. `environment_points`: a carrier's key that the stores
 * share, without what this store needs to book parcels; its own keys replace it.
 */
export type AccountSource = 'environment' | 'environment_points' | 'simulator' | 'stored' | null

export interface ProviderAccounts {
  /**
   * Reads the stored keys and puts them in force in this process; rejects where the database does not answer. `db`: read
   * over this connection instead of that of the services, which refuses while the shop takes no orders.
   */
  refresh(db?: Kysely<DB>): Promise<void>
  sourceOf(store: StoreCode, provider: AccountProvider): AccountSource
}
