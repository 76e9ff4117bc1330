/** What modules offer for the newest order of the account's overview: `storefront/last-order.ts`, found by its name. */
import type { ShownOrderStatus } from '../../../domain/orders/order-states.ts'
import type { StoreCode } from '../../../domain/stores/stores.ts'
import type { StringKey } from '../../../locales/texts.server.ts'

/** An order as the account lists it. */
export interface LastOrder {
  id: string
  store: StoreCode
  status: ShownOrderStatus
}

/** What a module's `storefront/last-order.ts` exports as `lastOrder`. */
export interface LastOrderPart {
  /** A button; null: none. */
  action(order: LastOrder): { label: StringKey; href: string } | null
  /** Key of a sentence below it; null: none. */
  note(order: Pick<LastOrder, 'status'>): StringKey | null
}

export const lastOrderParts = Object.values(
  import.meta.glob<LastOrderPart>('../../../modules/*/storefront/last-order.ts', {
    eager: true,
    import: 'lastOrder',
  }),
)
