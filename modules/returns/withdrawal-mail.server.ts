/**
 * The receipt of a withdrawal declaration (CRD Art. 11a (4)): its content, and the day and time of receipt,
 * on a durable medium; then the next steps for products and money (Art. 13, 14). And the mail that staff have rejected
 * it, with the reason.
 */
import { fillMessage as fill } from '../../domain/content/message.ts'
import { textsOf } from '../../locales/texts.server.ts'
import type { WithdrawalDeclaration } from './withdrawal.ts'
import { storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { greeting } from '../../providers/mail/greeting.ts'
import { orderReturnPath } from './return-paths.ts'
import { plainMail, type MailText } from '../../providers/mail/plain-mail.ts'

/** Matches the format of an order number, for anyone: letters and digits, no readable text and no link. */
const numberPattern = /^[a-z]{0,2}\d{1,12}$/i

/**
 * `order`: the number of the matching order, to whose own address the mail goes; it gets the whole content
 * (Art. 11a (4)) and the way to a label that costs nothing. Null: no match. Then the address is an unverified input, and the mail repeats nothing of
 * the declaration but an order number (decision 27).
 */
export function withdrawalMail(
  declared: WithdrawalDeclaration & { store: StoreCode; order: string | null; declaredAt: Date },
  publicUrl: string,
  hasReturnLabels: boolean,
): MailText {
  const { store, order, name, email, goods, items, declaredAt } = declared
  const said = textsOf(store).moduleMails.returns.withdrawal
  const { company, dispatch } = storePolicies[store]
  const back = `${company.name}, ${dispatch.street}, ${dispatch.postalCode} ${dispatch.city}`
  const label = hasReturnLabels ? said.label : said.withoutLabel
  const number = numberOf(declared)
  const content = [
    said.declared,
    ...(number === null ? [] : [`${said.order}: ${number}`]),
    ...(order === null
      ? []
      : [
          `${said.goods}: ${withdrawnGoods(items, goods) || said.whole}`,
          `${said.name}: ${name}`,
          `${said.email}: ${email}`,
        ]),
  ]
  return plainMail(store, number === null ? said.unmatchedSubject : fill(said.subject, { number }), [
    greeting(store, order === null ? '' : name),
    fill(said.received, { moment: momentOf(store, declaredAt) }),
    content.join('\n'),
    fill(said.goodsBack, { address: back }),
    ...(order === null
      ? []
      : [label, { link: `${publicUrl}${orderReturnPath(store, order)}`, words: said.labelLink }]),
    said.moneyBack,
    said.slip,
  ])
}

/** The chosen lines, then the buyer's own words; empty: the whole order. */
function withdrawnGoods(items: WithdrawalDeclaration['items'], goods: string): string {
  return [...items.map(({ quantity, name }) => `${quantity} × ${name}`), goods]
    .filter((text) => text !== '')
    .join(', ')
}

/**
 * That staff have rejected a declaration. Like the notice, it repeats nothing of the declaration but an order number:
 * where staff have found the order, its address may be another one than that of the declaration.
 */
export function withdrawalRejectedMail(declared: {
  store: StoreCode
  order: string | null
  orderNumber: string
  name: string
  declaredAt: Date
  rejection: string
}): MailText {
  const { store, order, name, declaredAt, rejection } = declared
  const said = textsOf(store).moduleMails.returns.withdrawal
  const number = numberOf(declared)
  return plainMail(
    store,
    number === null ? said.rejectedUnmatchedSubject : fill(said.rejectedSubject, { number }),
    [
      greeting(store, order === null ? '' : name),
      fill(said.rejected, { moment: momentOf(store, declaredAt) }),
      fill(said.rejection, { reason: rejection }),
      fill(said.objection, { phone: stores[store].phoneNumber }),
    ],
  )
}

/** The number of the order; as the buyer wrote it where none was found. Null: what was written is no number. */
const numberOf = ({ order, orderNumber }: { order: string | null; orderNumber: string }): string | null =>
  order ?? (numberPattern.test(orderNumber) ? orderNumber : null)

/** In the store's local time: that of the buyer, and of the day the term ends. */
const momentOf = (store: StoreCode, at: Date): string =>
  new Intl.DateTimeFormat(stores[store].iso, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: stores[store].timeZone,
  }).format(at)
