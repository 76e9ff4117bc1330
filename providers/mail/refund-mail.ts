/** The mails about refunds: a refund with its credit note, and a cancelled order. */
import { fillMessage as fill } from '../../domain/content/message.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { formatMoney, type Minor, sumMinor, zeroMinor } from '../../domain/money/money.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import type { OrderStatus } from '../../domain/orders/order-states.ts'
import { refundVat } from '../../domain/refunds/allocate-refund.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import { stores } from '../../domain/stores/stores.ts'
import { greeting } from './greeting.ts'
import { pictureOfLine } from './mail-pictures.ts'
import { refundWords, type PaidOrder } from './payment-words.ts'
import { plainMail, type Paragraph, type PlainMail } from './plain-mail.ts'

interface MailedOrder extends PaidOrder {
  number: string
  status: OrderStatus
}

const nameOf = ({ customer }: OrderSnapshot): string => `${customer.firstName} ${customer.lastName}`.trim()

/** Whether nothing of a refund is paid back or credited: its goods were neither charged nor invoiced, and will not be. */
const isUncharged = ({ amountMinor, uncollectedMinor = zeroMinor }: StoredRefund): boolean =>
  uncollectedMinor === amountMinor

/**
 * What was refunded, why, with which VAT, on which credit note and by which method; and that the order is cancelled, where
 * nothing is left of it. Of goods that were not charged yet it says that the order has changed: no money comes back.
 */
export function refundMail(order: MailedOrder, refund: StoredRefund): PlainMail {
  const { number, status, snapshot } = order
  const said = textsOf(snapshot.store).mails.refund
  const money = (amount: Minor): string => formatMoney(amount, stores[snapshot.store])
  const [changed, intro] = isUncharged(refund)
    ? [said.changedSubject, said.changedIntro]
    : [said.subject, said.intro]
  // Where nothing is paid back, that the order has ended is the news.
  const subject = isUncharged(refund) && status === 'cancelled' ? said.cancelledSubject : changed
  return plainMail(snapshot.store, fill(subject, { number }), [
    greeting(snapshot.store, nameOf(snapshot)),
    fill(intro, { amount: money(refund.amountMinor), number }),
    `${said.reason}: ${said.reasons[refund.reason]}.`,
    refundRows(order, refund),
    ...refundDestination(order, refund),
    ...(status === 'cancelled' ? [fill(said.cancelled, { number })] : []),
  ])
}

/** A cancelled order; `refund` if money had been collected for it. */
export function cancelledMail(order: Omit<MailedOrder, 'status'>, refund: StoredRefund | null): PlainMail {
  const { number, snapshot } = order
  const said = textsOf(snapshot.store).mails.refund
  return plainMail(snapshot.store, fill(said.cancelledSubject, { number }), [
    greeting(snapshot.store, nameOf(snapshot)),
    fill(said.cancelled, { number }),
    ...moneyBackParagraphs(order, refund),
  ])
}

/** The refund paragraph of a cancelled order: the refund, or that nothing is to be paid. */
export function moneyBackParagraphs(order: PaidOrder, refund: StoredRefund | null): Paragraph[] {
  const { snapshot } = order
  if (refund) return [refundRows(order, refund), ...refundDestination(order, refund)]
  const said = textsOf(snapshot.store).mails.refund
  const { released } = refundWords(order)
  const nothingTaken = released === null ? said.nothingTaken : `${said.nothingTaken} ${released}`
  const cards = sumMinor((snapshot.giftCards ?? []).map((use) => use.amountMinor))
  if (cards === 0) return [nothingTaken]
  return [
    nothingTaken,
    fill(said.toGiftCards, {
      amount: formatMoney(cards, stores[snapshot.store]),
      cards: cardHints(snapshot),
    }),
  ]
}

const cardHints = ({ giftCards = [] }: OrderSnapshot): string =>
  giftCards.map(({ hint }) => `…${hint}`).join(', ')

function refundRows(order: PaidOrder, refund: StoredRefund): Paragraph {
  const { snapshot } = order
  const store = stores[snapshot.store]
  const said = textsOf(snapshot.store).mails.refund
  const money = (amount: Minor): string => formatMoney(amount, store)
  const names = new Map(snapshot.lines.map((line) => [line.uuid, line.name]))
  const percent = new Intl.NumberFormat(store.iso, { style: 'percent', maximumFractionDigits: 2 })
  const goods = refund.lines.map(({ uuid, quantity, amountMinor }) => {
    const what = names.get(uuid) ?? ''
    const units = quantity > 0 ? `${quantity} × ${what}` : `${what}, ${said.reduction}`
    return { text: `${units}: ${money(amountMinor)}`, picture: pictureOfLine(order, uuid) }
  })
  const sums = [
    ...(refund.shippingMinor > 0 ? [`${said.shipping}: ${money(refund.shippingMinor)}`] : []),
    `${isUncharged(refund) ? said.notCharged : said.sum}: ${money(refund.amountMinor)}`,
    ...refundVat(refund, snapshot.shipping.vatRateBasisPoints).flatMap(({ vatRateBasisPoints, vatMinor }) =>
      vatMinor === 0
        ? []
        : [`${fill(said.vat, { rate: percent.format(vatRateBasisPoints / 10_000) })}: ${money(vatMinor)}`],
    ),
    ...(refund.creditNote === null ? [] : [`${said.creditNote}: ${refund.creditNote}`]),
  ]
  return { rows: [...goods, ...sums.map((text) => ({ text, picture: null }))] }
}

function refundDestination(order: PaidOrder, refund: StoredRefund): string[] {
  const { snapshot } = order
  const said = textsOf(snapshot.store).mails.refund
  const { paidBack, notCollected } = refundWords(order)
  const money = (amount: Minor): string => formatMoney(amount, stores[snapshot.store])
  const {
    toProviderMinor,
    toGiftCardsMinor,
    exchangedMinor = zeroMinor,
    toOriginMinor = zeroMinor,
    uncollectedMinor = zeroMinor,
  } = refund
  return [
    ...(toProviderMinor > 0 ? [paidBack(money(toProviderMinor))] : []),
    // The order before the exchange was paid for, which may have been in another way.
    ...(toOriginMinor > 0 ? [fill(said.toProvider, { amount: money(toOriginMinor) })] : []),
    ...(uncollectedMinor > 0 ? [notCollected(money(uncollectedMinor))] : []),
    ...(exchangedMinor > 0 ? [fill(said.toExchange, { amount: money(exchangedMinor) })] : []),
    ...(toGiftCardsMinor > 0
      ? [fill(said.toGiftCards, { amount: money(toGiftCardsMinor), cards: cardHints(snapshot) })]
      : []),
  ]
}
