/**
 * The saved products: in `bex05`, and on the account of a logged-in customer. Each change is applied in the
 * browser at once, and taken back where the account refuses it. Lazy-loaded with the first change.
 */
import type { ListEntry, ListLinesAnswer } from '../contract.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { callApi } from '../../../app/state/api-client.ts'
import { useShopState } from '../../../app/state/shop-state.ts'
import type { SavedProduct } from './history.ts'

/** As many as a list of an account takes. */
const mostSaved = 200

const present = () => useShopState.getState().history.saved
const replace = (saved: SavedProduct[]) =>
  useShopState.setState(({ history }) => ({ history: { ...history, saved } }))
const without = (saved: readonly SavedProduct[], sku: string) => saved.filter((entry) => entry.sku !== sku)

/** Products of the account's own list, which a logout removes from this browser. */
const ofAccount = (skus: readonly string[]): SavedProduct[] =>
  skus.map((sku) => ({ sku, quantity: 1, onAccount: true }))

function isCustomer(): boolean {
  const { strategy, user } = useShopState.getState().auth
  return strategy === 'account' && user !== null
}

/** Saves a product; one that is saved already keeps the larger quantity. False: the list is full, or the shop could not be reached. */
export async function saveProduct(store: Store, sku: string, quantity = 1): Promise<boolean> {
  const before = present()
  const known = before.find((entry) => entry.sku === sku)
  if (known === undefined && before.length >= mostSaved) return false
  replace([{ sku, quantity: Math.max(known?.quantity ?? 1, quantity) }, ...without(before, sku)])
  if (!isCustomer()) return true
  const body = { lines: [{ sku, quantity }] }
  const answer = await callApi<ListLinesAnswer>(store, 'lists/saved/lines', { method: 'POST', body })
  if (answer.ok) replace(ofAccount(answer.data.skus))
  else if (known === undefined) replace(without(present(), sku))
  return answer.ok
}

export async function removeSaved(store: Store, sku: string): Promise<boolean> {
  const known = present().find((entry) => entry.sku === sku)
  replace(without(present(), sku))
  if (!isCustomer()) return true
  const answer = await callApi(store, `lists/saved/lines/${encodeURIComponent(sku)}`, { method: 'DELETE' })
  // 404: another device has removed it.
  const isGone = answer.ok || answer.status === 404
  if (!isGone && known !== undefined) replace([known, ...without(present(), sku)])
  return isGone
}

export function toggleSaved(store: Store, sku: string): Promise<boolean> {
  return present().some((entry) => entry.sku === sku) ? removeSaved(store, sku) : saveProduct(store, sku)
}

/**
 * Adds what was saved in this browser before the login to the account's list, and takes over that list. Also
 * with later pages of a customer, so that the browser follows the customer's other devices.
 */
export async function joinSaved(store: Store): Promise<void> {
  const unsent = present().filter(({ onAccount }) => !onAccount)
  if (unsent.length === 0) {
    const answer = await callApi<ListEntry[]>(store, 'lists')
    if (answer.ok) replace(ofAccount(answer.data[0]?.skus ?? []))
    return
  }
  const body = { lines: unsent.map(({ sku, quantity }) => ({ sku, quantity })) }
  const answer = await callApi<ListLinesAnswer>(store, 'lists/saved/lines', { method: 'POST', body })
  if (answer.ok) replace(ofAccount(answer.data.skus))
}

/** At a logout: what is on the account is no longer in this browser. */
export function forgetSaved(): void {
  replace(present().filter(({ onAccount }) => !onAccount))
}
