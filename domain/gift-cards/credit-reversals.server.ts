/** How changes of store credit are undone. */
import { minor } from '../money/money.ts'
import { givenStore, outcomeOf, type RoomReversals } from '../undo/reversal.ts'
import { changeStoreCredit } from './store-credit.server.ts'

export const creditReversals: RoomReversals = {
  // The ledger is append-only: the undo is an entry the other way.
  'account.change_credit': {
    permission: 'order:refund',
    stepUp: true,
    addsUp: { heldBy: null },
    reverse: async (trx, actor, { id, store, objectId, after }) =>
      outcomeOf(
        await changeStoreCredit(trx, actor, {
          accountId: Number(objectId),
          store: givenStore(store),
          amountMinor: minor(-Number(after['amountMinor'])),
          reason: `undo ${id}`,
          requestKey: `undo-of-${id}`,
          keys: null,
        }),
      ),
  },
}
