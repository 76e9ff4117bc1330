/** Shipping methods of the orders that modules will place by themselves: a store must go on offering them. */
import type { RawBuilder } from 'kysely'
import type { StoreCode } from '../domain/stores/stores.ts'
import { futureShipping as subscriptions } from './subscriptions/future-shipping.server.ts'

/** What a module's `future-shipping.server.ts` exports as `futureShipping`: the query of the methods of a store. */
export type FutureShipping = (store: StoreCode) => RawBuilder<{ id: string }>

/** Of all modules. */
export const futureShippingOfModules: readonly FutureShipping[] = [subscriptions]
