import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stringsOf } from '../../../locales/texts.server.ts'
import { minor } from '../../../domain/money/money.ts'
import { StringsProvider, StringsSource } from '../../../ui/strings.tsx'
import { ReceiptDeliveries } from './receipt-deliveries.tsx'
import { Destination, NextSteps, ReceiptLines } from './receipt-view.tsx'
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
  reasons: [{ kind: 'campaign', code: null, percent: null, amountMinor: minor(4500) }],
} as const

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
  lines: [{ ...line, reasons: [...line.reasons], expected: null, gift: null, thumb: null }],
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
  payment: 'invoice',
  sumMinor: minor(16_000),
  totalMinor: minor(16_000),
  vatPerRate: [],
  shipping: { kind: 'home', name: '', priceMinor: minor(0), arrival: '', deliveries: [], point: null },
  placedAt: '',
}

it('[ORDER-02] labels a struck-through price for screen readers, as cart and checkout do', () => {
  const textWith = (kind: 'campaign' | 'coupon' | 'crossSell') =>
    renderToStaticMarkup(
      <StringsSource.Provider value={stringsOf('sv')}>
        <StringsProvider storeCode="sv">
          <ReceiptLines
            receipt={{
              ...receipt,
              lines: [{ ...receipt.lines[0]!, reasons: [{ ...line.reasons[0], kind }] }],
            }}
          />
        </StringsProvider>
      </StringsSource.Provider>,
    )
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/[\u00A0\u202F]/g, ' ')
  expect(textWith('campaign')).toContain('5 × 32 krTidigare pris 46 kr')
  expect(textWith('coupon')).toContain('5 × 32 krUtan rabatt 46 kr')
  // The price beside another product is no reduction: it is named, and no other price is struck through.
  expect(textWith('crossSell')).toContain('5 × 32 krPris tillsammans med annan vara')
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

it('says of a payment that is not confirmed that it is being confirmed, never that it is paid', () => {
  const paymentAt = (status: Receipt['status']) =>
    renderToStaticMarkup(
      <StringsSource.Provider value={stringsOf('sv')}>
        <StringsProvider storeCode="sv">
          <Destination receipt={{ ...receipt, payment: 'stripe', status }} />
        </StringsProvider>
      </StringsSource.Provider>,
    )
  expect(paymentAt('received')).toContain('Betald')
  expect(paymentAt('confirming')).not.toContain('Betald')
  expect(paymentAt('confirming')).toContain('Betalningen bekräftas')
  expect(paymentAt('payment_failed')).toContain('Inte betald')
})
