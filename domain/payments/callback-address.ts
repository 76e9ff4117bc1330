/**
 * The addresses that providers call: `/callbacks/kustom/sv/notification?payment=ID`. A closed list; each store
 * has its own, because the answer is signed with, or read with, the keys of the store's account. Pure.
 */
import type { PaymentProviderId } from '../stores/payment-provider-id.ts'
import type { StoreCode } from '../stores/stores.ts'

export type CallingProvider = Exclude<PaymentProviderId, 'invoice'>

/** The providers' names in addresses. */
export const callbackNames: Record<CallingProvider, string> = {
  klarna: 'kustom',
  stripe: 'stripe',
  walley_b2c: 'walley-b2c',
  walley_b2b: 'walley-b2b',
}

/** `notification` reports and is stored; the others ask and are answered at once. */
export const callbackKinds = ['notification', 'validation', 'address-update'] as const
export type CallbackKind = (typeof callbackKinds)[number]

/** `query`: appended as it is, so that it can hold a provider's placeholder. */
export function callbackUrl(
  publicUrl: string,
  { provider, store, kind }: { provider: CallingProvider; store: StoreCode; kind: CallbackKind },
  query = '',
): string {
  return `${publicUrl}/callbacks/${callbackNames[provider]}/${store}/${kind}${query && `?${query}`}`
}

/** The provider with this name in addresses; null: none. */
export function callingProvider(name: string): CallingProvider | null {
  const found = Object.entries(callbackNames).find(([, known]) => known === name)
  return found ? (found[0] as CallingProvider) : null
}
