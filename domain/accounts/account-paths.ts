/**
 * Addresses that mails about an account link to, under the store's prefix. Apart from `domain/stores/paths.ts`
 * because no page of the shop links to them: they would be in every page's script.
 */
import type { StoreCode } from '../stores/stores.ts'

const withToken = (path: string, token: string): string => `${path}?token=${encodeURIComponent(token)}`

export const accountPaths = {
  /** The form behind the link that opens an account. */
  open: (store: StoreCode, token: string) => withToken(`/${store}/register`, token),
  /** Target of the links that confirm another login address. */
  confirmEmail: (store: StoreCode, token: string) => withToken(`/${store}/confirm-email`, token),
  /** How the customer signs in: password, address, passkeys, sessions. */
  security: (store: StoreCode) => `/${store}/my-account/security`,
}
