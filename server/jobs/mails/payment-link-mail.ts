/** The link to the checkout that staff filled in, to its customer. */
import { fillMessage as fill } from '../../../domain/content/message.ts'
import type { MailPayloads } from '../../../domain/jobs/job-queue.ts'
import { linkToMail } from '../../../domain/staff-orders/place-staff-order.server.ts'
import { stores, type StoreCode } from '../../../domain/stores/stores.ts'
import { textsOf } from '../../../locales/texts.server.ts'
import { mailTemplate } from '../../../providers/mail/mail-template.ts'
import { plainMail, type MailText } from '../../../providers/mail/plain-mail.ts'

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
  samples: ({ store, link }) => ({ 'payment-link': [wording(store, link)] }),
})

/** `link`: the absolute address of the checkout. */
function wording(store: StoreCode, link: string): MailText {
  const said = textsOf(store).mails.paymentLink
  const { brand } = stores[store]
  return plainMail(store, fill(said.subject, { brand }), [
    fill(said.intro, { brand }),
    { link, words: said.link },
    said.prices,
    said.ignore,
  ])
}
