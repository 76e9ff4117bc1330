import { withToken } from '../../domain/notifications/mail-paths.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

/** Where the buyer of an order writes reviews. */
export const reviewPath = (store: StoreCode, token: string): string => withToken(`/${store}/review`, token)
