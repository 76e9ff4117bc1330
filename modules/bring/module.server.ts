import { defineModule } from '../../sdk/module.ts'
import { accountOf, bookingOf } from './account.ts'
import { bring } from './declarations.ts'
import { createBringParcels } from './parcels.server.ts'
import { createBring } from './service-points.server.ts'

export const module = defineModule(bring, {
  carriers: {
    bring: {
      servicePoints: (settings, { log }) => createBring(accountOf(settings), log),
      parcels: (settings, { log, clock }) =>
        createBringParcels({ ...accountOf(settings), booking: bookingOf(settings) }, log, clock),
    },
  },
})
