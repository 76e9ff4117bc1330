/** The receipt of a cancellation without login. */
import {
  lockCancellationWithoutReceipt,
  noteCancellationReceiptSent,
} from './contract-cancellation-repository.server.ts'
import { cancellationMail as wording } from './cancellation-mail.server.ts'
import { mailTemplate } from '../../providers/mail/mail-template.ts'

declare module '../../domain/jobs/job-queue.ts' {
  interface MailPayloads {
    /** The receipt for a cancellation that was declared without a login. */
    'cancellation-mail': { cancellationId: number }
  }
}

export const cancellationMail = mailTemplate<{ cancellationId: number }>({
  async mail(trx, { clock }, { cancellationId }) {
    const declared = await lockCancellationWithoutReceipt(trx, cancellationId)
    if (declared === null) return null
    const { id, store, email, subscriptions } = declared
    const date = new Date(clock())
    return {
      name: `cancellation-${id}`,
      kind: subscriptions.length === 0 ? 'cancellation-notice' : 'cancellation-receipt',
      store,
      to: email,
      ...wording(declared),
      date,
      noteSent: () => noteCancellationReceiptSent(trx, id, date),
    }
  },
  samples({ store, at }) {
    const declared = {
      name: 'Anna Åberg',
      email: 'anna@example.se',
      declaredAt: at,
      store,
      contract: 'X100001-A1',
      kind: 'ordinary' as const,
      reason: '',
      endsOn: null,
    }
    return {
      'cancellation-receipt': [wording({ ...declared, subscriptions: ['X100001-A1'] })],
      'cancellation-notice': [wording({ ...declared, subscriptions: [] })],
    }
  },
})
