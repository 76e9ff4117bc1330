import { serveWhileClosed } from '../../api/store-preview.ts'
import { jobActor } from '../../domain/audit/actor.ts'
import { defineModule } from '../../sdk/module.ts'
import { cancellationMail } from './cancellation-mail-template.server.ts'
import { contractCancellationRoutes } from './contract-cancellation-routes.server.ts'
import { subscriptions } from './declarations.ts'
import { eraseSubscribers, isOfErased } from './erased-subscribers.server.ts'
import { renewSubscriptions } from './renew-subscriptions.server.ts'
import { subscriptionRoutes } from './routes.server.ts'
import { subscriptionMail } from './subscription-mail-template.server.ts'

export const module = defineModule(subscriptions, {
  async routes(app, services) {
    serveWhileClosed(app)
    await app.register(subscriptionRoutes, services)
    await app.register(contractCancellationRoutes, services)
  },
  jobs: {
    async 'renew-subscriptions'({ ordering, jobs, providers, ...services }) {
      if (!ordering || !jobs || !providers) return
      const report = await renewSubscriptions(
        { ...services, ...ordering, jobs, providers },
        jobActor('renew-subscriptions'),
      )
      if (Object.values(report).some((count) => count > 0)) services.log.info(report, 'renewed subscriptions')
    },
  },
  mailTemplates: { 'cancellation-mail': cancellationMail, 'subscription-mail': subscriptionMail },
  // Of erased accounts whose last mail could not be sent.
  tidy: (db) => eraseSubscribers(db, isOfErased),
  commands: {
    subscription: async (withShop) =>
      (await import('./subscription-command.server.ts')).subscriptionCommand(withShop),
  },
})
