/** Addresses that mails link to. Not in `domain/stores/paths.ts`, which every page loads. */
import type { MailTopic } from '../mail/mail-kind.ts'
import type { StoreCode } from '../stores/stores.ts'

const byToken = (page: string) => (store: StoreCode, email: string, token: string) =>
  `/${store}/${page}?${new URLSearchParams({ email, token })}`

/** The address of a page with the token of a mailed link. */
export const withToken = (path: string, token: string): string => `${path}?token=${encodeURIComponent(token)}`

const unsubscribe = byToken('unsubscribe')

export const mailPaths = {
  /** Target of the link in a confirmation mail. */
  confirm: (store: StoreCode, token: string) => withToken(`/${store}/confirm`, token),
  /** Ends the newsletter, after a confirmation (NEWS-01). `token`: `unsubscribeToken` of the address. */
  unsubscribe,
  /** Which mails the address gets. `token`: as above. */
  preferences: (store: StoreCode, email: string, token: string) =>
    `${unsubscribe(store, email, token)}&choose=1`,
  /**
   * Takes the POST of a mail program (RFC 8058). `recipient`: from `oneClickRecipient`; in the query, which is
   * never logged.
   */
  oneClick: (store: StoreCode, topic: MailTopic, recipient: string) =>
    `/api/one-click-unsubscribe/${store}/${topic}?recipient=${recipient}`,
}
