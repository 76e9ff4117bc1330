/** Every kind of mail with example data, rendered by the shop's own templates. */
import { fillMessage } from '../../domain/content/message.ts'
import { shownPayment } from '../../domain/payments/shown-payment.ts'
import type { ComingLine } from '../../domain/dispatch/still-to-come.ts'
import { invoiceDocument } from '../../domain/invoices/invoice-document.ts'
import type { InvoiceBalance } from '../../domain/invoices/invoice-state.ts'
import type { KernelMailKind, MailKind } from '../../domain/mail/mail-kind.ts'
import { minor, zeroMinor } from '../../domain/money/money.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import type { StoredShipment } from '../../domain/shipments/shipment-repository.server.ts'
import type { ServicePoint } from '../../domain/shipping/service-point.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import type { SubscriptionMailKind } from '../../domain/subscriptions/subscription.ts'
import {
  accountExistsMail,
  accountNoticeMail,
  emailChangeMail,
  openingMail,
} from '../../providers/mail/account-mail.ts'
import { paymentLinkMail } from '../../providers/mail/payment-link-mail.ts'
import { cancellationMail } from '../../providers/mail/cancellation-mail.ts'
import { collectedMail } from '../../providers/mail/collected-mail.ts'
import { invitationMail, verificationMail } from '../../providers/mail/company-mail.ts'
import { giftCardMail, giftCardSentMail, giftMail } from '../../providers/mail/gift-card-mail.ts'
import { heldOrderMail } from '../../providers/mail/held-order-mail.ts'
import { orderMailRows } from '../../providers/mail/order-mail-rows.ts'
import { orderMailText } from '../../providers/mail/order-mail-text.ts'
import { renderOrderMail } from '../../providers/mail/order-mail.tsx'
import { movedDateMail } from '../../providers/mail/moved-date-mail.ts'
import { paymentProblemMail, refundProblemMail } from '../../providers/mail/payment-problem-mail.ts'
import type { MailText } from '../../providers/mail/plain-mail.ts'
import { cancelledMail, refundMail } from '../../providers/mail/refund-mail.ts'
import { staffNotices, type ReturnMail } from '../../domain/jobs/job-queue.ts'
import { toProductId } from '../../domain/products/product-id.ts'
import { toSku } from '../../domain/products/sku.ts'
import type { ReturnLine } from '../../domain/returns/return.ts'
import { returnTransports, type ReturnTransport } from '../../domain/returns/return-transport.ts'
import { returnStepMail } from '../../providers/mail/return-mail.ts'
import { reminderMail } from '../../providers/mail/reminder-mail.ts'
import { resetMail } from '../../providers/mail/reset-mail.ts'
import { shippedMail } from '../../providers/mail/shipped-mail.ts'
import { moduleTests } from '../module-tests.ts'
import { staffNoticeMail, staffSignInMail } from '../../providers/mail/staff-mail.ts'
import { subscriptionMail } from '../../providers/mail/subscription-mail.ts'
import { withdrawalMail, withdrawalRejectedMail } from '../../providers/mail/withdrawal-mail.ts'
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

/** What buyers, companies and staff write, and the goods, in the language of the store. */
const written: Record<
  StoreCode,
  { product: string; variant: string; giftCard: string; company: string; rejection: string }
