/** How changes of synonyms and of searches that were dealt with are undone. */
import { givenStore, outcomeOf, type RoomReversals } from '../undo/reversal.ts'
import { closeSearchMiss } from './search-miss-repository.server.ts'
import { addSynonym, removeSynonyms } from './synonym-repository.server.ts'

export const searchReversals: RoomReversals = {
  'synonym.add': {
    permission: 'product:edit',
    reverse: async (trx, actor, { store, objectId, after }) => {
      const removed = await removeSynonyms(trx, actor, givenStore(store), objectId, String(after['means']))
      return removed > 0 ? true : 'unknown_synonym'
    },
  },
  'synonym.remove': {
    permission: 'product:edit',
    reverse: async (trx, actor, { store, objectId, before }) =>
      outcomeOf(
        await addSynonym(trx, actor, {
          store: givenStore(store),
          term: objectId,
          means: String(before['means']),
          bothWays: before['bothWays'] === true,
        }),
      ),
  },
  'search_miss.close': {
    permission: 'product:edit',
    reverse: async (trx, actor, { objectId }) =>
      (await closeSearchMiss(trx, actor, Number(objectId), null)) ? true : 'unknown_search',
  },
}
