/**
 * The mails about a payment that failed after its order was accepted, and about an announced refund that could not be
 * paid. They ask for a call or an answer, never for payment data, and have no link: such mails are imitated.
 */
import { fillMessage as fill } from '../../domain/content/message.ts'
import { formatMoney } from '../../domain/money/money.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import { stores } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { greeting } from './greeting.ts'
import { plainMail, type PlainMail } from './plain-mail.ts'

interface MailedOrder {
  number: string
  snapshot: OrderSnapshot
}

const nameOf = ({ customer }: OrderSnapshot): string => `${customer.firstName} ${customer.lastName}`.trim()

/** `isShipped`: something of the order has left. */
export function paymentProblemMail(
  { number, snapshot }: MailedOrder,
  { isShipped }: { isShipped: boolean },
): PlainMail {
  const { store } = snapshot
  const said = textsOf(store).mails.paymentProblem
  return plainMail(store, fill(said.subject, { number }), [
    greeting(store, nameOf(snapshot)),
    fill(isShipped ? said.shipped : said.notShipped, { number }),
    fill(said.next, { phone: stores[store].phoneNumber }),
    said.noData,
  ])
}

/** The correction of the mail that announced the refund. */
export function refundProblemMail({ number, snapshot }: MailedOrder, refund: StoredRefund): PlainMail {
  const { store } = snapshot
  const said = textsOf(store).mails.paymentProblem
  const amount = formatMoney(refund.toProviderMinor, stores[store])
  return plainMail(store, fill(said.refundSubject, { number }), [
    greeting(store, nameOf(snapshot)),
    fill(said.refund, { amount, number }),
    fill(said.refundNext, { phone: stores[store].phoneNumber }),
    said.noData,
  ])
}
