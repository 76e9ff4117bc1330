/** The payment of an order in its mails: the method, whether it was charged, and where refunded money goes. */
import { fillMessage as fill, formatMessage } from '../../domain/content/message.ts'
import { formatMoney, type Minor } from '../../domain/money/money.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { isCredit } from '../../domain/payments/payment-means.ts'
import { paymentName, paymentStanding } from '../../domain/payments/payment-name.ts'
import type { ShownPayment } from '../../domain/payments/shown-payment.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import type { MailPictures } from './mail-pictures.ts'
import { stringsOf, textsOf, type StringKey, type Texts } from '../../locales/texts.server.ts'

/** An order in a mail that names its payment. */
export interface PaidOrder {
  snapshot: OrderSnapshot
  payment: ShownPayment
  /** The pictures of its products; absent: the mail shows none. */
  pictures?: MailPictures
}

function wordsOf(store: StoreCode) {
  const strings = stringsOf(store)
  return {
    t: (key: StringKey, values: Record<string, string> = {}) =>
      formatMessage(strings[key] ?? '', values, stores[store].iso),
    money: (amount: Minor) => formatMoney(amount, stores[store]),
  }
}

const nameOf = ({ payment, snapshot: { store, giftCards = [], exchange } }: PaidOrder): string =>
  paymentName(
    payment,
    { hasGiftCards: giftCards.length > 0, returnId: exchange?.returnId ?? null },
    wordsOf(store),
  )

/** "Visa •••• 4242. Paid": the payment method, and whether the money was taken where that is known. */
export function paymentText(order: PaidOrder): string {
  const standing = paymentStanding(order.payment, wordsOf(order.snapshot.store))
  return standing === null ? nameOf(order) : `${nameOf(order)}. ${standing}`
}

/** "Payment: Visa •••• 4242. Paid", of goods that were sent: what is reserved is charged for them at this moment. */
export function shippedPayment(order: PaidOrder): string {
  const { payment } = textsOf(order.snapshot.store).mails.order
  const isBeingCharged = order.payment.state === 'reserved'
  return `${payment}: ${isBeingCharged ? nameOf(order) : paymentText(order)}`
}

type RefundTexts = Texts['mails']['refund']

/** The sentences about an order's money, in which the payment method has its name. */
export interface RefundWords {
  /** An amount goes back to where it was paid from. */
  paidBack(amount: string): string
  /** An amount that was not collected will not be. */
  notCollected(amount: string): string
  /** Nothing was collected: what happens with a reserved payment; null: there was none. */
  released: string | null
}

export function refundWords(order: PaidOrder): RefundWords {
  const { payment, snapshot } = order
  const said = textsOf(snapshot.store).mails.refund
  const { means, provider, state } = payment
  const name = nameOf(order)
  const wasReserved = provider !== 'none' && provider !== 'invoice' && state !== 'open'
  const method = `${textsOf(snapshot.store).mails.order.payment}: ${name}.`
  if (provider === 'invoice')
    return {
      paidBack: (amount) => fill(said.toInvoice, { amount }),
      notCollected: (amount) => fill(said.notInvoiced, { amount }),
      released: null,
    }
  if (means?.kind === 'card') {
    const card = cardWords(means.label, said)
    return {
      paidBack: (amount) => fill(said.toCard, { amount, card }),
      notCollected: (amount) => fill(said.uncollectedCard, { amount, card }),
      released: wasReserved ? fill(said.releasedCard, { card }) : null,
    }
  }
  if (means && isCredit(means)) {
    const lender = means.label ?? paymentName({ ...payment, means: null }, noOther, wordsOf(snapshot.store))
    return {
      paidBack: (amount) => fill(said.toLender, { amount, lender }),
      notCollected: (amount) => fill(said.uncollectedLender, { amount, lender }),
      released: wasReserved ? method : null,
    }
  }
  return {
    paidBack: (amount) =>
      provider === 'none'
        ? fill(said.toProvider, { amount })
        : fill(means?.kind === 'bank' ? said.toBank : said.toNamed, { amount, name }),
    notCollected: (amount) => fill(said.uncollected, { amount }),
    released: wasReserved ? method : null,
  }
}

const noOther = { hasGiftCards: false, returnId: null }

const cardWords = (label: string | null, said: RefundTexts): string =>
  label === null ? said.unnamedCard : fill(said.card, { label })
