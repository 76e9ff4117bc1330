/** What modules add to the mails: mails of their own, other words for ours, and lines of the order confirmation. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

/** The words of a mail. Sheet, colours and signature are those of all mails. */
export interface MailContent {
  subject: string
  /** Plain text, which keeps line breaks; or a link with its words. The first link looks like a button. */
  paragraphs: readonly MailParagraph[]
}

export type MailParagraph = string | { link: string; words: string }

export interface ModuleMailServices {
  /** The transaction in which the mail is sent. */
  db: Kysely<DB>
  /** Epoch milliseconds. */
  clock: () => number
  /** The shop's own origin. */
  publicUrl: string
}

/** Words a mail as things are when it is sent; null: its cause is over. */
export type MakeMail = (
  services: ModuleMailServices,
  data: never,
  /** `order`: number of the order to whose buyer it goes. */
  about: { store: StoreCode; order: string | null },
) => Promise<MailContent | null>

/** A mail of the shop that is about to be sent. */
export interface OwnMail {
  kind: string
  store: StoreCode
  /** Number of the order that it is about; null: of none, or of several. */
  order: string | null
  subject: string
  /** Null: the mail is no text of paragraphs, as the order confirmation. */
  paragraphs: readonly MailParagraph[] | null
  /** As plain text, with the signature. */
  text: string
}

/** Other words for a mail of the shop; null: its own. */
export type OverrideMail = (services: ModuleMailServices, mail: OwnMail) => Promise<MailContent | null>

/** Lines below the goods of an order confirmation. */
export type OrderMailLines = (
  services: ModuleMailServices,
  order: { number: string; store: StoreCode },
) => Promise<readonly string[]>
