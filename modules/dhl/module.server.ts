import { defineModule } from '../../sdk/module.ts'
import { accountOf, bookingOf } from './account.ts'
import { dhl } from './declarations.ts'
import { createDhlParcels } from './parcels.server.ts'
import { createDhl } from './service-points.server.ts'

export const module = defineModule(dhl, {
  carriers: {
    dhl: {
      servicePoints: (settings, { log }) => createDhl(accountOf(settings), log),
      parcels: (settings, { log }) =>
        createDhlParcels({ ...accountOf(settings), booking: bookingOf(settings) }, log),
    },
  },
})
