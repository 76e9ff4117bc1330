/** The keys of every shop that tests build. */
import { createKeyring } from '../domain/keys/keyring.server.ts'

export const testKeys = createKeyring(['x'.repeat(32)])
