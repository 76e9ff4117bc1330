/** The modules' part of the rights of data subjects. */
import type { Kysely, RawBuilder } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { personalData as backInStock } from './back-in-stock/personal-data.server.ts'
import { personalData as contact } from './contact/personal-data.server.ts'
import { personalData as finders } from './finders/personal-data.server.ts'
import { personalData as newsletter } from './newsletter/personal-data.server.ts'
import { personalData as offers } from './offers/personal-data.server.ts'
import { outsidePersonalData } from './outside-personal-data.generated.ts'
import { personalData as priceNotices } from './price-notices/personal-data.server.ts'
import { personalData as productLists } from './product-lists/personal-data.server.ts'
import { personalData as purchaseRequests } from './purchase-requests/personal-data.server.ts'
import { personalData as returns } from './returns/personal-data.server.ts'
import { personalData as reviews } from './reviews/personal-data.server.ts'
import { personalData as subscriptions } from './subscriptions/personal-data.server.ts'

/** Whose data is exported. */
export interface DataSubjectSql {
  /** Account of the customer; null: a guest. */
  accountId: number | null
  /** Their address, an expression of type text. */
  email: RawBuilder<unknown>
  /** A condition on the orders `o` that are theirs. */
  isTheirOrder: RawBuilder<unknown>
}

/** What a module's `personal-data.server.ts` exports as `personalData`. */
export interface PersonalDataOfModule<Retained extends string = string> {
  /** Section of the export (GDPR, Art. 15) → the query of its rows. No secrets: neither hashes nor tokens. */
  export: Readonly<Record<string, (subject: DataSubjectSql) => RawBuilder<Record<string, unknown>>>>
  /**
   * Erases what belongs to an account, orders and an address (GDPR, Art. 17); the orders themselves stay for the books.
   * `accountId` null: of a guest.
   */
  erase(
    trx: Kysely<DB>,
    of: { accountId: number | null; orderIds: readonly number[]; email: string; now: Date },
  ): Promise<void>
  /**
   * What keeps an account from being erased, by code: the query of whether it does, and the words for the operator. Customers read
   * `erasure.CODE` of the texts of its pages, staff `refusal.CODE` of those for staff.
   */
  obstacles?: Readonly<
    Record<string, { holds: (accountId: number) => RawBuilder<{ holds: boolean }>; readonly words: string }>
  >
  /** The query of the stores in which an account has something here: it may buy in them. */
  stores?: (accountId: number) => RawBuilder<{ store: StoreCode }>
  /**
   * Empties what belongs to orders whose period has ended, together with them: a statement. `orderIds`: a query of their ids.
   */
  withOrders?(orderIds: RawBuilder<unknown>): RawBuilder<unknown>
  /** Each kind of `retention`: erases a store's records from before a moment and returns a row for each. */
  retention: Readonly<
    Record<Retained, (expired: { store: StoreCode; before: Date; now: Date }) => RawBuilder<unknown>>
  >
}

/** Of all modules. */
export const personalDataOfModules: readonly PersonalDataOfModule[] = [
  backInStock,
  contact,
  finders,
  newsletter,
  offers,
  priceNotices,
  productLists,
  purchaseRequests,
  returns,
  reviews,
  subscriptions,
  ...outsidePersonalData,
]