> = {
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

const gift = { name: 'Eva Åberg', email: 'eva@example.com', deliverOn: '2026-12-24', greeting: '' }

/** Kind → its variants. A new kind does not compile without an example. */
export type MailExamples = Record<MailKind, readonly MailText[]>

export async function mailExamples(store: StoreCode): Promise<MailExamples> {
  const ofModules = Object.assign(
    {},
    ...moduleTests.map(
      (tests) => tests.mailExamples?.(store, { product: written[store].product, link }) ?? {},
    ),
  ) as Pick<MailExamples, Exclude<MailKind, KernelMailKind>>
  const { company, giftCard, ...goods } = written[store]
  const order = {
    number: 'X100001',
    accessToken: 'token',
    snapshot: snapshotOf(store),
    payment: shownPayment('klarna', paidByCard),
  }
  const declared = { name: 'Anna Åberg', email: 'anna@example.se', declaredAt: at, store }
  const withdrawn = { ...declared, orderNumber: order.number, goods: '', items: [] }
  const cancelled = {
    ...declared,
    contract: 'X100001-A1',
    kind: 'ordinary' as const,
    reason: '',
    endsOn: null,
  }
  const notice = { at, link }
  const shipped = (more: Partial<StoredShipment>, coming: readonly ComingLine[] = []) =>
    shippedMail(order, { ...shipment, ...more }, { coming, isInvoiced: true })
  const returned = (step: ReturnMail, transport: ReturnTransport = 'parcel') =>
    returnStepMail(order, step, returnOf(store, transport), publicUrl, true)
  const exchanged = (step: ReturnMail, payment: 'klarna' | 'invoice') =>
    returnStepMail(
      { ...order, snapshot: { ...order.snapshot, payment } },
      step,
      returnOf(store, 'parcel', {
        productId: toProductId(2),
        sku: toSku('A-2'),
        name: goods.variant,
        slug: 'batteri-12-v-70-ah',
        unitMinor: minor(19_900),
        totalMinor: minor(39_800),
        vatRateBasisPoints: 2500,
      }),
      publicUrl,
      true,
    )
  const collected = {
    ...order,
    snapshot: snapshotOf(store, { shipping: { ...order.snapshot.shipping, servicePoint } }),
  }
  const invoice = invoiceDocument({
    kind: 'invoice',
    number: 4711,
    orderNumber: order.number,
    snapshot: order.snapshot,
    lines: [],
    issuedAt: at.getTime(),
    corrects: [],
  })
  const subscription = (kind: SubscriptionMailKind) => subscriptionOf(store, kind)
  const rows = orderMailRows(
    { ...order, payment: shownPayment(order.snapshot.payment, null) },
    publicUrl,
    true,
  )
  const confirmation = {
    subject: fillMessage(rows.words.subject, { number: order.number }),
    html: await renderOrderMail(rows),
    text: orderMailText(rows),
  }
  return {
    'order-confirmation': [confirmation, collectedMail(store, [confirmation, confirmation])],
    'order-gift-cards': [
      giftCardMail(store, { number: order.number, name: 'Anna Åberg' }, [
        { name: giftCard, amountMinor: minor(15_000), code: 'AAAA-BBBB-CCCC-DDDD', recipient: null },
      ]),
      giftCardMail(store, { number: order.number, name: 'Anna Åberg' }, [
        { name: giftCard, amountMinor: minor(15_000), code: 'AAAA-BBBB-CCCC-DDDD', recipient: null },
        { name: giftCard, amountMinor: minor(30_000), code: 'EEEE-FFFF-GGGG-HHHH', recipient: gift },
      ]),
    ],
    'order-gift-card-sent': [
      giftCardSentMail(
        { number: order.number, snapshot: order.snapshot },
        { recipientName: gift.name, recipientEmail: gift.email },
      ),
    ],
    'gift-card': [
      giftMail(
        { store, recipientName: gift.name, greeting: 'Grattis!\nVi ses snart.' },
        order.snapshot.customer,
        [{ code: 'EEEE-FFFF-GGGG-HHHH', amountMinor: minor(30_000) }],
        publicUrl,
      ),
    ],
    'order-held': [heldOrderMail(order, 'held')],
    'order-cancelled': [cancelledMail(order, null), cancelledMail(order, refund)],
    'order-rejected': [heldOrderMail(order, 'rejected', refund)],
    'order-expired': [heldOrderMail(order, 'expired', null)],
    'order-refund': [
      refundMail({ ...order, status: 'shipped' }, refund),
      refundMail({ ...order, status: 'cancelled' }, refund),
    ],
    'order-shipped': [
      shipped({}),
      shipped({ isLast: false }, [
        { uuid: 'l2', name: goods.variant, quantity: 1, arrival: { from: '2026-12-01', to: '2026-12-02' } },
        { uuid: 'l3', name: goods.product, quantity: 2, arrival: null },
      ]),
      shipped({ number: 2 }),
      shippedMail(collected, shipment, { coming: [], isInvoiced: false }),
    ],
    'order-reminder': [1, 2].map((step) =>
      reminderMail(order, { step, invoice: balanceOf(store), invoices: [invoice] }),
    ),
    'order-payment-problem': [true, false].map((isShipped) => paymentProblemMail(order, { isShipped })),
    'order-refund-problem': [refundProblemMail(order, refund)],
    'order-return-registered': [
      ...returnTransports.map((transport) => returned('registered', transport)),
      exchanged('registered', 'klarna'),
    ],
    'order-return-received': [returned('received')],
    'order-return-exchanged': [exchanged('exchanged', 'klarna'), exchanged('exchanged', 'invoice')],
    'order-return-rejected': [returned('rejected')],
    'order-date-moved': [
      movedDateMail(
        order,
        {
          moved: [
            {
              uuid: 'l1',
              moveId: 1,
              formerAt: new Date('2026-11-30T00:00:00Z'),
              expectedAt: new Date('2026-12-14T00:00:00Z'),
              isMailed: true,
            },
          ],
          coming: [
            {
              uuid: 'l1',
              name: goods.product,
              quantity: 2,
              arrival: { from: '2026-12-15', to: '2026-12-16' },
            },
          ],
        },
        publicUrl,
      ),
    ],
    'subscription-reminder': [subscription('reminder')],
    'subscription-payment_failed': [subscription('payment_failed-1')],
    'subscription-confirm_payment': [subscription('confirm_payment-1')],
    'subscription-out_of_stock': [subscription('out_of_stock')],
    'subscription-skipped': [subscription('skipped')],
    'subscription-not_ordered': [subscription('not_ordered')],
    'subscription-not_ordered_skipped': [subscription('not_ordered_skipped')],
    'subscription-paused': [subscription('paused')],
    'subscription-ended': [subscription('ended')],
    'subscription-cancelled': [subscription('cancelled')],
    'withdrawal-receipt': [withdrawalMail({ ...withdrawn, order: order.number }, publicUrl, true)],
    'withdrawal-notice': [withdrawalMail({ ...withdrawn, order: null }, publicUrl, true)],
    'withdrawal-rejected': [order.number, null].map((number) =>
      withdrawalRejectedMail({ ...withdrawn, order: number, rejection: goods.rejection }),
    ),
    'cancellation-receipt': [cancellationMail({ ...cancelled, subscriptions: ['X100001-A1'] })],
    'cancellation-notice': [cancellationMail({ ...cancelled, subscriptions: [] })],
    'password-reset': [resetMail(store, link)],
    'account-opening': [openingMail(store, link), accountExistsMail(store, link)],
    'account-email-change': [emailChangeMail(store, 'old', link), emailChangeMail(store, 'new', link)],
    'account-notice': [
      ...(['password-changed', 'passkey-added', 'passkey-removed', 'email-changed'] as const).map((event) =>
        accountNoticeMail(store, event, notice),
      ),
      accountNoticeMail(store, 'email-changed', { ...notice, toFormer: true }),
    ],
    'company-invitation': [invitationMail(store, { company, link })],
    'company-verification': ['Anna Berg', ''].map((person) =>
      verificationMail(store, { company, number: '556016-0680', person, email: 'anna@example.se', link }),
    ),
    'payment-link': [paymentLinkMail(store, link)],
    'staff-sign-in': [staffSignInMail(store, link)],
    'staff-notice': staffNotices.map((event) => staffNoticeMail(store, event, notice)),
    ...ofModules,
  }
}

function subscriptionOf(store: StoreCode, kind: SubscriptionMailKind): MailText {
  const { customer } = snapshotOf(store)
  return subscriptionMail(
    {
      kind,
      data: {
        dueOn: '2026-12-01',
        nextDueOn: '2027-01-01',
        nextTryAt: at.toISOString(),
        at: at.toISOString(),
        mostMinor: 35_800,
      },
      subscription: {
        number: 'X100001-A1',
        store,
        name: written[store].product,
        quantity: 2,
        intervalName: '3 months',
        customer,
        paymentProvider: 'stripe',
        paymentLabel: 'Visa 4242',
      },
    },
    link,
    link,
  )
}

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

function returnOf(
  store: StoreCode,
  transport: ReturnTransport,
  exchange: ReturnLine['exchange'] = null,
): Parameters<typeof returnStepMail>[2] {
  return {
    id: 'X100001-R1',
    orderNumber: 'X100001',
    store,
    status: 'registered',
    labelToken: 'token',
    comment: '',
    refundNumber: null,
    exchangeOrder: 'X100002',
    refundsShipping: true,
    rejection: written[store].rejection,
    registeredAt: at,
    items: [
      {
        sku: toSku('A-1'),
        name: written[store].product,
        quantity: 2,
        reason: 'defective',
        transport,
        exchange,
      },
    ],
    amountMinor: minor(29_900),
  }
}
