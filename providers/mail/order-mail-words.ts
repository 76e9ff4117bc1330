/** The words of an order's mails in the four languages. */
import type { PriceReason } from '../../domain/pricing/priced-cart.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

export interface OrderMailWords {
  subject: (number: string) => string
  thanks: string
  orderNumber: string
  orderDate: string
  lines: string
  each: string
  discounts: string
  sum: string
  shipping: string
  free: string
  total: string
  /** What the order comes to, before gift cards pay their part. */
  orderTotal: string
  /** In the place of the total where gift cards have paid a part. */
  leftToPay: string
  vatIncluded: (rate: string) => string
  delivery: string
  arrives: (from: string, to: string) => string
  servicePoint: string
  address: string
  invoiceAddress: string
  /** When the codes of bought gift cards come: on invoice, and otherwise. */
  cardsWhenPaid: string
  cardsSoon: string
  payment: string
  paymentNames: Record<'invoice' | 'none' | 'klarna' | 'stripe' | 'walley_b2c' | 'walley_b2b', string>
  subscription: string
  expected: string
  seeOrder: string
  withdrawalTitle: string
  withdrawal: string
  withdrawalLink: string
  guarantee: string
  questions: string
  reasons: Record<PriceReason['kind'], string>
}

const providerNames = { klarna: 'Kustom', stripe: 'Stripe', walley_b2c: 'Walley', walley_b2b: 'Walley' }

