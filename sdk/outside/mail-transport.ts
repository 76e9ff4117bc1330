/**
 * The mail transport of a module from outside: it hands the shop's mails to a service instead of SMTP, where
 * `MAIL_TRANSPORT` names the module (`transport-mailer.ts` makes the kernel's mailer of it). This file imports nothing.
 */

/** A mail that is to be sent now, to one recipient. */
export interface MailToSend {
  /**
   * With its angle brackets. The mail has it: where the answer to an attempt was lost, the next one has the same, and a
   * service that gets it can leave out what it has sent.
   */
  messageId: string
  /** Kind of the mail, e.g. `order-confirmation`: for a category or tag at the service. */
  kind: string
  from: { name: string; address: string }
  /** One address. */
  to: string
  /** Where a reply goes; null: to `from`. */
  replyTo: string | null
  subject: string
  html: string
  text: string
  /** Further fields, e.g. `List-Unsubscribe`; all of them are sent. */
  headers: Readonly<Record<string, string>>
  /** `cid`: Content-ID of a picture that the HTML shows; null: a file. */
  attachments: readonly { filename: string; contentType: string; content: Uint8Array; cid: string | null }[]
  date: Date
  /** The whole message (RFC 5322) with all of that, signed with the shop's DKIM key where it has one. */
  message(): Promise<Uint8Array>
}

/** `ok`: the service has accepted the mail. */
export type MailAnswer =
  | { ok: true }
  /**
   * Letters, digits and `_`, at most 40: staff see it, and it names nobody. `isUnavailable`: other mails would fail for the
   * same reason, so that they are not tried now. `isPermanent`: so would each further attempt, as where the address is
   * blocked; the mail is given up at once.
   */
  | { ok: false; code: string; isUnavailable?: boolean; isPermanent?: boolean }

export interface MailTransport {
  /**
   * Called for each attempt, a few at the same time. What it throws, another answer and more than 20 seconds are a failed
   * attempt; `signal` is aborted then. The shop tries again, for about three days.
   */
  send(mail: MailToSend, call: { signal: AbortSignal }): Promise<MailAnswer>
  /** The node stops: closes what is open. */
  close?(): void | Promise<void>
}

export interface MailTransportServices {
  /** Those of `mailTransport.variables` of the declarations that are set. */
  variables: Readonly<Record<string, string>>
  log: { info(data: object, message: string): void; warn(data: object, message: string): void }
  /** Epoch milliseconds. */
  clock: () => number
}

/** Called once, when the node starts; what it throws ends the start. */
export type OpenMailTransport = (services: MailTransportServices) => MailTransport
