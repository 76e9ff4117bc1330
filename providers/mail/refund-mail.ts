/** The mails about refunds: a refund with its credit note, and a cancelled order. */
import { fillMessage as fill } from '../../domain/content/message.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { addMinor, formatMoney, type Minor, sumMinor, zeroMinor } from '../../domain/money/money.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import type { OrderStatus } from '../../domain/orders/order-states.ts'
import { refundVat } from '../../domain/refunds/refund.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import { stores } from '../../domain/stores/stores.ts'
import { greeting } from './greeting.ts'
import { plainMail, type PlainMail } from './plain-mail.ts'

interface MailedOrder {
  number: string
  status: OrderStatus
  snapshot: OrderSnapshot
}

const nameOf = ({ customer }: OrderSnapshot): string => `${customer.firstName} ${customer.lastName}`.trim()

/**
 * What was refunded, why, with which VAT, on which credit note and by which method; and that the order is cancelled, where
 * nothing is left of it.
 */
export function refundMail({ number, status, snapshot }: MailedOrder, refund: StoredRefund): PlainMail {
  const said = textsOf(snapshot.store).mails.refund
  const money = (amount: Minor): string => formatMoney(amount, stores[snapshot.store])
  return plainMail(snapshot.store, fill(said.subject, { number }), [
    greeting(snapshot.store, nameOf(snapshot)),
    fill(said.intro, { amount: money(refund.amountMinor), number }),
    `${said.reason}: ${said.reasons[refund.reason]}.`,
    refundRows(snapshot, refund).join('\n'),
    ...refundDestination(snapshot, refund),
    ...(status === 'cancelled' ? [fill(said.cancelled, { number })] : []),
  ])
}

/** A cancelled order; `refund` if money had been collected for it. */
export function cancelledMail(
  { number, snapshot }: Omit<MailedOrder, 'status'>,
  refund: StoredRefund | null,
): PlainMail {
  const said = textsOf(snapshot.store).mails.refund
  return plainMail(snapshot.store, fill(said.cancelledSubject, { number }), [
    greeting(snapshot.store, nameOf(snapshot)),
    fill(said.cancelled, { number }),
    ...moneyBackParagraphs(snapshot, refund),
  ])
}

/** The refund paragraph of a cancelled order: the refund, or that nothing is to be paid. */
export function moneyBackParagraphs(snapshot: OrderSnapshot, refund: StoredRefund | null): string[] {
  if (refund) return [refundRows(snapshot, refund).join('\n'), ...refundDestination(snapshot, refund)]
  const said = textsOf(snapshot.store).mails.refund
  const cards = sumMinor((snapshot.giftCards ?? []).map((use) => use.amountMinor))
  if (cards === 0) return [said.nothingTaken]
  return [
    said.nothingTaken,
    fill(said.toGiftCards, {
      amount: formatMoney(cards, stores[snapshot.store]),
      cards: cardHints(snapshot),
    }),
  ]
}

const cardHints = ({ giftCards = [] }: OrderSnapshot): string =>
  giftCards.map(({ hint }) => `…${hint}`).join(', ')

function refundRows(snapshot: OrderSnapshot, refund: StoredRefund): string[] {
  const store = stores[snapshot.store]
  const said = textsOf(snapshot.store).mails.refund
  const money = (amount: Minor): string => formatMoney(amount, store)
  const names = new Map(snapshot.lines.map((line) => [line.uuid, line.name]))
  const percent = new Intl.NumberFormat(store.iso, { style: 'percent', maximumFractionDigits: 2 })
  return [
    ...refund.lines.map(({ uuid, quantity, amountMinor }) => {
      const what = names.get(uuid) ?? ''
      return `${quantity > 0 ? `${quantity} × ${what}` : `${what}, ${said.reduction}`}: ${money(amountMinor)}`
    }),
    ...(refund.shippingMinor > 0 ? [`${said.shipping}: ${money(refund.shippingMinor)}`] : []),
    `${said.sum}: ${money(refund.amountMinor)}`,
    ...refundVat(refund, snapshot.shipping.vatRateBasisPoints).flatMap(({ vatRateBasisPoints, vatMinor }) =>
      vatMinor === 0
        ? []
        : [`${fill(said.vat, { rate: percent.format(vatRateBasisPoints / 10_000) })}: ${money(vatMinor)}`],
    ),
    ...(refund.creditNote === null ? [] : [`${said.creditNote}: ${refund.creditNote}`]),
  ]
}

function refundDestination(snapshot: OrderSnapshot, refund: StoredRefund): string[] {
  const said = textsOf(snapshot.store).mails.refund
  const money = (amount: Minor): string => formatMoney(amount, stores[snapshot.store])
  const {
    toGiftCardsMinor,
    exchangedMinor = zeroMinor,
    toOriginMinor = zeroMinor,
    uncollectedMinor = zeroMinor,
  } = refund
  const toProviderMinor = addMinor(refund.toProviderMinor, toOriginMinor)
  const isInvoiced = snapshot.payment === 'invoice'
  const provider = isInvoiced ? said.toInvoice : said.toProvider
  const uncollected = isInvoiced ? said.notInvoiced : said.uncollected
  return [
    ...(toProviderMinor > 0 ? [fill(provider, { amount: money(toProviderMinor) })] : []),
    ...(uncollectedMinor > 0 ? [fill(uncollected, { amount: money(uncollectedMinor) })] : []),
    ...(exchangedMinor > 0 ? [fill(said.toExchange, { amount: money(exchangedMinor) })] : []),
    ...(toGiftCardsMinor > 0
      ? [fill(said.toGiftCards, { amount: money(toGiftCardsMinor), cards: cardHints(snapshot) })]
      : []),
  ]
}
