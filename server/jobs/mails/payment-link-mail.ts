/** The link to the checkout that staff filled in, to its customer. */
import { linkToMail } from '../../../domain/staff-orders/place-staff-order.server.ts'
import type { MailPayloads } from '../../../domain/jobs/job-queue.ts'
import { mailTemplate } from '../../../providers/mail/mail-template.ts'
import { paymentLinkMail as wording } from '../../../providers/mail/payment-link-mail.ts'

export const paymentLinkMail = mailTemplate<MailPayloads['payment-link-mail']>({
  async mail(trx, { clock, publicUrl }, { staffOrderId }) {
    const due = await linkToMail(trx, staffOrderId)
    if (due === null) return null
    const { store, email, checkoutId } = due
    return {
      name: `payment-link-${staffOrderId}`,
      kind: 'payment-link',
      store,
      to: email,
      ...wording(store, `${publicUrl}/${store}/checkout/${checkoutId}`),
      date: new Date(clock()),
    }
  },
})
