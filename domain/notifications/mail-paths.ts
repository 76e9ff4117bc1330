/** Addresses about a recipient's mails. Not in `domain/stores/paths.ts`, which every page loads. */
import type { MailTopic } from '../mail/mail-kind.ts'
import type { StoreCode } from '../stores/stores.ts'

const byToken = (page: string) => (store: StoreCode, email: string, token: string) =>
  `/${store}/${page}?${new URLSearchParams({ email, token })}`

export const mailPaths = {
  /** Ends the newsletter, after a confirmation (NEWS-01). `token`: `unsubscribeToken` of the address. */
  unsubscribe: byToken('unsubscribe'),
  /** Which mails the address gets. `token`: as above. */
  preferences: byToken('mail-preferences'),
  /**
   * Takes the POST of a mail program (RFC 8058). `recipient`: from `oneClickRecipient`; in the query, which is
   * never logged.
   */
  oneClick: (store: StoreCode, topic: MailTopic, recipient: string) =>
    `/api/one-click-unsubscribe/${store}/${topic}?recipient=${recipient}`,
}
