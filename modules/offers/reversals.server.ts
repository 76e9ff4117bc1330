/** How changes of offers and segments are undone. */
import type { Reversals, Reverse } from '../../domain/undo/reversal.ts'
import { addToSegment, removeFromSegment, removeOffer, restoreOffer } from './offer-repository.server.ts'

const end: Reverse = async (trx, actor, { objectId }, { now }) =>
  (await removeOffer(trx, actor, Number(objectId), new Date(now))) || 'unknown_offer'

const restore: Reverse = async (trx, actor, { objectId }) =>
  (await restoreOffer(trx, actor, Number(objectId))) || 'unknown_offer'

const members =
  (change: typeof addToSegment, side: 'before' | 'after'): Reverse =>
  async (trx, actor, entry) => {
    const accountIds = entry[side]['accounts'] as number[]
    return (await change(trx, actor, { name: entry.objectId, accountIds })) > 0 || 'changed_meanwhile'
  }

export const reversals: Reversals = {
  'offer.create': { permission: 'price:edit', reverse: end },
  'offer.restore': { permission: 'price:edit', reverse: end },
  'offer.remove': { permission: 'price:edit', reverse: restore },
  'segment.add': { permission: 'customer:edit', reverse: members(removeFromSegment, 'after') },
  'segment.remove': { permission: 'customer:edit', reverse: members(addToSegment, 'before') },
}
