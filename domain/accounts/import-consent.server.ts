/** Stores what the file of a former shop says of an address: whether it accepts mails such as the newsletter. */
import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { optInsOfModules, type ImportedConsent, type OptInRecipient } from '../../modules/opt-ins.server.ts'

/** `acceptedAt`: null: unknown, so now. Nothing is mailed. */
export async function importConsent(
  trx: Transaction<DB>,
  recipient: OptInRecipient,
  { accepts, acceptedAt, now }: { accepts: boolean; acceptedAt: Date | null; now: Date },
): Promise<ImportedConsent> {
  const consentedAt = acceptedAt !== null && acceptedAt < now ? acceptedAt : now
  let stored: ImportedConsent = 'unchanged'
  for (const optIn of optInsOfModules.values()) {
    const of = await optIn.importConsent(trx, recipient, { accepts, consentedAt, now })
    if (of !== 'unchanged') stored = of
  }
  return stored
}
