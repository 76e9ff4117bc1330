import { defineModule } from '../../sdk/module.ts'
import { reviews } from './declarations.ts'
import { productReviews } from './contract.ts'
import { tidyReviewVotes } from './review-repository.server.ts'
import { reviewResource } from './review-resource.server.ts'
import { reversals } from './reversals.server.ts'
import { reviewRoutes } from './routes.server.ts'
import { sendReviewRejections } from './send-review-rejections.server.ts'
import { sendReviewRequests } from './send-review-requests.server.ts'

export const module = defineModule(reviews, {
  routes: reviewRoutes,
  jobs: {
    async 'review-requests'(services) {
      const { log } = services
      const asked = await sendReviewRequests(services)
      if (asked > 0) log.info({ asked }, 'asked buyers for reviews')
      const rejected = await sendReviewRejections(services)
      if (rejected > 0) log.info({ rejected }, 'gave authors the reasons of rejected reviews')
    },
  },
  tidy: tidyReviewVotes,
  commands: {
    review: async (withShop) => (await import('./review-command.server.ts')).reviewCommand(withShop),
  },
  productPart: productReviews,
  resources: [reviewResource],
  reversals,
})