export const orderMailWords: Record<StoreCode, OrderMailWords> = {
  sv: {
    subject: (number) => `Orderbekräftelse ${number}`,
    thanks: 'Tack för din beställning. Här är vad du har köpt.',
    orderNumber: 'Ordernummer', orderDate: 'Beställd', lines: 'Varor', each: 'st', discounts: 'Rabatter', sum: 'Summa varor',
    shipping: 'Frakt', free: 'Fri frakt', total: 'Att betala', orderTotal: 'Totalt', leftToPay: 'Kvar att betala', vatIncluded: (rate) => `Varav moms ${rate}`,
    delivery: 'Leverans', arrives: (from, to) => `Beräknad leverans ${from} – ${to}`, servicePoint: 'Hämtas hos', address: 'Leveransadress',
    invoiceAddress: 'Fakturaadress', cardsWhenPaid: 'Presentkortets kod skickas med e-post när fakturan är betald.', cardsSoon: 'Presentkortets kod kommer i ett eget mejl inom några minuter.',
    payment: 'Betalning', paymentNames: { invoice: 'Faktura', none: 'Inget att betala', ...providerNames },
    subscription: 'Prenumeration', expected: 'Väntas', seeOrder: 'Visa beställningen',
    withdrawalTitle: 'Ångerrätt',
    withdrawal: 'Du som konsument har rätt att ångra köpet inom 14 dagar från den dag du fick varan, utan att ange något skäl. Meddela oss på sidan nedan eller med e-post innan tiden har gått ut och skicka tillbaka varan inom 14 dagar efter det. Vi betalar tillbaka priset och standardfrakten senast 14 dagar efter ditt meddelande, dock inte innan vi har fått varan eller ett bevis på att den är skickad. Du står för returfrakten.',
    withdrawalLink: 'Ångra köpet här', guarantee: 'Är det fel på varan kan du reklamera den i tre år enligt konsumentköplagen.',
    questions: 'Frågor? Svara på det här mejlet eller ring',
    reasons: { tier: 'Mängdpris', campaign: 'Kampanj', crossSell: 'Kombipris', coupon: 'Rabattkod', customer: 'Kundrabatt', buyXGetY: 'Erbjudande', increment: 'Erbjudande', fixed: 'Rabattkod', addedByCoupon: 'Gåva', giftCard: 'Presentkort', deposit: 'Pant' },
  },
  no: {
    subject: (number) => `Ordrebekreftelse ${number}`,
    thanks: 'Takk for bestillingen. Her er det du har kjøpt.',
    orderNumber: 'Ordrenummer', orderDate: 'Bestilt', lines: 'Varer', each: 'stk.', discounts: 'Rabatter', sum: 'Sum varer',
    shipping: 'Frakt', free: 'Fri frakt', total: 'Å betale', orderTotal: 'Totalt', leftToPay: 'Igjen å betale', vatIncluded: (rate) => `Herav mva. ${rate}`,
    delivery: 'Levering', arrives: (from, to) => `Beregnet levering ${from} – ${to}`, servicePoint: 'Hentes hos', address: 'Leveringsadresse',
    invoiceAddress: 'Fakturaadresse', cardsWhenPaid: 'Koden til gavekortet sendes på e-post når fakturaen er betalt.', cardsSoon: 'Koden til gavekortet kommer i en egen e-post innen noen minutter.',
    payment: 'Betaling', paymentNames: { invoice: 'Faktura', none: 'Ingenting å betale', ...providerNames },
    subscription: 'Abonnement', expected: 'Ventes', seeOrder: 'Vis bestillingen',
    withdrawalTitle: 'Angrerett',
    withdrawal: 'Som forbruker kan du angre kjøpet innen 14 dager fra du mottok varen, uten å oppgi grunn. Gi oss beskjed på siden under eller på e-post før fristen går ut, og send varen tilbake innen 14 dager etter det. Vi betaler tilbake prisen og standardfrakten senest 14 dager etter beskjeden, men ikke før vi har fått varen eller dokumentasjon på at den er sendt. Du betaler returfrakten.',
    withdrawalLink: 'Angre kjøpet her', guarantee: 'Er det feil på varen, kan du reklamere i to år, eller fem år for ting som er ment å vare vesentlig lenger.',
    questions: 'Spørsmål? Svar på denne e-posten eller ring',
    reasons: { tier: 'Kvantumspris', campaign: 'Kampanje', crossSell: 'Kombipris', coupon: 'Rabattkode', customer: 'Kunderabatt', buyXGetY: 'Tilbud', increment: 'Tilbud', fixed: 'Rabattkode', addedByCoupon: 'Gave', giftCard: 'Gavekort', deposit: 'Pant' },
  },
  de: {
    subject: (number) => `Bestellbestätigung ${number}`,
    thanks: 'vielen Dank für Ihre Bestellung. Das haben Sie gekauft:',
    orderNumber: 'Bestellnummer', orderDate: 'Bestellt am', lines: 'Artikel', each: 'Stück', discounts: 'Rabatte', sum: 'Summe Artikel',
    shipping: 'Versand', free: 'Versandkostenfrei', total: 'Gesamtbetrag', orderTotal: 'Gesamtbetrag', leftToPay: 'Noch zu zahlen', vatIncluded: (rate) => `Darin enthaltene MwSt. ${rate}`,
    delivery: 'Lieferung', arrives: (from, to) => `Voraussichtliche Lieferung ${from} – ${to}`, servicePoint: 'Abholung bei', address: 'Lieferadresse',
    invoiceAddress: 'Rechnungsadresse', cardsWhenPaid: 'Den Gutscheincode senden wir per E-Mail, sobald die Rechnung bezahlt ist.', cardsSoon: 'Der Gutscheincode kommt in wenigen Minuten in einer eigenen E-Mail.',
    payment: 'Zahlung', paymentNames: { invoice: 'Rechnung', none: 'Nichts zu zahlen', ...providerNames },
    subscription: 'Abonnement', expected: 'Erwartet', seeOrder: 'Bestellung ansehen',
    withdrawalTitle: 'Widerrufsrecht',
    withdrawal: 'Als Verbraucher können Sie diesen Vertrag binnen vierzehn Tagen ohne Angabe von Gründen widerrufen. Die Frist beginnt an dem Tag, an dem Sie die Ware in Besitz genommen haben. Es genügt, uns vor Ablauf der Frist über die Seite unten oder per E-Mail zu informieren und die Ware binnen vierzehn Tagen danach zurückzusenden. Wir erstatten Kaufpreis und Standardversandkosten binnen vierzehn Tagen, jedoch nicht bevor wir die Ware oder einen Nachweis ihrer Absendung haben. Die Kosten der Rücksendung tragen Sie.',
    withdrawalLink: 'Vertrag widerrufen', guarantee: 'Bei Mängeln gilt die gesetzliche Gewährleistung von zwei Jahren.',
    questions: 'Fragen? Antworten Sie auf diese E-Mail oder rufen Sie uns an:',
    reasons: { tier: 'Staffelpreis', campaign: 'Aktion', crossSell: 'Kombipreis', coupon: 'Rabattcode', customer: 'Kundenrabatt', buyXGetY: 'Angebot', increment: 'Angebot', fixed: 'Rabattcode', addedByCoupon: 'Zugabe', giftCard: 'Geschenkgutschein', deposit: 'Pfand' },
  },
  da: {
    subject: (number) => `Ordrebekræftelse ${number}`,
    thanks: 'Tak for din bestilling. Her er det, du har købt.',
    orderNumber: 'Ordrenummer', orderDate: 'Bestilt', lines: 'Varer', each: 'stk.', discounts: 'Rabatter', sum: 'Varer i alt',
    shipping: 'Fragt', free: 'Fri fragt', total: 'At betale', orderTotal: 'I alt', leftToPay: 'Tilbage at betale', vatIncluded: (rate) => `Heraf moms ${rate}`,
    delivery: 'Levering', arrives: (from, to) => `Forventet levering ${from} – ${to}`, servicePoint: 'Hentes hos', address: 'Leveringsadresse',
    invoiceAddress: 'Fakturaadresse', cardsWhenPaid: 'Koden til gavekortet sendes på e-mail, når fakturaen er betalt.', cardsSoon: 'Koden til gavekortet kommer i en særskilt e-mail inden for få minutter.',
    payment: 'Betaling', paymentNames: { invoice: 'Faktura', none: 'Intet at betale', ...providerNames },
    subscription: 'Abonnement', expected: 'Ventes', seeOrder: 'Se bestillingen',
    withdrawalTitle: 'Fortrydelsesret',
    withdrawal: 'Som forbruger kan du fortryde købet inden 14 dage fra den dag, du fik varen, uden at give en grund. Giv os besked på siden nedenfor eller på e-mail, inden fristen udløber, og send varen tilbage senest 14 dage efter. Vi betaler prisen og standardfragten tilbage senest 14 dage efter din besked, dog ikke før vi har fået varen eller dokumentation for, at den er sendt. At nægte at tage imod pakken er ikke nok. Du betaler selv returfragten.',
    withdrawalLink: 'Fortryd købet her', guarantee: 'Er der fejl ved varen, har du to års reklamationsret.',
    questions: 'Spørgsmål? Svar på denne mail, eller ring',
    reasons: { tier: 'Mængderabat', campaign: 'Kampagne', crossSell: 'Kombipris', coupon: 'Rabatkode', customer: 'Kunderabat', buyXGetY: 'Tilbud', increment: 'Tilbud', fixed: 'Rabatkode', addedByCoupon: 'Gave', giftCard: 'Gavekort', deposit: 'Pant' },
  },
} // prettier-ignore
