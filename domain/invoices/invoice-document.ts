/**
 * The content of an invoice or credit note, as VAT law asks for it (VAT directive 2006/112/EC Art. 226; SE
 * mervärdesskattelag (2023:200) ch. 17, NO bokføringsforskriften § 5-1-1, DE § 14 (4) UStG, DK momsbekendtgørelsen
 * (1435/2023) § 58). Built once when it is issued and stored; texts and layout are added when it is rendered. Pure.
 */
import { addMinor, shareMinor, subtractMinor, sumMinor, zeroMinor, type Minor } from '../money/money.ts'
import { recipientLines, type OrderReferences, type OrderSnapshot } from '../orders/order-snapshot.ts'
import type { BasketLine } from '../payments/payment-provider.ts'
import type { Company, CurrencyCode } from '../stores/store.ts'
import { dayAfter, dayIn } from '../stores/store-day.ts'
import { storePolicies, stores, type StoreCode } from '../stores/stores.ts'
import { promisedTermDays } from './payment-terms.ts'
import { paymentReference } from './payment-reference.ts'

export type InvoiceKind = 'invoice' | 'credit_note'

export interface InvoiceLine {
  description: string
  /** Sku, or id of the delivery method. */
  reference: string
  quantity: number
  /** Price per unit without VAT, before the discount. */
  unitNetMinor: Minor
  /** Discount on the whole line, without VAT. */
  discountNetMinor: Minor
  netMinor: Minor
  vatMinor: Minor
  grossMinor: Minor
  vatRateBasisPoints: number
}

export interface InvoiceVat {
  vatRateBasisPoints: number
  netMinor: Minor
  vatMinor: Minor
  grossMinor: Minor
}

export interface InvoiceBuyer {
  company: string | null
  name: string
  street: string
  postalCode: string
  city: string
  countryCode: string
  /** Of a company; personal numbers are never on an invoice. */
  organisationNumber: string | null
  /** With its country code; absent where the buyer gave none. */
  vatNumber?: string
}

export interface InvoiceDocument {
  format: 1
  kind: InvoiceKind
  store: StoreCode
  number: number
  orderNumber: string
  currency: CurrencyCode
  /** Dates are `YYYY-MM-DD` in the store's time zone. */
  issuedOn: string
  /** When the goods were handed over to the carrier. */
  suppliedOn: string
  /** Null on a credit note. */
  dueOn: string | null
  seller: Company
  buyer: InvoiceBuyer
  /** Where the goods went, as lines of an address; absent where they went to the buyer's own. */
  delivery?: string[]
  references: OrderReferences
  lines: InvoiceLine[]
  /** Paid by gift cards. */
  giftCards: { hint: string; amountMinor: Minor }[]
  /** Highest rate first. */
  vat: InvoiceVat[]
  netMinor: Minor
  vatMinor: Minor
  grossMinor: Minor
  /** To be paid, or credited: the gross amount less gift cards. */
  payableMinor: Minor
  /** Numbers of the invoices that a credit note corrects. */
  corrects: number[]
  /** How to pay; null on a credit note. */
  payment: { reference: string; accounts: { label: string; value: string }[] } | null
  /** Further statements that the law of the seller's country asks for. */
  notes: string[]
}

export interface InvoiceInput {
  kind: InvoiceKind
  number: number
  orderNumber: string
  snapshot: Pick<
    OrderSnapshot,
    'store' | 'currency' | 'customer' | 'address' | 'recipient' | 'references' | 'invoiceDays'
  >
  lines: readonly BasketLine[]
  /** Epoch milliseconds. */
  issuedAt: number
  corrects: readonly number[]
}

