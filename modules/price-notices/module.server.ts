import { defineModule } from '../../sdk/module.ts'
import { priceNotices } from './declarations.ts'
import { priceNoticeRoutes } from './routes.server.ts'
import { priceNoticeMail } from './mail-templates.server.ts'
import { owePriceMails } from './owe-price-mails.server.ts'

export const module = defineModule(priceNotices, {
  routes: priceNoticeRoutes,
  jobs: {
    async 'price-mails'({ catalogue, ...services }) {
      if (catalogue) await owePriceMails({ ...services, catalogue })
    },
  },
  mailTemplates: { 'price-notice-mail': priceNoticeMail },
})
