/** Addresses that mails to the people of a company link to, under the store's prefix. */
import type { StoreCode } from '../stores/stores.ts'

export const companyPaths = {
  /** Where an invitation is accepted. */
  join: (store: StoreCode, token: string) => `/${store}/join-company?token=${encodeURIComponent(token)}`,
  /** Where a company confirms that its people act for it. */
  confirm: (store: StoreCode, token: string) =>
    `/${store}/confirm?for=company&token=${encodeURIComponent(token)}`,
  /** The company's page in the account. */
  page: (store: StoreCode) => `/${store}/my-account/company`,
}
