/** The mails about a declaration of withdrawal: its receipt, and that staff have rejected it, and why. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { MailPayloads } from '../../domain/jobs/job-queue.ts'
import { offersReturnLabels } from '../../domain/parcels/return-labels.ts'
import {
  lockWithoutReceipt,
  lockWithoutRejectionMail,
  noteReceiptSent,
  noteRejectionMailSent,
} from './withdrawal-repository.server.ts'
import { mailTemplate, type MadeMail, type MailServices } from '../../providers/mail/mail-template.ts'
import { withdrawalMail as wording, withdrawalRejectedMail } from './withdrawal-mail.server.ts'

declare module '../../domain/jobs/job-queue.ts' {
  interface MailPayloads {
    /** About a declaration of withdrawal: its receipt, or that staff have rejected it. */
    'withdrawal-mail': { withdrawalId: number; mail?: 'rejection' }
  }
}

export const withdrawalMail = mailTemplate<MailPayloads['withdrawal-mail']>({
  async mail(trx, services, { withdrawalId, mail }) {
    return (mail === 'rejection' ? rejection : receipt)(trx, services, withdrawalId)
  },
  samples({ store, at, publicUrl, order: { number }, words }) {
    const declared = {
      name: 'Anna Åberg',
      email: 'anna@example.se',
      declaredAt: at,
      store,
      orderNumber: number,
      goods: '',
      items: [],
    }
    return {
      'withdrawal-receipt': [wording({ ...declared, order: number }, publicUrl, true)],
      'withdrawal-notice': [wording({ ...declared, order: null }, publicUrl, true)],
      'withdrawal-rejected': [number, null].map((order) =>
        withdrawalRejectedMail({ ...declared, order, rejection: words.rejection }),
      ),
    }
  },
})

async function receipt(
  trx: Kysely<DB>,
  { clock, publicUrl, parcels }: MailServices,
  withdrawalId: number,
): Promise<MadeMail | null> {
  const declared = await lockWithoutReceipt(trx, withdrawalId)
  if (declared === null) return null
  const { id, store, email } = declared
  const date = new Date(clock())
  return {
    name: `withdrawal-${id}`,
    kind: declared.order === null ? 'withdrawal-notice' : 'withdrawal-receipt',
    store,
    to: email,
    ...wording(declared, publicUrl, offersReturnLabels(parcels, store)),
    date,
    noteSent: () => noteReceiptSent(trx, id, date),
  }
}

async function rejection(
  trx: Kysely<DB>,
  { clock }: MailServices,
  withdrawalId: number,
): Promise<MadeMail | null> {
  const rejected = await lockWithoutRejectionMail(trx, withdrawalId)
  if (rejected === null) return null
  const { id, store, email } = rejected
  const date = new Date(clock())
  return {
    name: `withdrawal-rejected-${id}`,
    kind: 'withdrawal-rejected',
    store,
    to: email,
    ...withdrawalRejectedMail(rejected),
    date,
    noteSent: () => noteRejectionMailSent(trx, id, date),
  }
}
