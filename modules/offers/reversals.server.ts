/** How changes of offers and segments are undone. Entries of earlier releases do not say what changed, and are not. */
import { outcomeOf, type Reversal, type Reversals, type Reverse } from '../../domain/undo/reversal.ts'
import {
  accountsNumbered,
  addToSegment,
  removeFromSegment,
  removeOffer,
  restoreOffer,
} from './offer-repository.server.ts'

const end: Reverse = async (trx, actor, { objectId }, { now }) =>
  (await removeOffer(trx, actor, Number(objectId), new Date(now))) || 'unknown_offer'

const restore: Reverse = async (trx, actor, { objectId, before }) =>
  'isOpen' in before ? outcomeOf(await restoreOffer(trx, actor, Number(objectId))) : 'not_reversible'

/** Members come and go independently of each other. */
const members = (change: typeof addToSegment, side: 'before' | 'after'): Reversal => ({
  permission: 'price:edit',
  addsUp: { heldBy: null },
  reverse: async (trx, actor, entry) => {
    const numbers = entry[side]['customers'] as string[] | undefined
    if (numbers === undefined) return 'not_reversible'
    const accountIds = await accountsNumbered(trx, numbers)
    return (await change(trx, actor, { name: entry.objectId, accountIds })) > 0 || 'changed_meanwhile'
  },
})

export const reversals: Reversals = {
  'offer.create': { permission: 'price:edit', reverse: end },
  'offer.restore': { permission: 'price:edit', reverse: end },
  'offer.remove': { permission: 'price:edit', reverse: restore },
  'segment.add': members(removeFromSegment, 'after'),
  'segment.remove': members(addToSegment, 'before'),
}
