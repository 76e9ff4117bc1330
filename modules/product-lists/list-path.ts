import type { StoreCode } from '../../domain/stores/stores.ts'

/** The page of the shopper's lists. */
export const listPath = (store: StoreCode) => `/${store}/lists`
