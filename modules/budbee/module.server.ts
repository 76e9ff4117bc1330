import { defineModule } from '../../sdk/module.ts'
import { accountOf, bookingOf } from './account.ts'
import { budbee } from './declarations.ts'
import { createBudbeeParcels } from './parcels.server.ts'
import { createBudbee } from './service-points.server.ts'

export const module = defineModule(budbee, {
  carriers: {
    budbee: {
      servicePoints: (settings, { log }) => createBudbee(accountOf(settings), log),
      parcels: (settings, { log }) =>
        createBudbeeParcels({ ...accountOf(settings), booking: bookingOf(settings) }, log),
    },
  },
})
