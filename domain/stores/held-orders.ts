/** How long orders may wait for staff in each store. Plain data. */
import type { StoreCode } from './stores.ts'

/** Days after which an order that nobody approved is given up: its stock, coupons and gift cards are released. */
export const heldOrderDays: Record<StoreCode, number> = { sv: 4, no: 4, de: 4, da: 4 }
