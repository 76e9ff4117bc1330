import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { stringsOf } from '../../../locales/texts.server.ts'
import { minor } from '../../../domain/money/money.ts'
import { StringsProvider, StringsSource } from '../../../ui/strings.tsx'
import { ReceiptDeliveries } from './receipt-deliveries.tsx'
import { ReceiptRefunds } from './receipt-refunds.tsx'
import { Destination, NextSteps, PrintedHead, ReceiptLines, ReceiptView } from './receipt-view.tsx'
import type { Receipt } from './receipt.ts'
import { toSku } from '../../../domain/products/sku.ts'

const line = {
  uuid: 'u',
  sku: toSku('A'),
  kind: 'goods',
  name: 'AA',
  slug: 'aa',
  quantity: 5,
  unitMinor: minor(3200),
  beforeUnitMinor: minor(4600),
  lineTotalMinor: minor(16_000),
  vatRateBasisPoints: 2500,
  reasons: [{ kind: 'campaign', code: null, percent: null, amountMinor: minor(4500) }],
} as const

const visa = { kind: 'card', label: 'Visa •••• 4242' } as const

const receipt: Receipt = {
  number: 'S100001',
  placedOn: '23 nov. 2026',
  seller: [],
  status: 'processing',
  email: '',
  address: [],
  invoiceAddress: [],
  references: [],
  note: null,
  mayWithdraw: true,
  organisationNumber: null,
  invoiceDays: 14,
  lines: [{ ...line, reasons: [...line.reasons], deductions: [], expected: null, gift: null, thumb: null }],
  deductions: [],
  giftCards: [],
  exchange: null,
  payableMinor: minor(16_000),
  refunds: [],
  parcels: [],
  coming: [],
  isAsOrdered: true,
  documents: [],
  cards: false,
  paid: false,
  payment: { provider: 'invoice', company: null, means: null, state: 'open', chargedMinor: minor(0) },
  sumMinor: minor(16_000),
  sumNetMinor: minor(12_800),
  totalMinor: minor(16_000),
  vatPerRate: [],
  shipping: {
    kind: 'home',
    name: '',
    priceMinor: minor(0),
    vatMinor: minor(0),
    arrival: '',
    deliveries: [],
    point: null,
  },
  placedAt: '',
}

/** The lines and sums of a receipt as text, in one of the VAT views. */
const linesText = (shown: Receipt, vatIncluded: boolean): string =>
  shopText(<ReceiptLines receipt={shown} />, vatIncluded)

/** What a page of the Swedish shop shows as text, its elements divided by bars. */
function shopText(element: ReactNode, vatIncluded = true): string {
  const Page = createRoutesStub([
    {
      id: 'root',
      path: '/',
      Component: () => (
        <StringsSource.Provider value={stringsOf('sv')}>
          <StringsProvider storeCode="sv">{element}</StringsProvider>
        </StringsSource.Provider>
      ),
    },
  ])
  return renderToStaticMarkup(<Page hydrationData={{ loaderData: { root: { vatIncluded } } }} />)
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|')
    .replaceAll(/[\u00A0\u202F]/g, ' ')
}

