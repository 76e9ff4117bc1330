/**
 * Addresses that mails about an account link to, under the store's prefix. Apart from `domain/stores/paths.ts`
 * because no page of the shop links to them: they would be in every page's script.
 */
import type { StoreCode } from '../stores/stores.ts'

const withToken = (path: string, token: string): string => `${path}?token=${encodeURIComponent(token)}`

/** A parameter behind others, where there is a value. */
const also = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `&${name}=${encodeURIComponent(value)}`

export const accountPaths = {
  /** The form behind the link that opens an account; `destination`: the page that opens afterwards. */
  open: (store: StoreCode, token: string, destination?: string) =>
    withToken(`/${store}/register`, token) + also('destination', destination),
  /** The form behind the link to a new password; `destination`: the page that opens after the login. */
  changePassword: (store: StoreCode, token: string, destination?: string) =>
    `/${store}?change_password=${encodeURIComponent(token)}${also('login', destination)}`,
  /** The login; `destination`: the page that opens after it. */
  login: (store: StoreCode, destination?: string) =>
    `/${store}?login${destination === undefined ? '' : `=${encodeURIComponent(destination)}`}`,
  /** Target of the links that confirm another login address. */
  confirmEmail: (store: StoreCode, token: string) => withToken(`/${store}/confirm-email`, token),
  /** How the customer signs in: password, address, passkeys, sessions. */
  security: (store: StoreCode) => `/${store}/my-account/security`,
}
