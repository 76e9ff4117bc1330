/** The mail about a lower price. */
import { fillMessage as fill } from '../../domain/content/message.ts'
import { formatMoney, type Minor } from '../../domain/money/money.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { plainMail, type MailText } from '../../providers/mail/plain-mail.ts'

interface PriceMail {
  name: string
  /** Absolute address of the product's page. */
  url: string
  /** VAT included: the price of the request or of the last mail, and that of now. */
  beforeMinor: Minor
  priceMinor: Minor
  /** Absolute address where the recipient chooses their mails. */
  preferencesUrl: string
}

export function priceMail(
  store: StoreCode,
  { name, url, beforeMinor, priceMinor, preferencesUrl }: PriceMail,
): MailText {
  const { mails, moduleMails } = textsOf(store)
  const { notice } = moduleMails['price-notices']
  const money = (amount: Minor) => formatMoney(amount, stores[store])
  const filled = { name, price: money(priceMinor), before: money(beforeMinor) }
  return plainMail(store, fill(notice.subject, filled), [
    fill(notice.lower, filled),
    notice.mayChange,
    { link: url, words: name },
    notice.again,
    { link: preferencesUrl, words: mails.preferences },
  ])
}
