/**
 * The addresses that providers call: `/callbacks/kustom/sv/notification?payment=ID`. A closed list; each store
 * has its own, because the answer is signed with, or read with, the keys of the store's account. Pure.
 */
import type { StoreCode } from '../stores/stores.ts'
import { callbackNameOf, providerMethods, type ProviderMethod } from '../payment-methods/payment-methods.ts'

/** `notification` reports and is stored; the others ask and are answered at once. */
export const callbackKinds = ['notification', 'validation', 'address-update'] as const
export type CallbackKind = (typeof callbackKinds)[number]

/** `query`: appended as it is, so that it can hold a provider's placeholder. */
export function callbackUrl(
  publicUrl: string,
  { provider, store, kind }: { provider: ProviderMethod; store: StoreCode; kind: CallbackKind },
  query = '',
): string {
  return `${publicUrl}/callbacks/${callbackNameOf(provider)}/${store}/${kind}${query && `?${query}`}`
}

/** The method whose provider has this name in addresses; null: none. */
export function callingProvider(name: string): ProviderMethod | null {
  return providerMethods.find((method) => callbackNameOf(method) === name) ?? null
}
