/**
 * Double opt-in: a subscription that somebody asks for begins when the owner of the address follows the link that is
 * mailed to it. Until then one mail is all the address gets. The answer is the same whether the address is known,
 * subscribed already or over its limit, so that nothing can be learned about it.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { admitMail, type MailGateServices } from '../mail/mail-gate.server.ts'
import { isSubscribed } from './newsletter-repository.server.ts'
import { hasOpenWish } from './stock-notification-repository.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { insertConfirmation, type ConfirmationSubject } from './confirmation-repository.server.ts'

/** How long the link can be used. */
export const confirmationLifeMs = 3 * 24 * 3_600_000

export interface ConfirmationServices extends MailGateServices {
  db: Kysely<DB>
  jobs: JobQueue<'confirmation-mail'>
}

export type RequestConfirmation = { ok: true } | { ok: false; code: 'too_many_requests' }

/** `network`: where the request comes from. Refused only for what says nothing about the address. */
export async function requestConfirmation(
  services: ConfirmationServices,
  subject: ConfirmationSubject,
  network: string,
): Promise<RequestConfirmation> {
  const { db, jobs, clock } = services
  const kind = subject.purpose === 'newsletter' ? 'newsletter-confirmation' : 'stock-confirmation'
  return db.transaction().execute(async (trx) => {
    const admission = await admitMail(trx, services, { kind, recipient: subject.email, network })
    if (!admission.ok)
      return admission.code === 'network_limit' ? { ok: false, code: 'too_many_requests' } : { ok: true }
    const isDone = subject.purpose === 'newsletter' ? isSubscribed(trx, subject) : hasOpenWish(trx, subject)
    if (await isDone) return { ok: true }
    const requestedAt = new Date(clock())
    const expiresAt = new Date(clock() + confirmationLifeMs)
    const confirmationId = await insertConfirmation(trx, subject, { requestedAt, expiresAt })
    await jobs.enqueue(trx, 'confirmation-mail', { confirmationId })
    return { ok: true }
  })
}
