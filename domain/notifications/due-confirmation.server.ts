/**
 * The mail that asks the owner of an address for confirmation: whether it must still be sent, and its token.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { linkToken } from '../keys/link-token.server.ts'
import { lockConfirmation, type StoredConfirmation } from './confirmation-repository.server.ts'

/**
 * Locks the request until the transaction ends. Null where no mail is to be sent: it was mailed or used
 * before, its link has expired at `now`, or its product no longer exists.
 */
export async function lockDueConfirmation(
  trx: Kysely<DB>,
  { keys, now }: { keys: Keyring; now: Date },
  confirmationId: number,
): Promise<{ request: StoredConfirmation; token: string } | null> {
  const request = await lockConfirmation(trx, confirmationId)
  if (request === null || request.mailedAt !== null || request.usedAt !== null) return null
  if (request.expiresAt <= now) return null
  if (request.productId !== null && request.product === null) return null
  return { request, token: linkToken(keys, 'confirmation-link', request) }
}
