/** The mails that tell of money going back: a refund with its credit note, and an order that was called off. */
import { formatMoney } from '../../domain/money/money.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { refundVat, type RefundReason } from '../../domain/refunds/refund.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { greeting } from './greeting.ts'
import { plainMail, type MailText } from './plain-mail.ts'

interface Words {
  subject: (number: string) => string
  cancelledSubject: (number: string) => string
  intro: (amount: string, number: string) => string
  cancelled: (number: string) => string
  nothingTaken: string
  reason: string
  reasons: Record<RefundReason, string>
  reduction: string
  shipping: string
  vat: (rate: string) => string
  sum: string
  creditNote: string
  toInvoice: (amount: string) => string
  toProvider: (amount: string) => string
  toGiftCards: (amount: string, cards: string) => string
}

const words: Record<StoreCode, Words> = {
  sv: {
    subject: (number) => `Återbetalning för beställning ${number}`, cancelledSubject: (number) => `Beställning ${number} är avbeställd`,
    intro: (amount, number) => `Vi har krediterat ${amount} på din beställning ${number}.`,
    cancelled: (number) => `Din beställning ${number} är avbeställd. Inget mer skickas.`, nothingTaken: 'Du har inget att betala.',
    reason: 'Skäl', reasons: { withdrawal: 'du har ångrat köpet', complaint: 'det var fel på varan', not_delivered: 'varan kunde inte levereras', price_reduction: 'prisavdrag', goodwill: 'som ett tack för ditt tålamod', cancelled: 'beställningen är avbeställd' },
    reduction: 'prisavdrag', shipping: 'Frakt', vat: (rate) => `Varav moms ${rate}`, sum: 'Krediterat', creditNote: 'Kreditfaktura',
    toInvoice: (amount) => `${amount} räknas av på fakturan. Har du redan betalat den får du pengarna tillbaka inom 14 dagar.`,
    toProvider: (amount) => `${amount} kommer tillbaka samma väg som du betalade, inom 14 dagar.`,
    toGiftCards: (amount, cards) => `${amount} ligger åter på presentkortet ${cards}.`,
  },
  no: {
    subject: (number) => `Tilbakebetaling for bestilling ${number}`, cancelledSubject: (number) => `Bestilling ${number} er kansellert`,
    intro: (amount, number) => `Vi har kreditert ${amount} på bestillingen din ${number}.`,
    cancelled: (number) => `Bestillingen din ${number} er kansellert. Ingenting mer blir sendt.`, nothingTaken: 'Du har ingenting å betale.',
    reason: 'Årsak', reasons: { withdrawal: 'du har angret kjøpet', complaint: 'det var feil på varen', not_delivered: 'varen kunne ikke leveres', price_reduction: 'prisavslag', goodwill: 'som takk for tålmodigheten', cancelled: 'bestillingen er kansellert' },
    reduction: 'prisavslag', shipping: 'Frakt', vat: (rate) => `Herav mva. ${rate}`, sum: 'Kreditert', creditNote: 'Kreditnota',
    toInvoice: (amount) => `${amount} trekkes fra på fakturaen. Har du allerede betalt den, får du pengene tilbake innen 14 dager.`,
    toProvider: (amount) => `${amount} kommer tilbake samme vei som du betalte, innen 14 dager.`,
    toGiftCards: (amount, cards) => `${amount} står igjen på gavekortet ${cards}.`,
  },
  de: {
    subject: (number) => `Erstattung zur Bestellung ${number}`, cancelledSubject: (number) => `Bestellung ${number} ist storniert`,
    intro: (amount, number) => `wir haben Ihnen zu Ihrer Bestellung ${number} ${amount} gutgeschrieben.`,
    cancelled: (number) => `Ihre Bestellung ${number} ist storniert. Es wird nichts mehr verschickt.`, nothingTaken: 'Sie müssen nichts bezahlen.',
    reason: 'Grund', reasons: { withdrawal: 'Sie haben den Vertrag widerrufen', complaint: 'die Ware war mangelhaft', not_delivered: 'die Ware konnte nicht geliefert werden', price_reduction: 'Preisnachlass', goodwill: 'als Dank für Ihre Geduld', cancelled: 'die Bestellung ist storniert' },
    reduction: 'Preisnachlass', shipping: 'Versand', vat: (rate) => `Darin enthaltene MwSt. ${rate}`, sum: 'Gutgeschrieben', creditNote: 'Rechnungskorrektur',
    toInvoice: (amount) => `${amount} werden von der Rechnung abgezogen. Haben Sie sie schon bezahlt, erhalten Sie das Geld binnen 14 Tagen zurück.`,
    toProvider: (amount) => `${amount} kommen binnen 14 Tagen auf demselben Weg zurück, auf dem Sie bezahlt haben.`,
    toGiftCards: (amount, cards) => `${amount} sind wieder auf dem Geschenkgutschein ${cards}.`,
  },
  da: {
    subject: (number) => `Tilbagebetaling for bestilling ${number}`, cancelledSubject: (number) => `Bestilling ${number} er annulleret`,
    intro: (amount, number) => `Vi har krediteret ${amount} på din bestilling ${number}.`,
    cancelled: (number) => `Din bestilling ${number} er annulleret. Der bliver ikke sendt mere.`, nothingTaken: 'Du har intet at betale.',
    reason: 'Årsag', reasons: { withdrawal: 'du har fortrudt købet', complaint: 'der var fejl ved varen', not_delivered: 'varen kunne ikke leveres', price_reduction: 'prisnedslag', goodwill: 'som tak for din tålmodighed', cancelled: 'bestillingen er annulleret' },
    reduction: 'prisnedslag', shipping: 'Fragt', vat: (rate) => `Heraf moms ${rate}`, sum: 'Krediteret', creditNote: 'Kreditnota',
    toInvoice: (amount) => `${amount} trækkes fra på fakturaen. Har du allerede betalt den, får du pengene tilbage inden for 14 dage.`,
    toProvider: (amount) => `${amount} kommer tilbage samme vej, som du betalte, inden for 14 dage.`,
    toGiftCards: (amount, cards) => `${amount} står igen på gavekortet ${cards}.`,
  },
} // prettier-ignore

