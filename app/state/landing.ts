/**
 * Acts on the landing parameters of an address, once per page load and value, on every route (QUERY-04..15).
 * Lazy-loaded with the first such address.
 */
import { replaceItems } from './cart-state.ts'
import type { CartItem } from '../../contract/cart.ts'
import { toSku, type SkuUnits } from '../../domain/products/sku.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { callApi } from './api-client.ts'
import { noteCampaign } from './campaign.ts'
import { showCart } from './cart-actions.ts'
import { syncCoupons } from './coupon-sync.ts'
import { addDiscountCode } from './discount-actions.ts'
import { readLanding, sourceAddress, withoutSpent, type Landing } from './landing-parameters.ts'
import { useShopState } from './shop-state.ts'

/** Values already handled: a code the shopper removed does not come back with the next filter. */
const done = new Set<string>()

/** Whether this value is new in this document. */
function isNew(what: string): boolean {
  if (done.has(what)) return false
  done.add(what)
  return true
}

/** Called with every address that carries a landing parameter, after the stored state has been read. */
export async function land(store: Store): Promise<void> {
  const hasOwnToken = document.documentElement.dataset['ownToken'] === location.pathname
  const landing = readLanding(location.search, location.pathname, hasOwnToken)
  const { codes, atc, campaign, login, token } = landing
  const source = sourceAddress(location)
  const rest = withoutSpent(location.search, hasOwnToken)
  if (rest !== null) history.replaceState(history.state, '', location.pathname + rest + location.hash)
  if (campaign && isNew('campaign')) noteCampaign({ location: source, referrer: document.referrer })
  if (login || token) await account(store, landing)
  if (atc.length > 0 && isNew(`atc ${JSON.stringify(atc)}`)) await fillCart(store, atc, { open: !login })
  const added = codes.filter((code) => isNew(`disc ${code}`))
  for (const code of added) await addDiscountCode(store, code)
  if (added.length > 0) useShopState.setState({ landedCodes: added })
}

/** Logs in by the token, or opens the login panel; the account code is lazy-loaded. */
async function account(store: Store, landing: Landing): Promise<void> {
  const { landInAccount } = await import('./landing-account.ts')
  await landInAccount(store, landing)
}

/**
 * The answer replaces the cart (QUERY-06); an answer without lines leaves it unchanged, so that a stale link
 * empties nothing. Article numbers that the store does not sell are named to the shopper.
 */
async function fillCart(store: Store, items: SkuUnits[], { open }: { open: boolean }): Promise<void> {
  const answer = await callApi<CartItem[]>(store, 'sync-cart', {
    method: 'POST',
    body: { items, checkout_order_id: useShopState.getState().cart.checkoutID },
  })
  if (!answer.ok) return useShopState.setState({ syncStatus: 'failed' })
  const known = new Set(answer.data.map(({ sku }) => toSku(sku)))
  useShopState.setState({ unknownSkus: items.flatMap(({ sku }) => (known.has(sku) ? [] : sku)) })
  if (answer.data.length === 0) return
  useShopState.setState(({ cart }) => ({
    syncStatus: 'idle',
    removedLines: 0,
    cart: { ...replaceItems(cart, answer.data), pricedFor: store.code },
  }))
  if (useShopState.getState().discount.items.length > 0) await syncCoupons(store)
  if (open) showCart(true)
}
