/**
 * The mail to the author of a review that is not published: the decision, its reason, who decided, and how to object
 * (Regulation (EU) 2022/2065, Art. 17 (3)). It does not repeat the review.
 */
import { fillMessage as fill } from '../../domain/content/message.ts'
import type { RejectionReason } from './review.ts'
import { storePolicies, type StoreCode } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { greeting } from '../../providers/mail/greeting.ts'
import { plainMail, type MailText } from '../../providers/mail/plain-mail.ts'

export interface ReviewRejectedMail {
  /** The buyer's first and last name. */
  name: string
  product: string
  reason: RejectionReason
}

export function reviewRejectedMail(
  store: StoreCode,
  { name, product, reason }: ReviewRejectedMail,
): MailText {
  const said = textsOf(store).moduleMails.reviews.rejected
  return plainMail(store, fill(said.subject, { name: product }), [
    greeting(store, name),
    fill(said.intro, { name: product }),
    said.reasons[reason],
    said.decided,
    fill(said.objection, { email: storePolicies[store].company.email }),
  ])
}
