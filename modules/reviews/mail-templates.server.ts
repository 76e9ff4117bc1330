/** The mails about reviews: the link to write them, and the reason why one is not published. */
import { linkToken } from '../../domain/keys/link-token.server.ts'
import { mailTemplate } from '../../providers/mail/mail-template.ts'
import { preferencesUrl } from '../../providers/mail/send-mail.ts'
import { reviewMail } from './review-mail.server.ts'
import { reviewPath } from './review-path.ts'
import { reviewRejectedMail } from './review-rejected-mail.server.ts'
import { lockOwedRejection } from './review-repository.server.ts'
import { lockOwedRequest } from './review-request-repository.server.ts'
import { reviewableLines } from './write-reviews.server.ts'

/** `decidedAt`: the decision that it is about (ISO 8601). */
interface RejectionData {
  reviewId: number
  decidedAt: string
}

declare module '../../domain/jobs/job-queue.ts' {
  interface MailPayloads {
    /** Asks the buyer of a delivered order for reviews. */
    'review-request-mail': { orderId: number }
    /** To the author of a rejected review: the reason. */
    'review-rejected-mail': RejectionData
  }
}

export const reviewRequestMail = mailTemplate<{ orderId: number }>({
  async mail(trx, services, { orderId }) {
    const { keys, publicUrl, clock } = services
    const request = await lockOwedRequest(trx, orderId, new Date(clock()))
    if (request === null) return null
    const { number, store, email, snapshot, expiresAt } = request
    const token = linkToken(keys, 'review-link', { id: orderId, expiresAt })
    return {
      name: `${number}-review`,
      kind: 'review-request',
      store,
      to: email,
      ...reviewMail(store, {
        name: `${snapshot.customer.firstName} ${snapshot.customer.lastName}`,
        products: reviewableLines(snapshot).map((line) => line.name),
        link: publicUrl + reviewPath(store, token),
        preferencesUrl: preferencesUrl(services, { store, email }),
      }),
      date: new Date(clock()),
    }
  },
  samples: ({ store, link, words: { product } }) => ({
    'review-request': [[product], [product, 'CR2032']].map((products) =>
      reviewMail(store, { name: 'Anna Berg', products, link, preferencesUrl: link }),
    ),
  }),
})

export const reviewRejectionMail = mailTemplate<RejectionData>({
  async mail(trx, { clock }, { reviewId, decidedAt }) {
    const rejection = await lockOwedRejection(trx, reviewId, new Date(decidedAt))
    // Staff have decided otherwise since, or the buyer is erased.
    if (rejection === null) return null
    const { store, email, buyer, productName, reason } = rejection
    return {
      name: `review-${reviewId}-rejected-${new Date(decidedAt).getTime()}`,
      kind: 'review-rejected',
      store,
      to: email,
      ...reviewRejectedMail(store, { name: buyer, product: productName, reason }),
      date: new Date(clock()),
    }
  },
  samples: ({ store, words: { product } }) => ({
    'review-rejected': [reviewRejectedMail(store, { name: 'Anna Berg', product, reason: 'personal_data' })],
  }),
})
