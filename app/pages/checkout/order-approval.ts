/**
 * What is offered in place of the order where another person of the company has to approve it: the
 * `storefront/order-approval.tsx` of a module. Without one the order is sent, and refused with the reason.
 */
import type { ComponentType } from 'react'
import type { CheckoutView } from '../../../contract/checkout.ts'
import type { Store, StoreCode } from '../../../domain/stores/stores.ts'
import type { StringKey } from '../../../locales/texts.server.ts'
import type { ApiAnswer } from '../../state/api-client.ts'

export interface OrderApproval {
  /** Key of the words on the button. */
  button: StringKey
  /** Says above the terms what the button does. */
  Note: ComponentType<{ view: CheckoutView }>
  /** Asks for the approval. `body`: what completes the checkout. */
  ask: (store: Store, checkoutId: string, body: object) => Promise<ApiAnswer<unknown>>
  /** Path of the page that opens once it is asked for. */
  pageAfter: (store: StoreCode) => string
}

const [found = null] = Object.values(
  import.meta.glob<OrderApproval>('../../../modules/*/storefront/order-approval.tsx', {
    eager: true,
    import: 'orderApproval',
  }),
)
/** Null: no module has one. */
export const orderApproval: OrderApproval | null = found
