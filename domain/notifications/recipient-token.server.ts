/** The token of links in mails to an address: who has it reads that address's mail. */
import { isSignature, type Keyring } from '../keys/keyring.server.ts'
import type { StoreCode } from '../stores/stores.ts'

/** The shop's signature over store and address, 43 characters. */
export function unsubscribeToken(keys: Keyring, store: StoreCode, email: string): string {
  return keys.digest('unsubscribe', `${store} ${email}`).toString('base64url')
}

/** Whether the token belongs to the address, also under a previous secret; compared in constant time. */
export function isUnsubscribeToken(keys: Keyring, store: StoreCode, email: string, token: string): boolean {
  const signatures = [
    ...keys.digests('unsubscribe', `${store} ${email}`),
    ...keys.underivedDigests(`unsubscribe ${store} ${email}`),
  ]
  return isSignature(signatures, token)
}
