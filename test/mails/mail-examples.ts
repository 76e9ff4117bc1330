/** Every kind of mail with example data, rendered by the shop's own templates. */
import type { InvoiceBalance } from '../../domain/invoices/invoice-state.ts'
import type { MailKind } from '../../domain/mail/mail-kind.ts'
import { minor, zeroMinor } from '../../domain/money/money.ts'
import { shownPayment } from '../../domain/payments/shown-payment.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import type { StoredShipment } from '../../domain/shipments/shipment-repository.server.ts'
import type { ServicePoint } from '../../domain/shipping/service-point.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import type { SampleData } from '../../providers/mail/mail-sample.ts'
import type { MailText } from '../../providers/mail/plain-mail.ts'
import { mailTemplates } from '../../server/jobs/mails/mail-templates.ts'
import { snapshotOf } from '../order-fixture.ts'

const paidByCard = {
  provider: 'klarna' as const,
  status: 'captured' as const,
  means: { kind: 'card' as const, label: 'Visa •••• 4242' },
  amountMinor: minor(36_900),
  capturedMinor: minor(36_900),
}
const publicUrl = 'https://shop.example'
const link = `${publicUrl}/example`
const at = new Date(Date.UTC(2026, 10, 20, 9))

const words: Record<StoreCode, SampleData['words']> = {
  sv: {
    product: 'Batteri 12 V 60 Ah',
    variant: 'Batteri 12 V 70 Ah',
    giftCard: 'Presentkort',
    company: 'Exempel AB',
    rejection: 'Förpackningen är bruten.',
  },
  no: {
    product: 'Batteri 12 V 60 Ah',
    variant: 'Batteri 12 V 70 Ah',
    giftCard: 'Gavekort',
    company: 'Eksempel AS',
    rejection: 'Emballasjen er brutt.',
  },
  da: {
    product: 'Batteri 12 V 60 Ah',
    variant: 'Batteri 12 V 70 Ah',
    giftCard: 'Gavekort',
    company: 'Eksempel ApS',
    rejection: 'Emballagen er brudt.',
  },
  de: {
    product: 'Batterie 12 V 60 Ah',
    variant: 'Batterie 12 V 70 Ah',
    giftCard: 'Geschenkgutschein',
    company: 'Beispiel GmbH',
    rejection: 'Die Verpackung ist geöffnet.',
  },
}

/** Kind → its variants. */
export type MailExamples = Record<MailKind, readonly MailText[]>

export async function mailExamples(store: StoreCode): Promise<MailExamples> {
  const data = sampleData(store)
  const ofAll = await Promise.all([...mailTemplates.values()].map(async ({ samples }) => samples(data)))
  return Object.assign({}, ...ofAll) as MailExamples
}

export const sampleData = (store: StoreCode): SampleData => ({
  store,
  publicUrl,
  link,
  at,
  words: words[store],
  order: {
    number: 'X100001',
    accessToken: 'token',
    snapshot: snapshotOf(store),
    payment: shownPayment('klarna', paidByCard),
  },
  refund,
  shipment,
  servicePoint,
  balance: balanceOf(store),
})

const refund: StoredRefund = {
  number: 1,
  reason: 'withdrawal',
  creditNote: 4712,
  recordedAt: at,
  lines: [],
  shippingMinor: minor(6_900),
  shippingVatMinor: minor(1_380),
  amountMinor: minor(6_900),
  vatMinor: minor(1_380),
  toProviderMinor: minor(6_900),
  toGiftCardsMinor: zeroMinor,
}

const shipment: StoredShipment = {
  number: 1,
  carrier: 'budbee',
  trackingNumber: '373500489530470000',
  trackingUrl: link,
  amountMinor: minor(36_900),
  isLast: true,
  shippedAt: at,
  deliveredAt: null,
  units: new Map([['l1', 2]]),
}

const servicePoint: ServicePoint = {
  id: '1',
  carrier: 'postnord',
  type: 'manned',
  name: 'Kiosken',
  street: 'Hamngatan 9',
  postalCode: '11147',
  city: 'Stockholm',
  countryCode: 'SE',
  position: null,
  distanceMetres: null,
  openingHours: [],
}

function balanceOf(store: StoreCode): InvoiceBalance {
  return {
    id: 1,
    store,
    number: 4711,
    orderId: 1,
    orderNumber: 'X100001',
    currency: stores[store].currency,
    dueOn: '2026-12-04',
    issuedAt: at,
    amountMinor: minor(36_900),
    paidMinor: minor(10_000),
    creditedMinor: zeroMinor,
    writtenOffMinor: zeroMinor,
    openMinor: minor(26_900),
    repayMinor: zeroMinor,
    isHeld: false,
    state: 'overdue',
  }
}
