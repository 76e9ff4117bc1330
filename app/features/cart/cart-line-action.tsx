/**
 * What modules offer to do with a line of the cart, before Remove: `storefront/cart-line-action.tsx` of each. Not
 * shown for lines with a choice of the shopper, such as gift cards and subscriptions.
 */
import type { ComponentType } from 'react'
import type { CartItem } from '../../../contract/cart.ts'
import type { StringKey } from '../../../locales/texts.server.ts'
import { moduleParts } from '../modules/module-part.tsx'

/** What a module has done with a line that it takes out of the cart. */
export interface TakenOut {
  /** Key of the message, which gets the `name` of the product. */
  text: StringKey
  /** Undoes it when the shopper restores the line. */
  undo: () => void
}

export interface CartLineActionProps {
  item: CartItem
  /** Of its button. */
  className: string | undefined
  /** Takes the line out of the cart. */
  takeOut: (done: TakenOut) => void
}

export const CartLineActions = moduleParts(
  import.meta.glob<{ default: ComponentType<CartLineActionProps> }>(
    '../../../modules/*/storefront/cart-line-action.tsx',
    { eager: true },
  ),
)