interface MailedOrder {
  number: string
  snapshot: OrderSnapshot
}

const nameOf = ({ customer }: OrderSnapshot): string => `${customer.firstName} ${customer.lastName}`.trim()

/** What came back, why, with which VAT, on which paper and which way. */
export function refundMail({ number, snapshot }: MailedOrder, refund: StoredRefund): MailText {
  const said = words[snapshot.store]
  const money = (minor: number): string => formatMoney(minor, stores[snapshot.store])
  return plainMail(snapshot.store, said.subject(number), [
    greeting(snapshot.store, nameOf(snapshot)),
    said.intro(money(refund.amountMinor), number),
    `${said.reason}: ${said.reasons[refund.reason]}.`,
    refundRows(snapshot, refund).join('\n'),
    ...wayBack(snapshot, refund),
  ])
}

/** An order that was called off; `refund` where money had been collected for it. */
export function cancelledMail({ number, snapshot }: MailedOrder, refund: StoredRefund | null): MailText {
  const said = words[snapshot.store]
  return plainMail(snapshot.store, said.cancelledSubject(number), [
    greeting(snapshot.store, nameOf(snapshot)),
    said.cancelled(number),
    ...moneyBackParagraphs(snapshot, refund),
  ])
}

/** What a cancelled order gives back: the refund of what was collected, or that nothing is to be paid. */
export function moneyBackParagraphs(snapshot: OrderSnapshot, refund: StoredRefund | null): string[] {
  if (refund) return [refundRows(snapshot, refund).join('\n'), ...wayBack(snapshot, refund)]
  const said = words[snapshot.store]
  const cards = (snapshot.giftCards ?? []).reduce((sum, use) => sum + use.amountMinor, 0)
  if (cards === 0) return [said.nothingTaken]
  return [
    said.nothingTaken,
    said.toGiftCards(formatMoney(cards, stores[snapshot.store]), cardHints(snapshot)),
  ]
}

const cardHints = ({ giftCards = [] }: OrderSnapshot): string =>
  giftCards.map(({ hint }) => `…${hint}`).join(', ')

function refundRows(snapshot: OrderSnapshot, refund: StoredRefund): string[] {
  const store = stores[snapshot.store]
  const said = words[snapshot.store]
  const money = (minor: number): string => formatMoney(minor, store)
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
      vatMinor === 0 ? [] : [`${said.vat(percent.format(vatRateBasisPoints / 10_000))}: ${money(vatMinor)}`],
    ),
    `${said.creditNote}: ${refund.creditNote}`,
  ]
}

function wayBack(snapshot: OrderSnapshot, refund: StoredRefund): string[] {
  const said = words[snapshot.store]
  const money = (minor: number): string => formatMoney(minor, stores[snapshot.store])
  const { toProviderMinor, toGiftCardsMinor } = refund
  const provider = snapshot.payment === 'invoice' ? said.toInvoice : said.toProvider
  return [
    ...(toProviderMinor > 0 ? [provider(money(toProviderMinor))] : []),
    ...(toGiftCardsMinor > 0 ? [said.toGiftCards(money(toGiftCardsMinor), cardHints(snapshot))] : []),
  ]
}
