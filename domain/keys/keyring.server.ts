/**
 * Keys derived from the shop's secrets: one per purpose and secret (HKDF-SHA-256, RFC 5869), so that a value
 * made for one purpose is never valid for another. During a rotation the previous secrets stay listed: values
 * made with them are still recognised, and new values are made with the current one. Secrets and keys never
 * leave this module.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { ModuleKeyPurpose } from '../../modules/modules.ts'

/** The purpose of a key. A new purpose is a new line here, or in the declarations of a module. */
export type KeyPurpose =
  | ModuleKeyPurpose
  /** Look-up digests of gift card codes. */
  | 'gift-card'
  /** Codes of sold gift cards. */
  | 'gift-card-code'
  /** Digests of the customers who used a coupon. */
  | 'coupon-customer'
  /** Digests of the addresses of people who were erased. */
  | 'erased-address'
  /** Unsubscribe links of newsletters. */
  | 'unsubscribe'
  /** Encrypted secrets of staff's authenticator apps. */
  | 'staff-totp'
  /** Links that mark a browser as internal. */
  | 'staff-pass'
  /** Links that show staff a closed store. */
  | 'store-preview'
  /** Rate-limit keys. */
  | 'rate-limit'
  /** Digests that open credit is summed by: identity numbers, accounts, e-mails, addresses, networks. */
  | 'credit'
  /** Digests that unpaid orders are counted by: accounts, e-mails, networks. */
  | 'unpaid-order'
  /** Encrypted keys of payment providers. */
  | 'provider-key'
  /** Encrypted personal identity numbers. */
  | 'identity-number'
  /** Links that confirm a request (double opt-in). */
  | 'confirmation-link'
  /** Networks and e-mail addresses in logs. */
  | 'log-address'
  /** Tokens of known devices. */
  | 'device'
  /** The part of a mail's message id that distinguishes recipients without naming them. */
  | 'mail-name'
  /** The keys of archives that staff download. */
  | 'shop-archive'

export interface Keyring {
  /** Name of the current secret, stored with digests; it reveals nothing of the secret. */
  readonly id: string
  /** Names of all listed secrets, current first. */
  readonly ids: readonly string[]
  /** HMAC-SHA-256 of the text with the purpose's current key: 32 bytes. */
  digest(purpose: KeyPurpose, text: string): Buffer
  /** The same with every listed key, current first, for look-ups while a previous secret is listed. */
  digests(purpose: KeyPurpose, text: string): Buffer[]
  /**
   * HMAC-SHA-256 of the text with each secret itself, current first: the form of digests from before keys
   * were derived. For look-ups of old data only; nothing new is written with it.
   */
  underivedDigests(text: string): Buffer[]
  /** AES-256-GCM with the purpose's current key: `keyId.base64url(nonce, ciphertext, tag)`. */
  encrypt(purpose: KeyPurpose, text: string): string
  /**
   * The decrypted text; null where its key is no longer listed, or the value was not encrypted for this
   * purpose.
   */
  decrypt(purpose: KeyPurpose, encrypted: string): string | null
}

const nonceBytes = 12
const tagBytes = 16

interface Secret {
  /** The id of a secret, included in what is encrypted with it; it reveals nothing of the secret. */
  id: string
  secret: string
  keys: Map<KeyPurpose, Buffer>
}

/**
 * The keys of these secrets: the current one first, then the previous ones that are still recognised. Throws
 * where none is given. A secret listed twice counts once.
 */
export function createKeyring(secrets: readonly string[]): Keyring {
  const listed = [...new Set(secrets)].map((secret): Secret => ({
    id: derive(secret, 'key id', 6).toString('base64url'),
    secret,
    keys: new Map(),
  }))
  const [current] = listed
  if (current === undefined) throw new Error('a keyring needs a secret')

  const keyOf = ({ secret, keys }: Secret, purpose: KeyPurpose): Buffer => {
    let key = keys.get(purpose)
    if (key === undefined) keys.set(purpose, (key = derive(secret, purpose, 32)))
    return key
  }
  const digestWith = (from: Secret, purpose: KeyPurpose, text: string) => hmac(keyOf(from, purpose), text)
  return {
    id: current.id,
    ids: listed.map(({ id }) => id),
    digest: (purpose, text) => digestWith(current, purpose, text),
    digests: (purpose, text) => listed.map((from) => digestWith(from, purpose, text)),
    underivedDigests: (text) => listed.map(({ secret }) => hmac(secret, text)),
    encrypt(purpose, text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keyOf(current, purpose), nonce)
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${current.id}.${body.toString('base64url')}`
    },
    decrypt(purpose, encrypted) {
      const [id, body = ''] = encrypted.split('.', 2)
      const from = listed.find((secret) => secret.id === id)
      const bytes = Buffer.from(body, 'base64url')
      if (from === undefined || bytes.length < nonceBytes + tagBytes) return null
      const decipher = createDecipheriv('aes-256-gcm', keyOf(from, purpose), bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      try {
        const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

/** Whether a signature (base64url) equals one of the digests, compared in constant time. */
export function isSignature(digests: readonly Buffer[], signature: string): boolean {
  const given = Buffer.from(signature)
  let found = false
  for (const digest of digests) {
    const expected = Buffer.from(digest.toString('base64url'))
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = true
  }
  return found
}

const derive = (secret: string, info: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'anode', info, bytes))

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
