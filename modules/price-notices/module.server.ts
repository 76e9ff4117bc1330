import { defineModule } from '../../sdk/module.ts'
import { priceNotices } from './declarations.ts'
import { priceNoticeRoutes } from './routes.server.ts'
import { sendPriceMails } from './send-price-mails.server.ts'

export const module = defineModule(priceNotices, {
  routes: priceNoticeRoutes,
  jobs: {
    async 'price-mails'({ catalogue, ...services }) {
      if (catalogue) await sendPriceMails({ ...services, catalogue })
    },
  },
})
