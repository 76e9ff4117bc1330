/** What modules show on the page of an order: `storefront/order-part.server.ts` of each, found by its name. */
import type { ShopContext, ShownOrder } from '../../shop-context.ts'

/** What a module knows of an order, for its buyer; sentences and labels in the language of the store. */
export interface ShownOfOrder {
  /** What has become of it, above everything else; null: nothing that the order's status does not say. */
  notice: string | null
  /** Nothing of it is to come any more. */
  isOver: boolean
  /** Sentences below its goods, each with the page that it leads to. */
  notes: { text: string; link: { label: string; href: string } | null }[]
  /** What its buyer can do with it. */
  actions: { label: string; href: string }[]
}

/** What a module's `storefront/order-part.server.ts` exports as `orderPart`. `isAccount`: its buyer reads it, logged in. */
export type OrderPart = (
  shop: ShopContext,
  order: ShownOrder,
  reader: { isAccount: boolean },
) => Promise<ShownOfOrder>

const parts = Object.values(
  import.meta.glob<OrderPart>('../../../modules/*/storefront/order-part.server.ts', {
    eager: true,
    import: 'orderPart',
  }),
)

/** Of all modules. Rejects if the database is unavailable. */
export async function shownOfOrder(
  shop: ShopContext,
  order: ShownOrder,
  reader: { isAccount: boolean },
): Promise<ShownOfOrder[]> {
  return Promise.all(parts.map((part) => part(shop, order, reader)))
}