it('[VAT-07] [VAT-10] shows the net of the same lines in the view without VAT, and always the gross total with its VAT', () => {
  const bought: Receipt = {
    ...receipt,
    lines: [
      {
        ...receipt.lines[0]!,
        unitMinor: minor(3500),
        beforeUnitMinor: null,
        lineTotalMinor: minor(15_800),
        deductions: [{ code: 'TACK', amountMinor: minor(5000) }],
        reasons: [
          { kind: 'coupon', code: 'TIO', percent: 10, amountMinor: minor(1700) },
          { kind: 'fixed', code: 'TACK', percent: null, amountMinor: minor(5000) },
        ],
      },
    ],
    deductions: [{ code: 'TACK', label: 'Tack', amountMinor: minor(5000), netMinor: minor(4000) }],
    shipping: { ...receipt.shipping, name: 'Hem', priceMinor: minor(4900), vatMinor: minor(980) },
    sumMinor: minor(10_800),
    sumNetMinor: minor(8640),
    totalMinor: minor(15_700),
    payableMinor: minor(15_700),
    vatPerRate: [{ vatRateBasisPoints: 2500, grossMinor: minor(15_700), vatMinor: minor(3140) }],
  }
  const incl = linesText(bought, true)
  expect(incl).toContain('|5 × 35 kr|Rabattkod TIO −10 %: −17 kr|Rabattkod TACK|158 kr|')
  expect(incl).toContain('|Varor|158 kr|Tack|−50 kr|Frakt, Hem|49 kr|Totalt|157 kr|varav moms 25 %|31,40 kr|')
  const ex = linesText(bought, false)
  expect(ex).toContain('|5 × 28,00 kr|Rabattkod TIO −10 %: −13,60 kr|Rabattkod TACK|126,40 kr|')
  expect(ex).toContain(
    '|Varor exkl. moms|126,40 kr|Tack|−40,00 kr|Frakt exkl. moms, Hem|39,20 kr|Moms 25 %|31,40 kr|Totalt inkl. moms|157 kr|',
  )
})

it('[VAT-07] states the VAT with the total that contains it, and then what pays for it', () => {
  const bought: Receipt = {
    ...receipt,
    giftCards: [{ hint: 'ABCD', amountMinor: minor(10_000) }],
    payableMinor: minor(6_000),
    vatPerRate: [{ vatRateBasisPoints: 2500, grossMinor: minor(16_000), vatMinor: minor(3_200) }],
    payment: {
      provider: 'stripe',
      company: 'Stripe',
      means: visa,
      state: 'charged',
      chargedMinor: minor(6_000),
    },
  }
  expect(linesText(bought, true)).toContain(
    '|Totalt|160 kr|varav moms 25 %|32,00 kr|Presentkort …ABCD|−100 kr|Visa •••• 4242|60 kr|',
  )
  // Until it is settled it is still to be paid.
  expect(linesText({ ...bought, status: 'confirming' }, true)).toContain('|Kvar att betala|60 kr|')
})

it('[ORDER-02] a cancelled order is not said to be received, packed or to be paid', () => {
  const cancelled: Receipt = { ...receipt, status: 'cancelled', email: 'anna@exempel.se' }
  const text = shopText(<ReceiptView receipt={cancelled} />)
  expect(text).toContain('|Din order är avbeställd|')
  expect(text).toContain('|Inget mer skickas.|')
  expect(text).toContain('|Faktura|Inget att betala|')
  for (const words of ['mottagen', 'plockar', 'Fakturan kommer', 'Betala inom', 'bekräftelse till'])
    expect(text).not.toContain(words)
  // What was sent and invoiced before is not said to cost nothing.
  const documents = [{ number: 7, kind: 'invoice', href: '/7' } as const]
  expect(shopText(<ReceiptView receipt={{ ...cancelled, documents }} />)).not.toContain('Inget att betala')
})

it('[ORDER-02] what was never charged is taken off the order, and not said to be credited', () => {
  const refund: Receipt['refunds'][number] = {
    number: 1,
    day: '28 nov. 2026',
    reason: 'not_delivered',
    creditNote: null,
    rows: [{ what: '1 × AA', amountMinor: minor(3_200) }],
    shippingMinor: minor(0),
    amountMinor: minor(3_200),
    toGiftCardsMinor: minor(0),
    exchangedMinor: minor(0),
    uncollectedMinor: minor(3_200),
  }
  const text = shopText(<ReceiptRefunds refunds={[refund]} />)
  expect(text).toContain('|Ändringar och återbetalningar|')
  expect(text).toContain('|1 × AA|32 kr|Debiteras inte|32 kr|')
  expect(text).not.toContain('Krediterat')
  const part = { ...refund, uncollectedMinor: minor(1_200) }
  expect(shopText(<ReceiptRefunds refunds={[part]} />)).toContain(
    '|Krediterat|32 kr|varav inte debiterat|12 kr|',
  )
  const paidBack = { ...refund, uncollectedMinor: minor(0) }
  expect(shopText(<ReceiptRefunds refunds={[paidBack]} />)).toContain('|Återbetalningar|')
})

