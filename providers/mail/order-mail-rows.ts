/** An order as the rows of its mail, used by the HTML and the plain text. */
import { fillMessage as fill } from '../../domain/content/message.ts'
import { textsOf, type Texts } from '../../locales/texts.server.ts'
import { exVatMinor, formatMoney, subtractMinor, sumMinor, type Minor } from '../../domain/money/money.ts'
import {
  buysGiftCards,
  goodsOf,
  listUnitMinor,
  payableMinorOf,
  recipientLines,
  type OrderLine,
  type OrderSnapshot,
} from '../../domain/orders/order-snapshot.ts'
import { referencesOf } from '../../domain/orders/order-references.ts'
import type { Arrival } from '../../domain/shipping/next-delivery.ts'
import { servicePointText } from '../../domain/shipping/service-point.ts'
import { withdrawalPath } from '../../domain/stores/paths.ts'
import { formatNumber } from '../../domain/content/locale-formats.ts'
import type { Company } from '../../domain/stores/store.ts'
import { storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { deductionNetMinor, isPercentage, reasonsExVat } from '../../domain/pricing/net-amounts.ts'
import type { PriceReason } from '../../domain/pricing/priced-cart.ts'
import { promisedUnitMinor } from '../../domain/pricing/promised-price.ts'
import { greeting } from './greeting.ts'
import { dayRange, intervalWords, longDay } from './interval-words.ts'
import { pictureOf, type ShownPicture } from './mail-pictures.ts'
import { paymentText, type PaidOrder } from './payment-words.ts'

export type OrderMailTexts = Texts['mails']['order']

/** An `OrderLine` as texts for the HTML and the plain text of a mail. */
export interface MailLine {
  name: string
  /**
   * Article number; null for lines the shop adds itself (deposit), which have no number that a shopper could
   * look up.
   */
  sku: string | null
  /** "2 st × 149 kr". */
  quantity: string
  amount: string
  picture: ShownPicture | null
  /** What percentages deduct from the units at their price: "Discount code −10 %: −17 kr". */
  deductions: string[]
  /** Reasons that are in the unit price or in a row below the lines, expected date, subscription. */
  notes: string[]
}

export interface MailRow {
  label: string
  value: string
}

export interface OrderMailRows {
  words: OrderMailTexts
  iso: string
  store: StoreCode
  phone: string
  company: Company
  /** Register, its number and what else the country asks of a company's mails. */
  register: string
  greeting: string
  facts: MailRow[]
  lines: MailLine[]
  /** What modules say below the lines. */
  ofModules: readonly string[]
  sums: MailRow[]
  total: MailRow
  /** The VAT in `total`; empty where it is among the sums: that of an order which gift cards or returned goods pay for in part. */
  vat: MailRow[]
  delivery: string[]
  addressLabel: string
  address: string[]
  /** The address of the invoice where the goods go elsewhere; otherwise empty. */
  invoiceAddress: string[]
  /** What the buyer added: references of a company, as "Your reference: …", and lines of the note. */
  references: string[]
  note: string[]
  /** What it is paid with, and whether the money was taken. */
  payment: string
  orderUrl: string
  /** Of consumers alone, as `words.guarantee` is; null: a company has bought. */
  rights: ConsumerRights | null
}

interface ConsumerRights {
  /** The right of withdrawal, and how the goods come back. */
  withdrawal: string
  withdrawalUrl: string
}

/** The VAT view of a mail: companies have the one without VAT where their store has it. */
interface MailView {
  vat: boolean
  /** Formats an amount that is in the view already. */
  money: (amount: Minor) => string
  /** A gross amount in the view. */
  shown: (gross: Minor, vatRateBasisPoints: number) => Minor
}

function viewOf({ customer, store: code }: OrderSnapshot): MailView {
  const store = stores[code]
  const vat = !(customer.type === 'business' && store.allowExVat)
  return {
    vat,
    money: (amount) => formatMoney(amount, store, { vat }),
    shown: (gross, vatRateBasisPoints) => (vat ? gross : exVatMinor(gross, vatRateBasisPoints)),
  }
}

/**
 * All content of the mail about an order; `publicUrl` is the shop's address without a trailing slash. `hasReturnLabels`:
 * buyers can have a label for a return.
 */
export function orderMailRows(
  order: PaidOrder & { number: string; accessToken: string },
  publicUrl: string,
  hasReturnLabels: boolean,
): OrderMailRows {
  const { snapshot } = order
  const store = stores[snapshot.store]
  const words = textsOf(snapshot.store).mails.order
  const money = (amount: Minor): string => formatMoney(amount, store)
  const day = (iso: string, style: 'long' | 'medium' = 'medium'): string =>
    new Intl.DateTimeFormat(store.iso, { dateStyle: style, timeZone: store.timeZone }).format(new Date(iso))
  const { shipping, customer, recipient, note } = snapshot
  const view = viewOf(snapshot)
  const { vat } = view
  const vatRows = snapshot.vatPerRate
    .filter(({ vatMinor }) => vatMinor !== 0)
    .map((entry) => ({
      label: fill(vat ? words.vatIncluded : words.vatAdded, {
        rate: percent(entry.vatRateBasisPoints, store.iso),
      }),
      value: formatMoney(entry.vatMinor, store, { vat: false }),
    }))
  const { invoice: labels } = textsOf(snapshot.store).mails
  const { company, invoicing } = storePolicies[snapshot.store]
  const buyer = recipientLines({ ...snapshot.address, ...customer }, store)
  return {
    words,
    iso: store.iso,
    store: store.code,
    phone: store.phoneNumber,
    company,
    register: [company.register, ...invoicing.notes].join(', '),
    greeting: greeting(snapshot.store, `${customer.firstName} ${customer.lastName}`),
    facts: [
      { label: words.orderNumber, value: order.number },
      { label: words.orderDate, value: day(snapshot.placedAt, 'long') },
    ],
    lines: snapshot.lines.map((line) => ({
      name: line.name,
      sku: line.kind === 'fee' ? null : line.sku,
      picture: pictureOf(order, line),
      quantity: `${line.quantity} ${words.each} × ${view.money(view.shown(listUnitMinor(line), line.vatRateBasisPoints))}`,
      amount: view.money(view.shown(line.lineTotalMinor, line.vatRateBasisPoints)),
      deductions: reasonNotes(line, words, view, store.iso).deductions,
      notes: [
        ...reasonNotes(line, words, view, store.iso).notes,
        ...(line.estimatedAt ? [`${words.expected} ${day(line.estimatedAt)}`] : []),
        ...subscriptionNotes(snapshot.store, line, words, money),
        ...giftNotes(snapshot.store, line, words),
      ],
    })),
    ofModules: [],
    sums: sumRows(snapshot, words, { view, money, vatRows }),
    total: {
      label: isPrepaid(snapshot) ? words.leftToPay : vat ? words.total : words.totalWithVat,
      value: money(payableMinorOf(snapshot)),
    },
    vat: vat && !isPrepaid(snapshot) ? vatRows : [],
    delivery: deliveryLines(snapshot, words),
    addressLabel: shipping.kind === 'email' ? words.invoiceAddress : words.address,
    address: [...(recipient ? recipientLines(recipient, store) : buyer), store.country, customer.phone],
    invoiceAddress: recipient ? [...buyer, store.country] : [],
    references: referencesOf(snapshot).map(({ name, value }) => `${labels[name]}: ${value}`),
    note: note?.split('\n') ?? [],
    payment: paymentText(order),
    orderUrl: `${publicUrl}/${store.code}/checkout/confirmation/${order.accessToken}`,
    rights:
      customer.type === 'business'
        ? null
        : {
            withdrawal: `${words.withdrawal} ${hasReturnLabels ? words.returnWithLabel : words.returnWithoutLabel}`,
            withdrawalUrl: `${publicUrl}/${store.code}/${withdrawalPath}`,
          },
  }
}

/** Shipping method, days of arrival of each delivery, service point, and when gift card codes are sent. */
function deliveryLines(snapshot: OrderSnapshot, words: OrderMailTexts): string[] {
  const { shipping } = snapshot
  const arrivalOf = (arrival: Arrival | null): string =>
    arrival === null ? words.arrivesUnknown : fill(words.arrives, { days: dayRange(snapshot.store, arrival) })
  return [
    shipping.name,
    ...(shipping.kind === 'email'
      ? []
      : shipping.deliveries
        ? shipping.deliveries.map(
            ({ lines, arrival }) => `${goodsOf(snapshot, lines)}: ${arrivalOf(arrival)}`,
          )
        : [arrivalOf(shipping.arrival)]),
    ...(shipping.servicePoint
      ? [`${words.servicePoint}: ${servicePointText(shipping.servicePoint, stores[snapshot.store])}`]
      : []),
    ...(buysGiftCards(snapshot)
      ? [snapshot.payment === 'invoice' ? words.cardsWhenPaid : words.cardsSoon]
      : []),
  ]
}

/** From the lines to the amount left to pay. `vatRows`: the VAT, added or included as the view asks for. */
function sumRows(
  snapshot: OrderSnapshot,
  words: OrderMailTexts,
  { view, money, vatRows }: { view: MailView; money: (amount: Minor) => string; vatRows: MailRow[] },
): MailRow[] {
  const { shipping, giftCards: cards = [], exchange } = snapshot
  const { vat } = view
  const sumNetMinor = subtractMinor(snapshot.sumMinor, subtractMinor(snapshot.vatMinor, shipping.vatMinor))
  const deductions = snapshot.deductions.map((deduction) => ({
    label: deduction.label || deduction.code,
    shownMinor: vat ? deduction.amountMinor : deductionNetMinor(snapshot.lines, deduction.code),
  }))
  const deducted = deductions.map(({ shownMinor }) => shownMinor)
  return [
    {
      label: vat ? words.sum : words.sumExVat,
      value: view.money(sumMinor([vat ? snapshot.sumMinor : sumNetMinor, ...deducted])),
    },
    ...deductions.map(({ label, shownMinor }) => ({ label, value: `−${view.money(shownMinor)}` })),
    ...(shipping.kind === 'email'
      ? []
      : [
          {
            label: `${vat ? words.shipping : words.shippingExVat}, ${shipping.name}`,
            value:
              shipping.priceMinor === 0
                ? words.free
                : view.money(view.shown(shipping.priceMinor, shipping.vatRateBasisPoints)),
          },
        ]),
    ...(vat ? [] : vatRows),
    ...(isPrepaid(snapshot)
      ? [
          { label: vat ? words.orderTotal : words.orderTotalWithVat, value: money(snapshot.totalMinor) },
          // It is the VAT of the whole order, and not of what is left to pay.
          ...(vat ? vatRows : []),
        ]
      : []),
    ...cards.map((use) => ({
      label: `${words.reasons.giftCard} …${use.hint}`,
      value: `−${money(use.amountMinor)}`,
    })),
    ...(exchange && isPaidByReturn(snapshot)
      ? [
          {
            label: fill(words.exchange, { id: exchange.returnId }),
            value: `−${money(exchange.amountMinor)}`,
          },
        ]
      : []),
  ]
}

/** Whether returned goods pay for the order (an exchange that is not invoiced). */
const isPaidByReturn = ({ exchange }: OrderSnapshot): boolean => (exchange?.amountMinor ?? 0) > 0

/** Whether gift cards or returned goods pay for all or part of the order. */
const isPrepaid = (snapshot: OrderSnapshot): boolean =>
  (snapshot.giftCards ?? []).length > 0 || isPaidByReturn(snapshot)

/** The reasons for a line's price: percentages with what they deduct, as on the receipt; the others by name. */
function reasonNotes(
  line: OrderLine,
  words: OrderMailTexts,
  view: MailView,
  iso: string,
): Pick<MailLine, 'deductions' | 'notes'> {
  const reasons = view.vat ? line.reasons : reasonsExVat(line)
  const nameOf = ({ kind, code, percent: share }: PriceReason) =>
    words.reasons[kind] +
    (code ? ` ${code}` : '') +
    (share === null ? '' : ` −${formatNumber(share, iso)}\u00A0%`)
  return {
    deductions: reasons
      .filter(isPercentage)
      .map((reason) => `${nameOf(reason)}: −${view.money(reason.amountMinor)}`),
    notes: reasons.filter((reason) => !isPercentage(reason)).map(nameOf),
  }
}

/** To whom a gift card is sent, and when. */
function giftNotes(store: StoreCode, { giftRecipient }: OrderLine, words: OrderMailTexts): string[] {
  if (!giftRecipient) return []
  const { name, email, deliverOn } = giftRecipient
  return [fill(words.gift, { name, email, day: longDay(store, deliverOn) })]
}

/** The interval, and the terms of a subscription that the line starts (CRD Art. 8 (7): on a durable medium). */
function subscriptionNotes(
  store: StoreCode,
  { subscriptionInterval, promisedPrices, firstRenewalOn, quantity }: OrderLine,
  words: OrderMailTexts,
  money: (amount: Minor) => string,
): string[] {
  if (!subscriptionInterval) return []
  const interval = `${words.subscription}: ${intervalWords(store, subscriptionInterval)}`
  const promisedMinor = promisedUnitMinor(promisedPrices ?? [], quantity)
  if (promisedMinor === null || firstRenewalOn === undefined) return [interval]
  const terms = { day: longDay(store, firstRenewalOn), price: money(promisedMinor) }
  return [interval, fill(words.subscriptionTerms, terms)]
}

function percent(basisPoints: number, iso: string): string {
  return new Intl.NumberFormat(iso, { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  )
}
