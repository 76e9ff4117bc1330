/** The mail with the link that confirms a subscription. */
import { noteConfirmationMailed } from '../../../domain/notifications/confirmation-repository.server.ts'
import { lockDueConfirmation } from '../../../domain/notifications/due-confirmation.server.ts'
import { mailPaths } from '../../../domain/notifications/mail-paths.ts'
import type { MailPayloads } from '../../../domain/jobs/job-queue.ts'
import { entriesOf, namesOf } from '../../../modules/modules.ts'
import { confirmationMail as wording } from '../../../providers/mail/confirmation-mail.ts'
import { mailTemplate } from '../../../providers/mail/mail-template.ts'

export const confirmationMail = mailTemplate<MailPayloads['confirmation-mail']>({
  async mail(trx, { publicUrl, keys, clock }, { confirmationId }) {
    const now = new Date(clock())
    const due = await lockDueConfirmation(trx, { keys, now }, confirmationId)
    if (!due) return null
    const { id, purpose, store, email, product } = due.request
    const link = publicUrl + mailPaths.confirm(store, due.token)
    const about = { purpose, name: product?.name ?? '' }
    return {
      name: `confirm-${id}`,
      kind: `${purpose}-confirmation`,
      store,
      to: email,
      ...wording(store, about, link),
      date: now,
      noteSent: () => noteConfirmationMailed(trx, id, now),
    }
  },
  samples: ({ store, link, words }) =>
    Object.fromEntries(
      [...namesOf('optIns'), ...entriesOf('notices').keys()].map((purpose) => [
        `${purpose}-confirmation`,
        [wording(store, { purpose, name: words.product }, link)],
      ]),
    ),
})
