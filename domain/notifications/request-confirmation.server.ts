/**
 * Double opt-in: a requested subscription starts when the owner of the address follows the link mailed to it.
 * Until then the address gets one mail only. The response is the same whether the address is known, already
 * subscribed or over its limit, so that it reveals nothing about the address.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { admitMail, type MailGateServices } from '../mail/mail-gate.server.ts'
import { noticesOfModules } from '../../modules/notices.server.ts'
import { optInsOfModules } from '../../modules/opt-ins.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { insertConfirmation, type ConfirmationSubject } from './confirmation-repository.server.ts'

/** How long the link is valid. */
export const confirmationLifeMs = 3 * 24 * 3_600_000

export interface ConfirmationServices extends MailGateServices {
  db: Kysely<DB>
  jobs: JobQueue<'confirmation-mail'>
}

export type RequestConfirmation = { ok: true } | { ok: false; code: 'too_many_requests' }

/** `network`: the request's network. Refusals never depend on the address. */
export async function requestConfirmation(
  services: ConfirmationServices,
  subject: ConfirmationSubject,
  network: string,
): Promise<RequestConfirmation> {
  const { db, jobs, clock } = services
  const kind = `${subject.purpose}-confirmation` as const
  return db.transaction().execute(async (trx) => {
    const admission = await admitMail(trx, services, { kind, recipient: subject.email, network })
    if (!admission.ok)
      return admission.code === 'network_limit' ? { ok: false, code: 'too_many_requests' } : { ok: true }
    if (await isConfirmed(trx, subject, new Date(clock()))) return { ok: true }
    const requestedAt = new Date(clock())
    const expiresAt = new Date(clock() + confirmationLifeMs)
    const confirmationId = await insertConfirmation(trx, subject, { requestedAt, expiresAt })
    await jobs.enqueue(trx, 'confirmation-mail', { confirmationId })
    return { ok: true }
  })
}

/** Whether what is asked for is confirmed already. */
async function isConfirmed(trx: Kysely<DB>, subject: ConfirmationSubject, now: Date): Promise<boolean> {
  if (subject.productId === null)
    return (await optInsOfModules.get(subject.purpose)?.consent(trx, subject))?.isWanted ?? false
  return noticesOfModules[subject.purpose].isWaiting?.(trx, subject, now) ?? false
}
