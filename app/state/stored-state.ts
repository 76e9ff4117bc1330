/**
 * Parses the state stored under `bex05`. It may come from anyone, including an older version of the shop:
 * malformed parts are left out, so that they cannot break a page.
 */
import type { CartItem } from '../../contract/cart.ts'
import { emptyCart, orderSlots, type CartState } from './cart-state.ts'
import { maximumQuantity } from '../../domain/cart/cart-quantity.ts'
import type { DiscountState } from '../../domain/coupons/discount-state.ts'
import { noDiscounts } from '../../domain/coupons/no-discounts.ts'
import type { ProductPrices } from '../../contract/catalogue.ts'
import { isMajorAmount } from '../../domain/money/money.ts'
import { isStoreCode } from '../../domain/stores/stores.ts'
import { moduleHistories, type ModuleHistories } from './module-history.ts'
import { isCount, textOf } from './stored-values.ts'

/** A viewed product, identified by its sku (ENTITY-37). */
export interface ViewedProduct {
  sku: string
  name: string
  slug: string
  thumb: { url: string; width: number; height: number } | null
  prices: ProductPrices
  vat: number
}

export interface AuthState {
  strategy: 'account' | 'order'
  /** The logged-in user; tokens are in HttpOnly cookies, never here. */
  user: {
    scope: string | null
    order_id: string | null
    discount: Record<string, number>
    /** Role in a company; absent: a member of none. */
    company?: string
  } | null
}

/** The four parts that are stored. */
export interface StoredState {
  cart: CartState
  discount: DiscountState
  auth: AuthState
  history: { items: ViewedProduct[] } & ModuleHistories
}

type Part = Record<string, unknown>

const partOf = (value: unknown): Part => (typeof value === 'object' && value !== null ? (value as Part) : {})
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isPrice = (value: unknown): boolean => isMajorAmount(value) && value >= 0

/** The usable parts of a stored state; null if nothing is stored. */
export function readStoredState(stored: unknown): StoredState | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { cart, discount, auth, history } = stored as Part
  return {
    cart: readCart(partOf(cart)),
    discount: readDiscount(partOf(discount)),
    auth: {
      strategy: partOf(auth)['strategy'] === 'order' ? 'order' : 'account',
      user: readUser(partOf(auth)['user']),
    },
    history: readHistory(partOf(history)),
  }
}

/** Of `{}`: an empty one. */
export function readHistory(stored: Part): StoredState['history'] {
  return {
    items: listOf(stored['items']).filter(isViewed),
    ...(Object.fromEntries(
      moduleHistories.map(({ name, isEntry = isListedProduct }) => [
        name,
        listOf(stored[name]).filter((entry) => isEntry(partOf(entry))),
      ]),
    ) as unknown as ModuleHistories),
  }
}

/** The presumed user; the server decides about permissions and prices. */
function readUser(stored: unknown): StoredState['auth']['user'] {
  if (typeof stored !== 'object' || stored === null) return null
  const { scope, order_id: order, discount, company } = stored as Part
  const percents = Object.entries(partOf(discount)).filter(([, percent]) => isPrice(percent))
  return {
    scope: textOf(scope),
    order_id: textOf(order),
    discount: Object.fromEntries(percents) as Record<string, number>,
    ...(textOf(company) && { company: company as string }),
  }
}

/** Whether a stored value is a line that can be shown and priced. */
export function isCartItem(value: unknown): value is CartItem {
  const line = partOf(value)
  return (
    ['uuid', 'name', 'sku'].every((field) => textOf(line[field]) !== null) &&
    typeof line['slug'] === 'string' &&
    Number.isSafeInteger(line['product_id']) &&
    isCount(line['quantity']) &&
    (line['quantity'] as number) <= maximumQuantity &&
    isPrice(line['price']) &&
    isPrice(line['ordinary_price']) &&
    isMajorAmount(line['vat']) &&
    Array.isArray(line['categories']) &&
    Array.isArray(line['pricing']) &&
    line['pricing'].every((tier) => isCount(partOf(tier)['q']) && isPrice(partOf(tier)['p']))
  )
}

function readCart(stored: Part): CartState {
  const fresh = emptyCart()
  const campaign = partOf(stored['campaignData'])
  const orders = partOf(stored['providerOrders'])
  return {
    ...fresh,
    vat: stored['vat'] !== false,
    items: listOf(stored['items']).filter(isCartItem),
    checkoutID: textOf(stored['checkoutID']),
    postalCode: textOf(stored['postalCode']) ?? '',
    shippingMethod: textOf(stored['shippingMethod']),
    paymentMethod: textOf(stored['paymentMethod']),
    servicePoint: textOf(stored['servicePoint']),
    providerOrders: Object.fromEntries(
      orderSlots.map((provider) => {
        const { id, locale } = partOf(orders[provider])
        return [provider, textOf(id) && isStoreCode(locale) ? { id, locale } : fresh.providerOrders[provider]]
      }),
    ) as CartState['providerOrders'],
    internal: stored['internal'] === true,
    campaignData: { location: textOf(campaign['location']), referrer: textOf(campaign['referrer']) },
    ...(isStoreCode(stored['pricedFor']) && { pricedFor: stored['pricedFor'] }),
    ...(stored['accountLines'] !== undefined && {
      accountLines: Object.fromEntries(
        Object.entries(partOf(stored['accountLines'])).filter((entry): entry is [string, number] =>
          isCount(entry[1]),
        ),
      ),
    }),
  }
}

function readDiscount(stored: Part): DiscountState {
  const items = listOf(stored['items'])
  const sound = items.every((item) => textOf(partOf(item)['code']) !== null)
  return sound && Array.isArray(stored['rejected']) && 'global' in stored
    ? (stored as unknown as DiscountState)
    : noDiscounts()
}

function isListedProduct({ quantity, sku }: Part): boolean {
  return isCount(quantity) && textOf(sku) !== null
}

function isViewed(value: unknown): value is ViewedProduct {
  const viewed = partOf(value)
  const prices = partOf(viewed['prices'])
  return (
    ['sku', 'name', 'slug'].every((field) => textOf(viewed[field]) !== null) &&
    Array.isArray(prices['n']) &&
    Array.isArray(prices['c']) &&
    isMajorAmount(viewed['vat'])
  )
}
