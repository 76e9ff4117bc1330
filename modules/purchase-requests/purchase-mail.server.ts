/** The mails about a purchase request. Names in them were checked to contain no address (`textProblem`). */
import { fillMessage as fill } from '../../domain/content/message.ts'
import { formatMoney, subtractMinor, type Minor } from '../../domain/money/money.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { plainMail, type MailText } from '../../providers/mail/plain-mail.ts'

/** To a person who may approve; `until`: the last moment of the promised prices. */
export function purchaseRequestMail(
  store: StoreCode,
  request: {
    buyer: string
    company: string
    totalMinor: Minor
    /** The limit of the buyer; null: not recorded. */
    approvalAboveMinor: Minor | null
    until: Date
    link: string
  },
): MailText {
  const said = textsOf(store).moduleMails['purchase-requests'].request
  const { buyer, company, totalMinor, approvalAboveMinor: limitMinor, link } = request
  const money = (amount: Minor) => formatMoney(amount, stores[store])
  const total = money(totalMinor)
  const { iso, timeZone } = stores[store]
  const day = new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeZone }).format(request.until)
  return plainMail(store, fill(said.subject, { buyer, total }), [
    limitMinor === null
      ? fill(said.intro, { buyer, company, total })
      : fill(said.introLimit, {
          buyer,
          company,
          total,
          limit: money(limitMinor),
          above: money(subtractMinor(totalMinor, limitMinor)),
        }),
    { link, words: said.link },
    fill(said.until, { day }),
  ])
}

/** To the buyer; `number`: the order, null where the purchase was declined. */
export function purchaseDecisionMail(
  store: StoreCode,
  decision: { totalMinor: Minor; number: string | null; reason: string | null; link: string },
): MailText {
  const { approved, declined, requests } = textsOf(store).moduleMails['purchase-requests']
  const { number, reason, link } = decision
  const total = formatMoney(decision.totalMinor, stores[store])
  const more = { link, words: requests }
  if (number !== null)
    return plainMail(store, fill(approved.subject, { number }), [
      fill(approved.intro, { total, number }),
      more,
    ])
  return plainMail(store, declined.subject, [
    fill(declined.intro, { total }),
    fill(declined.reason, { reason: reason ?? '' }),
    more,
  ])
}
