import { defineModule } from '../../sdk/module.ts'
import { accountOf, bookingOf } from './account.ts'
import { postnord } from './declarations.ts'
import { createPostnordParcels } from './parcels.server.ts'
import { createPostnord } from './service-points.server.ts'

export const module = defineModule(postnord, {
  carriers: {
    postnord: {
      servicePoints: (settings, { log }) => createPostnord(accountOf(settings), log),
      parcels: (settings, { log, clock }) =>
        createPostnordParcels({ ...accountOf(settings), booking: bookingOf(settings) }, log, clock),
    },
  },
})
