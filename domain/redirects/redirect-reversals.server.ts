/** How redirects that were made from former addresses are undone. */
import { givenStore, type RoomReversals } from '../undo/reversal.ts'
import { revokeConfirmation } from './former-page-repository.server.ts'

export const redirectReversals: RoomReversals = {
  'former_page.confirm': {
    permission: 'product:edit',
    reverse: async (trx, actor, { store, after }) => {
      const confirmation = Number(after['confirmation'])
      const isRevoked = await revokeConfirmation(trx, actor, { store: givenStore(store), confirmation })
      return isRevoked ? true : 'unknown_redirect'
    },
  },
}
