/** Mails the authors of rejected reviews the reason, once per decision. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { lockUnmailedRejection, noteRejectionMailed, unmailedRejections } from './review-repository.server.ts'
import { reviewRejectedMail } from './review-rejected-mail.server.ts'
import { sendMail, type SendMailServices } from '../../providers/mail/send-mail.ts'
import { sendMailBatch } from '../../providers/mail/send-mail-batch.ts'

export interface ReviewRejectionServices extends SendMailServices {
  db: Kysely<DB>
}

const mailsPerRun = 200

/** Returns how many mails were sent. A mail that cannot be sent is retried in a later run. */
export async function sendReviewRejections(services: ReviewRejectionServices): Promise<number> {
  const { db, clock } = services
  let sent = 0
  const ids = await unmailedRejections(db, { now: new Date(clock()), limit: mailsPerRun })
  await sendMailBatch(
    ids.map((data) => ({ id: String(data), data })),
    async (id) => {
      if (await sendRejection(services, id)) sent++
    },
  )
  return sent
}

function sendRejection(services: ReviewRejectionServices, reviewId: number): Promise<boolean> {
  const { db, clock } = services
  return db.transaction().execute(async (trx) => {
    const rejection = await lockUnmailedRejection(trx, reviewId)
    if (rejection === null) return false
    const { id, store, email, buyer, productName, reason, decidedAt } = rejection
    const date = new Date(clock())
    await sendMail(trx, services, {
      name: `review-${id}-rejected-${decidedAt.getTime()}`,
      kind: 'review-rejected',
      store,
      to: email,
      ...reviewRejectedMail(store, { name: buyer, product: productName, reason }),
      date,
    })
    await noteRejectionMailed(trx, id, date)
    return true
  })
}
