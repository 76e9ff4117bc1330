/** Topics whose mails an address gets once its owner has asked for them and confirmed, by name of the topic. */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Store, StoreCode } from '../domain/stores/stores.ts'
import type { OptInName } from './modules.ts'
import { optIn as newsletter } from './newsletter/opt-in.server.ts'

export interface OptInRecipient {
  store: StoreCode
  /** As `normalizeEmail` returns it. */
  email: string
}

/** What became of a consent that the file of a former shop states. */
export type ImportedConsent =
  | 'subscribed'
  /** The file takes back a consent that an earlier import has stored. */
  | 'unsubscribed'
  /** The owner of the address has unsubscribed in this shop, which stays so. */
  | 'unsubscribed_here'
  | 'unchanged'

/** What a module's `opt-in.server.ts` exports as `optIn`. */
export interface OptIn {
  /** Whether the store has such mails. */
  isOffered(store: Store): boolean
  /** Whether an address gets them, and since when that is so; null: it never confirmed. */
  consent(db: Kysely<DB>, of: OptInRecipient): Promise<{ isWanted: boolean; since: Date } | null>
  /** The owner of the address has confirmed. */
  start(trx: Kysely<DB>, of: OptInRecipient, confirmedAt: Date): Promise<void>
  /** Does nothing for an address that does not get them. */
  end(trx: Kysely<DB>, of: OptInRecipient, now: Date): Promise<void>
  /**
   * Stores what the file of a former shop says of an address: that it accepts such mails, at `consentedAt`, or refuses
   * them. What its owner has chosen in this shop counts for more.
   */
  importConsent(
    trx: Kysely<DB>,
    of: OptInRecipient,
    said: { accepts: boolean; consentedAt: Date; now: Date },
  ): Promise<ImportedConsent>
}

/** Each declared topic (`optIns` of the declarations). */
const optInsByName: Readonly<Record<OptInName, OptIn>> = { newsletter }

export const optInsOfModules: ReadonlyMap<string, OptIn> = new Map(Object.entries(optInsByName))
