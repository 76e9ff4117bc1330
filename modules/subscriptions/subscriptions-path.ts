import type { StoreCode } from '../../domain/stores/stores.ts'

/** The account's subscriptions; asks for a login. */
export const subscriptionsPath = (store: StoreCode) => `/${store}/my-account/subscriptions`
