/** The queues of mails: each job is one mail. */
import type { Job, PgBoss } from 'pg-boss'
import type { JobPayloads } from '../../domain/jobs/job-queue.ts'
import type { DeclaredName } from '../../modules/modules.ts'
import { manifests } from '../module-manifests.ts'
import type { JobsOptions } from './jobs-options.ts'
import { sendAccountMail } from './send-account-mail.ts'
import { sendCancellationMail } from './send-cancellation-mail.ts'
import { sendCompanyMail } from './send-company-mail.ts'
import { sendConfirmationMail } from './send-confirmation-mail.ts'
import { mailBatches, sendMailBatch } from '../../providers/mail/send-mail-batch.ts'
import { sendOrderMail } from './send-order-mail.ts'
import { sendPaymentLink } from './send-payment-link.ts'
import { sendResetMail } from './send-reset-mail.ts'
import { sendStaffMail } from './send-staff-mail.ts'
import { sendSubscriptionMail } from './send-subscription-mail.ts'
import { sendWithdrawalMail, sendWithdrawalRejection } from './send-withdrawal-mail.ts'

type ModuleQueue = DeclaredName<'mailQueues'>
type KernelQueue = Exclude<Extract<keyof JobPayloads, `${string}-mail`>, ModuleQueue>
type MailQueue = KernelQueue | ModuleQueue
type Send<Queue extends MailQueue> = (job: JobPayloads[Queue]) => Promise<unknown>

function sendersOf(options: JobsOptions): { [Queue in KernelQueue]: Send<Queue> } {
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
    'subscription-mail': ({ mailId }) => sendSubscriptionMail(options, mailId),
  }
}

function sendersOfModules(options: JobsOptions): { [Queue in ModuleQueue]: Send<Queue> } {
  const senders = [...manifests.values()].flatMap(({ mailJobs = {} }) => Object.entries(mailJobs))
  return Object.fromEntries(
    senders.map(([queue, send]) => [queue, (job: never) => send(options, job)]),
  ) as unknown as { [Queue in ModuleQueue]: Send<Queue> }
}

/** Starts the workers that send mails. */
export async function startMailWorkers(boss: PgBoss, options: JobsOptions): Promise<void> {
  const senders: { [Queue in MailQueue]: Send<Queue> } = {
    ...sendersOf(options),
    ...sendersOfModules(options),
  }
  const work = <Queue extends MailQueue>(queue: Queue) => {
    const send: Send<Queue> = senders[queue]
    return boss.work(queue, mailBatches, (batch: Job<JobPayloads[Queue]>[]) => sendMailBatch(batch, send))
  }
  for (const queue of Object.keys(senders) as MailQueue[]) await work(queue)
}