/** The document of an invoice that is issued now for goods that leave now, or of a credit note. */
export function invoiceDocument(input: InvoiceInput): InvoiceDocument {
  const { kind, number, orderNumber, snapshot, issuedAt } = input
  const { store, currency, customer, address } = snapshot
  const { company, invoicing } = storePolicies[store]
  const sold = input.lines.filter((line) => !isPaidByCard(line))
  const lines = sold.map(invoiceLine)
  const giftCards = input.lines.filter(isPaidByCard).map(({ reference, totalMinor }) => ({
    hint: reference.replace(/^GIFT-/, ''),
    amountMinor: subtractMinor(zeroMinor, totalMinor),
  }))
  const grossMinor = sumMinor(lines.map((line) => line.grossMinor))
  const isInvoice = kind === 'invoice'
  const issuedOn = dayIn(store, issuedAt)
  return {
    format: 1,
    kind,
    store,
    number,
    orderNumber,
    currency,
    issuedOn,
    suppliedOn: issuedOn,
    dueOn: isInvoice ? dayAfter(issuedOn, promisedTermDays(snapshot)) : null,
    seller: company,
    buyer: {
      company: customer.companyName,
      name: `${customer.firstName} ${customer.lastName}`.trim(),
      street: address.street,
      postalCode: address.postalCode,
      city: address.city,
      countryCode: address.countryCode,
      organisationNumber: customer.type === 'business' ? customer.identityNumber : null,
      ...(customer.vatNumber && { vatNumber: customer.vatNumber }),
    },
    ...(snapshot.recipient && { delivery: recipientLines(snapshot.recipient, stores[store]) }),
    references: snapshot.references ?? { yourReference: null, purchaseOrder: null, electronicAddress: null },
    lines,
    giftCards,
    vat: vatOf(lines),
    netMinor: sumMinor(lines.map((line) => line.netMinor)),
    vatMinor: sumMinor(lines.map((line) => line.vatMinor)),
    grossMinor,
    payableMinor: subtractMinor(grossMinor, sumMinor(giftCards.map(({ amountMinor }) => amountMinor))),
    corrects: [...input.corrects],
    payment: isInvoice
      ? {
          reference: paymentReference(invoicing.reference, number),
          accounts: invoicing.accounts.map((account) => ({ ...account })),
        }
      : null,
    notes: [...invoicing.notes],
  }
}

/** A gift card that paid is a line with a negative amount; one that was bought is not. */
const isPaidByCard = ({ kind, totalMinor }: BasketLine): boolean => kind === 'gift_card' && totalMinor < 0

function invoiceLine(line: BasketLine): InvoiceLine {
  const { quantity, unitMinor, totalMinor, vatMinor, vatRateBasisPoints } = line
  const netMinor = subtractMinor(totalMinor, vatMinor)
  const unitNetMinor = shareMinor(unitMinor, 10_000, 10_000 + vatRateBasisPoints)
  const undiscounted = shareMinor(unitMinor, 10_000 * quantity, 10_000 + vatRateBasisPoints)
  return {
    description: line.name,
    reference: line.reference,
    quantity,
    unitNetMinor,
    discountNetMinor: line.discountMinor === 0 ? zeroMinor : subtractMinor(undiscounted, netMinor),
    netMinor,
    vatMinor,
    grossMinor: totalMinor,
    vatRateBasisPoints,
  }
}

function vatOf(lines: readonly InvoiceLine[]): InvoiceVat[] {
  const sums = new Map<number, InvoiceVat>()
  for (const { vatRateBasisPoints, netMinor, vatMinor, grossMinor } of lines) {
    const sum = sums.get(vatRateBasisPoints)
    sums.set(vatRateBasisPoints, {
      vatRateBasisPoints,
      netMinor: addMinor(sum?.netMinor ?? zeroMinor, netMinor),
      vatMinor: addMinor(sum?.vatMinor ?? zeroMinor, vatMinor),
      grossMinor: addMinor(sum?.grossMinor ?? zeroMinor, grossMinor),
    })
  }
  return [...sums.values()].sort((a, b) => b.vatRateBasisPoints - a.vatRateBasisPoints)
}

/** Renders a document as PDF in its store's language: the same bytes for the same document. */
export type RenderInvoice = (document: InvoiceDocument) => Promise<Buffer>

/** `faktura-S12.pdf`: the file's name without its language's word. */
export function invoiceFileName({
  kind,
  store,
  number,
}: Pick<InvoiceDocument, 'kind' | 'store' | 'number'>): string {
  return `${kind === 'invoice' ? 'invoice' : 'credit-note'}-${store}-${number}.pdf`
}
