/**
 * What makes a mail of the outbox: a template reads what the mail is about when it is sent, so that it says what is true
 * then, and names nobody who was erased meanwhile.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { RecordAudit } from '../../domain/audit/audited.server.ts'
import type { Keyring } from '../../domain/keys/keyring.server.ts'
import type { MailSamples, SampleData } from './mail-sample.ts'
import type { ParcelCarriers } from '../../domain/shipping/parcel-booking.ts'
import type { OutgoingMail, SendMailServices } from './send-mail.ts'

export interface MailServices extends SendMailServices {
  db: Kysely<DB>
  /** Which carriers make labels of returns; absent: none. */
  parcels?: Pick<ParcelCarriers, 'canBook'>
}

/** A mail that is sent now. */
export interface MadeMail extends OutgoingMail {
  /** Records that it was sent, in the same transaction. `messageId` null: the recipient takes no such mails. */
  noteSent?: (messageId: string | null) => Promise<void>
}

export interface MailContext<Prepared> {
  /** Identifies the mail in every attempt, for names that nothing else in it makes unique. */
  key: string
  /** The address that the outbox has for the mail; null: its template knows another way. */
  recipient: string | null
  /** Audit entries of the transaction; its actor is the job of the template's name. */
  record: RecordAudit
  prepared: Prepared
}

export interface MailTemplate<Data, Services extends MailServices = MailServices, Prepared = undefined> {
  /** What is done before a transaction holds a connection. `until`: the mail is not sent before. */
  prepare?: (services: Services, data: Data) => Promise<{ prepared: Prepared } | { until: Date }>
  /**
   * The mail, in the transaction that records it; null where its cause is over. It may run again after a crash, and then
   * makes a mail of the same name. Never two: where one is refused, the other would be sent at every attempt.
   */
  mail: (
    trx: Kysely<DB>,
    services: Services,
    data: Data,
    context: MailContext<Prepared>,
  ) => Promise<MadeMail | null>
  /** Samples of every kind that it makes, with the variants of each. */
  samples: (data: SampleData) => MailSamples | Promise<MailSamples>
}

/** A digest of the recipient for the name of a mail, which becomes its Message-ID: that contains no personal data. */
export const recipientMark = (keys: Keyring, email: string): string =>
  keys.digest('mail-name', email).toString('hex').slice(0, 12)

/** Ties the type of what `prepare` returns to what `mail` gets. */
export const mailTemplate = <Data, Services extends MailServices = MailServices, Prepared = undefined>(
  template: MailTemplate<Data, Services, Prepared>,
): MailTemplate<Data, Services, never> => template as unknown as MailTemplate<Data, Services, never>