it('[ORDER-02] labels a struck-through price for screen readers, as cart and checkout do', () => {
  const textWith = (kind: 'campaign' | 'agreement' | 'tier' | 'crossSell') =>
    linesText(
      { ...receipt, lines: [{ ...receipt.lines[0]!, reasons: [{ ...line.reasons[0], kind }] }] },
      true,
    )
  // The unit price has these reductions in it: their amounts are not deducted from the line a second time.
  expect(textWith('campaign')).toContain('5 × 32 kr|Tidigare pris |46 kr|Kampanjpris|')
  expect(textWith('agreement')).toContain('5 × 32 kr|Ordinarie pris |46 kr|Ert avtalspris|')
  expect(textWith('tier')).toContain('5 × 32 kr|Ordinarie pris |46 kr|Mängdpris|')
  // The price beside another product is no reduction: it is named, and no other price is struck through.
  expect(textWith('crossSell')).toContain('5 × 32 kr|Pris tillsammans med annan vara')
  expect(textWith('crossSell')).not.toContain('46 kr')
})

it('[ORDER-02] shows what is in each parcel with its carrier’s tracking, what is still to come, and every invoice as PDF', () => {
  const html = renderToStaticMarkup(
    <StringsSource.Provider value={stringsOf('de')}>
      <StringsProvider storeCode="de">
        <ReceiptDeliveries
          parcels={[
            {
              number: 1,
              day: '23.11.2026',
              carrier: 'DHL',
              trackingNumber: '0034',
              trackingUrl: 'https://www.dhl.com/0034',
              goods: ['1 × Ladegerät'],
            },
          ]}
          coming={[
            { uuid: 'a', goods: '2 × Lampe', arrival: 'Dienstag, 1. Dezember' },
            { uuid: 'b', goods: '1 × Kabel', arrival: null },
          ]}
          documents={[
            { number: 7, kind: 'invoice', href: '/api/orders/D1/invoices/7' },
            { number: 8, kind: 'credit_note', href: '/api/orders/D1/invoices/8' },
          ]}
        />
      </StringsProvider>
    </StringsSource.Provider>,
  )
  expect(html).toContain('Versandt am 23.11.2026')
  expect(html).toContain('<a href="https://www.dhl.com/0034" rel="noreferrer">Paket bei DHL verfolgen</a>')
  expect(html).toContain('1 × Ladegerät')
  const text = html.replaceAll(/<[^>]*>/g, '')
  expect(text).toContain('Kommt noch2 × LampeBei Ihnen Dienstag, 1. Dezember')
  expect(text).toContain('1 × KabelDer Termin steht noch nicht fest.')
  expect(html).toMatch(/href="\/api\/orders\/D1\/invoices\/7"[^>]*>Rechnung 7 \(PDF\)/)
  expect(html).toMatch(/href="\/api\/orders\/D1\/invoices\/8"[^>]*>Rechnungskorrektur 8 \(PDF\)/)
})

it('tells a consumer, and no company, until when the purchase may be withdrawn from', () => {
  const shown = (mayWithdraw: boolean) =>
    renderToStaticMarkup(
      <StringsSource.Provider value={stringsOf('de')}>
        <StringsProvider storeCode="de">
          <NextSteps receipt={{ ...receipt, mayWithdraw }} />
        </StringsProvider>
      </StringsSource.Provider>,
    )
  expect(shown(true)).toContain('14 Tage nach Lieferung widerrufen')
  expect(shown(false)).not.toContain('widerrufen')
})

