import { defineModule } from '../../sdk/module.ts'
import { reviews } from './declarations.ts'
import { productReviews } from './contract.ts'
import { tidyReviewVotes } from './review-repository.server.ts'
import { reviewResource } from './review-resource.server.ts'
import { reversals } from './reversals.server.ts'
import { reviewRoutes } from './routes.server.ts'
import { reviewRejectionMail, reviewRequestMail } from './mail-templates.server.ts'
import { oweReviewRejections } from './owe-review-rejections.server.ts'
import { oweReviewRequests } from './owe-review-requests.server.ts'

export const module = defineModule(reviews, {
  routes: reviewRoutes,
  jobs: {
    async 'review-requests'(services) {
      const { log } = services
      const asked = await oweReviewRequests(services)
      if (asked > 0) log.info({ asked }, 'asked buyers for reviews')
      const rejected = await oweReviewRejections(services)
      if (rejected > 0) log.info({ rejected }, 'gave authors the reasons of rejected reviews')
    },
  },
  mailTemplates: { 'review-request-mail': reviewRequestMail, 'review-rejected-mail': reviewRejectionMail },
  tidy: tidyReviewVotes,
  commands: {
    review: async (withShop) =>
      (await import('../../sdk/resource-command.ts')).resourceCommand(reviewResource, withShop, {
        name: 'review',
        description: 'list, publish, reject and answer reviews of products',
        help: `Negative reviews are published like positive ones: suppressing them is forbidden (Directive 2005/29/EC, Annex I, no. 23c).
Bad language alone is no reason to reject.
Examples:
  anode review list --status pending --sort submittedAt
  anode review publish 7
  anode review reject 8 --reason personal_data
  anode review answer 7 --answer "Thank you. We have told the manufacturer."`,
        sentences: { already_done: 'The review has that status already.' },
      }),
  },
  productPart: productReviews,
  resources: [reviewResource],
  reversals,
})
