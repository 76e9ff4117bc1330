/**
 * The addresses that providers call: `/callbacks/kustom/sv/notification?payment=ID`. A closed list; each store
 * has its own, because the answer is signed with, or read with, the keys of the store's account. Pure.
 */
import type { StoreCode } from '../stores/stores.ts'
import { paymentMethods, type CallingProvider } from './payment-methods.ts'

/** `notification` reports and is stored; the others ask and are answered at once. */
export const callbackKinds = ['notification', 'validation', 'address-update'] as const
export type CallbackKind = (typeof callbackKinds)[number]

/** `query`: appended as it is, so that it can hold a provider's placeholder. */
export function callbackUrl(
  publicUrl: string,
  { provider, store, kind }: { provider: CallingProvider; store: StoreCode; kind: CallbackKind },
  query = '',
): string {
  return `${publicUrl}/callbacks/${paymentMethods[provider].callbackName}/${store}/${kind}${query && `?${query}`}`
}

/** The provider with this name in addresses; null: none. */
export function callingProvider(name: string): CallingProvider | null {
  const found = Object.entries(paymentMethods).find(([, { callbackName }]) => callbackName === name)
  return found ? (found[0] as CallingProvider) : null
}
