/**
 * The cart part of the stored browser state `bex05` and all its transitions (CART rows, ENTITY-23..26). Pure:
 * takes a state, returns a new one. It knows no discounts, makes no requests and stores nothing.
 */
import type { CartItem, NewCartItem } from '../../contract/cart.ts'
import { maximumQuantity } from '../../domain/cart/cart-quantity.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { isPlainItem, itemAtQuantity } from './cart-item.ts'

/** The payment methods whose order ids the cart keeps (ENTITY-25): a stored form, which other methods do not join. */
export const orderSlots = ['klarna', 'stripe', 'invoice', 'walley_b2c', 'walley_b2b'] as const
export type OrderSlot = (typeof orderSlots)[number]

/** A provider's order id and the store it belongs to; both null when there is none. */
export interface ProviderOrder {
  id: string | null
  locale: StoreCode | null
}

export interface CampaignData {
  location: string | null
  referrer: string | null
}

export interface CartState {
  /** Whether the mini cart is open. */
  open: boolean
  /** Id of the product whose upselling panel is open, null when closed. */
  openUpselling: number | null
  /** Whether prices show VAT. */
  vat: boolean
  items: CartItem[]
  checkoutID: string | null
  postalCode: string
  shippingMethod: string | null
  paymentMethod: string | null
  servicePoint: string | null
  /** The order ids of the payment providers (ENTITY-25). */
  providerOrders: Record<OrderSlot, ProviderOrder>
  internal: boolean
  campaignData: CampaignData
  /** Store whose prices the lines carry; absent if nothing was ever added. */
  pricedFor?: StoreCode
  /**
   * The lines at the last logout of a customer, by uuid, with their quantities: those that are gone, or fewer, at the
   * next login were changed here.
   */
  accountLines?: Readonly<Record<string, number>>
}

const noCheckout = (): Pick<
  CartState,
  'checkoutID' | 'shippingMethod' | 'paymentMethod' | 'servicePoint' | 'providerOrders' | 'campaignData'
> => ({
  checkoutID: null,
  shippingMethod: null,
  paymentMethod: null,
  servicePoint: null,
  providerOrders: Object.fromEntries(
    orderSlots.map((provider) => [provider, { id: null, locale: null }]),
  ) as Record<OrderSlot, ProviderOrder>,
  campaignData: { location: null, referrer: null },
})

/** An empty cart: closed, showing VAT. */
export function emptyCart(): CartState {
  return {
    open: false,
    openUpselling: null,
    vat: true,
    items: [],
    postalCode: '',
    internal: false,
    ...noCheckout(),
  }
}

/** The line at a quantity, at most the highest one allowed. */
export const atQuantity = (item: CartItem, quantity: number): CartItem =>
  itemAtQuantity(item, Math.min(quantity, maximumQuantity))

/**
 * Adds a line, or its quantity to the plain line of the same product (CART-01..03). Opens exactly one of mini
 * cart and upselling panel (CART-04): the panel if `upselling` is true.
 */
export function addItem(
  state: CartState,
  added: NewCartItem,
  { makeUuid, upselling = false }: { makeUuid: () => string; upselling?: boolean },
): CartState {
  const twin = isPlainItem(added)
    ? state.items.find((item) => item.product_id === added.product_id && isPlainItem(item))
    : undefined
  const items = twin
    ? state.items.map((item) => (item === twin ? atQuantity(item, item.quantity + added.quantity) : item))
    : [...state.items, atQuantity({ ...added, uuid: makeUuid() }, added.quantity)]
  return { ...state, items, open: !upselling, openUpselling: upselling ? added.product_id : null }
}

/** Replaces the lines with those of a sync answer (CART-09). */
export function replaceItems(state: CartState, items: CartItem[]): CartState {
  return { ...state, items }
}

/** Clears the checkout; items, VAT view and postal code are kept (CART-15). */
export function clearCheckout(state: CartState): CartState {
  return { ...state, ...noCheckout() }
}

/** Units in the cart (CHROME-04). */
export function unitsOf(items: readonly Pick<CartItem, 'quantity'>[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}
