/**
 * A pass that shows a store to its holder while it is closed to shoppers, so that staff can look at it and buy in it. It
 * grants nothing else. Signed with a key of the shop; it names the store and its expiry.
 */
import { isSignature, type Keyring } from '../keys/keyring.server.ts'
import { isStoreCode, type StoreCode } from '../stores/stores.ts'

const signed = (store: StoreCode, end: string) => `${store} ${end}`

/** A pass that is valid until `expiresAt` (epoch ms): lower-case letters and digits, dots, and base64url. */
export function issuePreviewPass(keys: Keyring, store: StoreCode, expiresAt: number): string {
  const end = expiresAt.toString(36)
  return `${store}.${end}.${keys.digest('store-preview', signed(store, end)).toString('base64url')}`
}

/** The store and the expiry of a genuine pass (epoch ms); null where it is forged or has expired at `now`. */
export function readPreviewPass(
  keys: Keyring,
  pass: string,
  now: number,
): { store: StoreCode; expiresAt: number } | null {
  const [, store, end, signature] = /^([a-z]{2,8})\.([0-9a-z]{1,12})\.([\w-]{43})$/.exec(pass) ?? []
  if (!isStoreCode(store) || end === undefined || signature === undefined) return null
  if (!isSignature(keys.digests('store-preview', signed(store, end)), signature)) return null
  const expiresAt = Number.parseInt(end, 36)
  return now < expiresAt ? { store, expiresAt } : null
}