function paymentOf(
  payment: Receipt['payment'],
  more: Partial<Receipt> = {},
  code: 'sv' | 'de' = 'sv',
): string {
  const html = renderToStaticMarkup(
    <StringsSource.Provider value={stringsOf(code)}>
      <StringsProvider storeCode={code}>
        <Destination receipt={{ ...receipt, payment, ...more }} />
      </StringsProvider>
    </StringsSource.Provider>,
  )
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\u00A0\u202F]/g, ' ')
}

it('[ORDER-02] names the payment method, and says that a card is paid only once the money was taken', () => {
  const card = { provider: 'stripe', company: 'Stripe', means: visa, chargedMinor: minor(0) } as const
  expect(paymentOf({ ...card, state: 'reserved' })).toContain('Visa •••• 4242')
  expect(paymentOf({ ...card, state: 'reserved' })).toContain('reserverat och dras när vi skickar varorna')
  expect(paymentOf({ ...card, state: 'reserved' })).not.toContain('Betald')
  expect(paymentOf({ ...card, state: 'part_charged', chargedMinor: minor(12_300) })).toContain(
    '123 kr är dragna. Resten dras när vi skickar det som återstår.',
  )
  expect(paymentOf({ ...card, state: 'charged' })).toContain('Betald')
  expect(paymentOf({ ...card, state: 'released' })).toContain('Inget har dragits')
  expect(paymentOf({ ...card, state: 'reserved' }, {}, 'de')).toContain('wird beim Versand abgebucht')
})

it('[ORDER-02] names wallets, lenders, the shop’s invoice and gift cards', () => {
  const paidWith = (kind: 'swish' | 'invoice', label: string | null) =>
    paymentOf({
      provider: 'klarna',
      company: 'Kustom',
      means: { kind, label },
      state: 'charged',
      chargedMinor: minor(1),
    })
  expect(paidWith('swish', null)).toMatch(/Swish\s+Betald/)
  expect(paidWith('invoice', 'Klarna')).toMatch(/Faktura från Klarna\s+Du betalar till Klarna/)
  const none = {
    provider: 'none',
    company: null,
    means: null,
    state: 'charged',
    chargedMinor: minor(0),
  } as const
  expect(paymentOf(none, { giftCards: [{ hint: 'ABCD', amountMinor: minor(100) }] })).toContain('presentkort')
  expect(paymentOf(receipt.payment)).toMatch(/Faktura\s+Betala inom 14 dagar/)
  // An older order, of which only the provider is known.
  expect(paymentOf({ ...none, provider: 'stripe', company: 'Stripe' })).toMatch(/Stripe\s+Betald/)
})

it('is a receipt on paper once the money was taken, and an order confirmation before', () => {
  const head = (state: Receipt['payment']['state']) =>
    renderToStaticMarkup(
      <StringsSource.Provider value={stringsOf('sv')}>
        <StringsProvider storeCode="sv">
          <PrintedHead
            receipt={{
              ...receipt,
              paid: true,
              payment: { ...receipt.payment, provider: 'stripe', company: 'Stripe', state },
            }}
          />
        </StringsProvider>
      </StringsSource.Provider>,
    )
  expect(head('reserved')).toContain('Orderbekräftelse')
  expect(head('charged')).toContain('Kvitto')
})

it('says of a payment that is not confirmed that it is being confirmed, never that it is paid', () => {
  const paymentAt = (status: Receipt['status']) =>
    paymentOf(
      { provider: 'stripe', company: 'Stripe', means: null, state: 'open', chargedMinor: minor(0) },
      { status },
    )
  expect(paymentAt('confirming')).not.toContain('Betald')
  expect(paymentAt('confirming')).toContain('Betalningen bekräftas')
  expect(paymentAt('payment_failed')).toContain('Inte betald')
})
