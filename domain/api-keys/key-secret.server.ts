/** Secrets of API keys: 256 random bits behind a prefix by which scanners of code and logs recognise them. */
import { isAccountToken, newToken, tokenHash } from '../accounts/token.server.ts'

export const keyPrefix = 'anode_key_'

/** Characters of a secret that are stored and shown: of its random bits too few to help anybody who guesses. */
const startLength = keyPrefix.length + 4

export const newKeySecret = (): string => `${keyPrefix}${newToken()}`

/** Whether a text has the form of a secret. */
export const isKeySecret = (text: string): boolean =>
  text.startsWith(keyPrefix) && isAccountToken(text.slice(keyPrefix.length))

/** What is stored of a secret. */
export const storedSecret = (secret: string): { secret_hash: Buffer; secret_start: string } => ({
  secret_hash: tokenHash(secret),
  secret_start: secret.slice(0, startLength),
})
