/**
 * "This review was helpful": once per person and review. A person is an account, or for guests a network:
 * nothing is stored on the device.
 */
import type { ReadServices } from '../../sdk/module.ts'
import { insertVote } from './review-repository.server.ts'

export async function voteHelpful(
  { db, keys, clock }: ReadServices,
  { reviewId, accountId, network }: { reviewId: number; accountId: number | null; network: string },
): Promise<{ ok: true } | { ok: false; code: 'not_found' }> {
  const person = accountId === null ? `network ${network}` : `account ${accountId}`
  const voter = keys.digest('review-vote', person)
  const counted = await db
    .transaction()
    .execute((trx) => insertVote(trx, { reviewId, voter, at: new Date(clock()) }))
  return counted ? { ok: true } : { ok: false, code: 'not_found' }
}
