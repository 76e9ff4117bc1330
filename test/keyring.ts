/** The keys of every shop that tests build. */
import { createKeyring } from '../domain/keys/keyring.server.ts'

export const testSecret = 'x'.repeat(32)
export const testKeys = createKeyring([testSecret])
