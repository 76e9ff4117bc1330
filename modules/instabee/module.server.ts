import { defineModule } from '../../sdk/module.ts'
import { accountOf } from './account.ts'
import { instabee } from './declarations.ts'
import { readInstabeeEvent } from './delivery-events.server.ts'
import { createInstabeeParcels } from './parcels.server.ts'
import { createInstabee } from './service-points.server.ts'

export const module = defineModule(instabee, {
  carriers: {
    instabee: {
      servicePoints: (settings, { log }) => createInstabee(accountOf(settings), log),
      parcels: (settings, { log }) => createInstabeeParcels(accountOf(settings), log),
      readDeliveryEvent: readInstabeeEvent,
    },
  },
})
