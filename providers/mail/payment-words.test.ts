import { expect, it } from 'vitest'
import { minor, zeroMinor } from '../../domain/money/money.ts'
import type { PaymentMeans } from '../../domain/payments/payment-means.ts'
import { shownPayment, type PaidAttempt } from '../../domain/payments/shown-payment.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import type { StoredShipment } from '../../domain/shipments/shipment-repository.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { snapshotOf } from '../../test/order-fixture.ts'
import { cancelledMail, refundMail } from './refund-mail.ts'
import { shippedMail } from './shipped-mail.ts'

const visa: PaymentMeans = { kind: 'card', label: 'Visa •••• 4242' }

function orderPaidWith(
  means: PaymentMeans | null,
  { store = 'sv', ...more }: Partial<PaidAttempt> & { store?: StoreCode } = {},
) {
  const attempt: PaidAttempt = {
    provider: 'klarna',
    status: 'captured',
    means,
    amountMinor: minor(36_900),
    capturedMinor: minor(36_900),
    ...more,
  }
  return {
    number: 'S1',
    status: 'shipped' as const,
    snapshot: snapshotOf(store, { payment: attempt.provider }),
    payment: shownPayment(attempt.provider, attempt),
  }
}

const refund: StoredRefund = {
  number: 1,
  reason: 'withdrawal',
  creditNote: 1,
  recordedAt: new Date(0),
  lines: [],
  shippingMinor: minor(6_900),
  shippingVatMinor: minor(1_380),
  amountMinor: minor(6_900),
  vatMinor: minor(1_380),
  toProviderMinor: minor(6_900),
  toGiftCardsMinor: zeroMinor,
}
const uncollected: StoredRefund = { ...refund, toProviderMinor: zeroMinor, uncollectedMinor: minor(6_900) }
const text = (mail: { text: string }) => mail.text.replaceAll('\u00A0', ' ')

it.each([
  ['sv', '69 kr återbetalas till kortet Visa •••• 4242 inom 14 dagar.'],
  ['no', '69 kr betales tilbake til kortet Visa •••• 4242 innen 14 dager.'],
  ['da', '69 kr. bliver tilbagebetalt til kortet Visa •••• 4242 inden for 14 dage.'],
  ['de', '69,00 € erstatten wir binnen 14 Tagen auf Ihre Karte Visa •••• 4242.'],
] as const)('a refund names the card in the language of %s', (store, sentence) => {
  expect(text(refundMail(orderPaidWith(visa, { store }), refund))).toContain(sentence)
})

it('a refund names every other payment method', () => {
  const said = (means: PaymentMeans | null, more: Partial<PaidAttempt> = {}) =>
    text(refundMail(orderPaidWith(means, more), refund))
  expect(said({ kind: 'card', label: null })).toContain('återbetalas till kortet du betalade med inom')
  expect(said({ kind: 'swish', label: null })).toContain('återbetalas via Swish inom 14 dagar')
  expect(said({ kind: 'bank', label: null })).toContain('till bankkontot du betalade från')
  expect(said({ kind: 'invoice', label: 'Walley' })).toContain('det du ska betala till Walley')
  expect(said({ kind: 'account', label: null })).toContain('det du ska betala till Kustom')
  expect(said(null)).toContain('återbetalas via Kustom inom 14 dagar')
  expect(said(null, { provider: 'invoice' })).toContain('räknas av på fakturan')
})

it('money that was not collected is not said to be paid back', () => {
  const reserved = { status: 'authorized', capturedMinor: zeroMinor } as const
  expect(text(refundMail(orderPaidWith(visa, reserved), uncollected))).toContain(
    '69 kr dras inte från kortet Visa •••• 4242.',
  )
  const lent: PaymentMeans = { kind: 'part_payment', label: 'Klarna' }
  expect(text(refundMail(orderPaidWith(lent, reserved), uncollected))).toContain(
    '69 kr behöver du inte betala till Klarna.',
  )
  expect(text(cancelledMail(orderPaidWith(visa, reserved), null))).toContain(
    'Du har inget att betala. Reservationen på kortet Visa •••• 4242 hävs.',
  )
  expect(text(cancelledMail(orderPaidWith(lent, reserved), null))).toContain(
    'Du har inget att betala. Betalning: Delbetalning hos Klarna.',
  )
  const never = text(cancelledMail(orderPaidWith(null, { ...reserved, status: 'created' }), null))
  expect(never).toContain('Du har inget att betala.\n')
})

it.each([
  ['sv', 'Din order S1 är ändrad', 'Vi har dragit av 69 kr från din order S1.', 'Avdrag: 69 kr'],
  ['no', 'Ordren din S1 er endret', 'Vi har trukket fra 69 kr på ordren din S1.', 'Fradrag: 69 kr'],
  ['de', 'Ihre Bestellung S1 wurde geändert', 'wir haben 69,00 € von Ihrer Bestellung S1', 'Abzug: 69,00 €'],
  ['da', 'Din ordre S1 er ændret', 'Vi har trukket 69 kr. fra på din ordre S1.', 'Fradrag: 69 kr.'],
] as const)(
  'goods that were neither charged nor invoiced are taken off the order, not refunded, in %s',
  (store, subject, intro, sum) => {
    const notInvoiced = {
      provider: 'invoice',
      status: 'authorized',
      capturedMinor: zeroMinor,
      store,
    } as const
    const mail = refundMail(orderPaidWith(null, notInvoiced), { ...uncollected, creditNote: null })
    expect(mail.subject).toBe(subject)
    expect(text(mail)).toContain(intro)
    expect(text(mail)).toContain(sum)
    const ended = { ...orderPaidWith(null, notInvoiced), status: 'cancelled' } as const
    const { cancelledSubject } = textsOf(store).mails.refund
    expect(refundMail(ended, uncollected).subject).toBe(cancelledSubject.replace('{number}', 'S1'))
    // Where a part is paid back it is a refund.
    const part = { ...refund, toProviderMinor: minor(2_900), uncollectedMinor: minor(4_000) }
    expect(refundMail(orderPaidWith(visa, { store }), part).subject).not.toBe(subject)
  },
)

it('a shipment names the payment method, and says that it is paid once it is charged', () => {
  const shipment: StoredShipment = {
    number: 1,
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    amountMinor: minor(36_900),
    isLast: true,
    shippedAt: new Date(0),
    deliveredAt: null,
    units: new Map([['l1', 2]]),
  }
  const said = (more: Partial<PaidAttempt>) =>
    text(shippedMail(orderPaidWith(visa, more), shipment, { coming: [], isInvoiced: false }))
  expect(said({})).toContain('Betalning: Visa •••• 4242. Betald\n')
  // The capture of this shipment may still be in flight.
  expect(said({ status: 'authorized', capturedMinor: zeroMinor })).toContain('Betalning: Visa •••• 4242\n')
  expect(said({ status: 'authorized', capturedMinor: minor(10_000) })).toContain('100 kr är dragna.')
})
