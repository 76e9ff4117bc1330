/** The queues of mails: each job is one mail. */
import type { Job, PgBoss } from 'pg-boss'
import type { JobPayloads } from '../../domain/jobs/job-queue.ts'
import type { JobsOptions } from './jobs-options.ts'
import { sendAccountMail } from './send-account-mail.ts'
import { sendCancellationMail } from './send-cancellation-mail.ts'
import { sendCompanyMail } from './send-company-mail.ts'
import { sendConfirmationMail } from './send-confirmation-mail.ts'
import { sendContactAnswer } from './send-contact-answer.ts'
import { sendContactMail } from './send-contact-mail.ts'
import { mailBatches, sendMailBatch } from '../../providers/mail/send-mail-batch.ts'
import { sendOrderMail } from './send-order-mail.ts'
import { sendPaymentLink } from './send-payment-link.ts'
import { sendResetMail } from './send-reset-mail.ts'
import { sendStaffMail } from './send-staff-mail.ts'
import { sendSubscriptionMail } from './send-subscription-mail.ts'
import { sendWithdrawalMail, sendWithdrawalRejection } from './send-withdrawal-mail.ts'

type MailQueue = Extract<keyof JobPayloads, `${string}-mail`>
type Send<Queue extends MailQueue> = (job: JobPayloads[Queue]) => Promise<unknown>

function sendersOf(options: JobsOptions): { [Queue in MailQueue]: Send<Queue> } {
  return {
    'order-mail': ({ orderId, kind }) => sendOrderMail(options, orderId, kind),
    'reset-mail': (job) => sendResetMail(options, job),
    'confirmation-mail': ({ confirmationId }) => sendConfirmationMail(options, confirmationId),
    'account-mail': (job) => sendAccountMail(options, job),
    'company-mail': (job) => sendCompanyMail(options, job),
    'payment-link-mail': ({ staffOrderId }) => sendPaymentLink(options, staffOrderId),
    'staff-mail': (job) => sendStaffMail(options, job),
    'withdrawal-mail': ({ withdrawalId, mail }) =>
      (mail === 'rejection' ? sendWithdrawalRejection : sendWithdrawalMail)(options, withdrawalId),
    'cancellation-mail': ({ cancellationId }) => sendCancellationMail(options, cancellationId),
    'contact-mail': (job) => sendContactMail(options, job),
    'contact-answer-mail': ({ answerId }) => sendContactAnswer(options, answerId),
    'subscription-mail': ({ mailId }) => sendSubscriptionMail(options, mailId),
  }
}

/** Starts the workers that send mails. */
export async function startMailWorkers(boss: PgBoss, options: JobsOptions): Promise<void> {
  const senders = sendersOf(options)
  const work = <Queue extends MailQueue>(queue: Queue) => {
    const send: Send<Queue> = senders[queue]
    return boss.work(queue, mailBatches, (batch: Job<JobPayloads[Queue]>[]) => sendMailBatch(batch, send))
  }
  for (const queue of Object.keys(senders) as MailQueue[]) await work(queue)
}
