/** Starts the subscription whose confirmation link was followed. A link works once, until it expires. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { idInLinkToken, isLinkToken } from '../keys/link-token.server.ts'
import { noticeTopics } from '../mail/mail-kind.ts'
import { acceptMails } from './mail-preferences.server.ts'
import { noticeEndsAt } from './notice-period.ts'
import { noticesOfModules } from '../../modules/notices.server.ts'
import { optInsOfModules } from '../../modules/opt-ins.server.ts'
import {
  lockConfirmation,
  spendConfirmation,
  type ConfirmationSubject,
} from './confirmation-repository.server.ts'

export type ConfirmSubscription =
  | { ok: true; purpose: ConfirmationSubject['purpose'] }
  /** Not one of our links, used before, or expired. */
  | { ok: false; code: 'link_refused' }

export async function confirmSubscription(
  { db, keys, clock }: { db: Kysely<DB>; keys: Keyring; clock: () => number },
  token: string,
): Promise<ConfirmSubscription> {
  const refused = { ok: false, code: 'link_refused' } as const
  const id = idInLinkToken(token)
  if (id === null) return refused
  const now = new Date(clock())
  return db.transaction().execute(async (trx) => {
    const request = await lockConfirmation(trx, id)
    if (request === null || !isLinkToken(keys, 'confirmation-link', request, token)) return refused
    if (request.usedAt !== null || request.expiresAt <= now) return refused
    if (request.productId === null) {
      const optIn = optInsOfModules.get(request.purpose)
      if (!optIn) return refused
      await optIn.start(trx, request, now)
    } else {
      const { purpose } = request
      await noticesOfModules[purpose].start(trx, request, { confirmedAt: now, expiresAt: noticeEndsAt(now) })
      await acceptMails(trx, request, noticeTopics[purpose])
    }
    await spendConfirmation(trx, request, now)
    return { ok: true, purpose: request.purpose }
  })
}
