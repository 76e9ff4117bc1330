/** Every kind of mail with example data, rendered by the shop's own templates. */
import { fillMessage } from '../../domain/content/message.ts'
import type { InvoiceBalance } from '../../domain/invoices/invoice-state.ts'
import type { MailKind } from '../../domain/mail/mail-kind.ts'
import { minor, zeroMinor } from '../../domain/money/money.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import type { StoredShipment } from '../../domain/shipments/shipment-repository.server.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import type { SubscriptionMailKind } from '../../domain/subscriptions/subscription.ts'
import {
  accountExistsMail,
  accountNoticeMail,
  emailChangeMail,
  openingMail,
} from '../../providers/mail/account-mail.ts'
import { cancellationMail } from '../../providers/mail/cancellation-mail.ts'
import { collectedMail } from '../../providers/mail/collected-mail.ts'
import {
  invitationMail,
  purchaseDecisionMail,
  purchaseRequestMail,
} from '../../providers/mail/company-mail.ts'
import { confirmationMail } from '../../providers/mail/confirmation-mail.ts'
import { giftCardMail } from '../../providers/mail/gift-card-mail.ts'
import { heldOrderMail } from '../../providers/mail/held-order-mail.ts'
import { orderMailRows } from '../../providers/mail/order-mail-rows.ts'
import { orderMailText } from '../../providers/mail/order-mail-text.ts'
import { renderOrderMail } from '../../providers/mail/order-mail.tsx'
import { paymentProblemMail, refundProblemMail } from '../../providers/mail/payment-problem-mail.ts'
import type { MailText } from '../../providers/mail/plain-mail.ts'
import { cancelledMail, refundMail } from '../../providers/mail/refund-mail.ts'
import type { ReturnMail } from '../../domain/jobs/job-queue.ts'
import { toSku } from '../../domain/products/sku.ts'
import { returnTransports, type ReturnTransport } from '../../domain/returns/return-transport.ts'
import { returnStepMail } from '../../providers/mail/return-mail.ts'
import { reminderMail } from '../../providers/mail/reminder-mail.ts'
import { resetMail } from '../../providers/mail/reset-mail.ts'
import { shippedMail } from '../../providers/mail/shipped-mail.ts'
import { reviewMail } from '../../providers/mail/review-mail.ts'
import { stockMail } from '../../providers/mail/stock-mail.ts'
import { subscriptionMail } from '../../providers/mail/subscription-mail.ts'
import { withdrawalMail } from '../../providers/mail/withdrawal-mail.ts'
import { snapshotOf } from '../order-fixture.ts'

const publicUrl = 'https://shop.example'
const link = `${publicUrl}/example`
const at = new Date(Date.UTC(2026, 10, 20, 9))
const product = { name: 'Batteri 12 V 60 Ah', url: link }

/** Kind → its variants. A new kind does not compile without an example. */
export type MailExamples = Record<MailKind, readonly MailText[]>

export async function mailExamples(store: StoreCode): Promise<MailExamples> {
  const order = { number: 'X100001', accessToken: 'token', snapshot: snapshotOf(store) }
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
  const shipped = (more: Partial<StoredShipment>) =>
    shippedMail(order, { ...shipment, ...more }, { isInvoiced: true })
  const returned = (step: ReturnMail, transport: ReturnTransport = 'parcel') =>
    returnStepMail(order, step, returnOf(store, transport), publicUrl)
  const subscription = (kind: SubscriptionMailKind) => subscriptionOf(store, kind)
  const rows = orderMailRows(order, publicUrl)
  const confirmation = {
    subject: fillMessage(rows.words.subject, { number: order.number }),
    html: await renderOrderMail(rows),
    text: orderMailText(rows),
  }
  return {
    'order-confirmation': [confirmation, collectedMail(store, [confirmation, confirmation])],
    'order-gift-cards': [
      giftCardMail(store, { number: order.number, name: 'Anna Åberg' }, [
        { name: 'Gift card', amountMinor: minor(15_000), code: 'AAAA-BBBB-CCCC-DDDD' },
      ]),
    ],
    'order-held': [heldOrderMail(order, 'held')],
    'order-cancelled': [cancelledMail(order, null), cancelledMail(order, refund)],
    'order-rejected': [heldOrderMail(order, 'rejected', refund)],
    'order-expired': [heldOrderMail(order, 'expired', null)],
    'order-refund': [refundMail(order, refund)],
    'order-shipped': [shipped({}), shipped({ isLast: false }), shipped({ number: 2 })],
    'order-reminder': [1, 2].map((step) =>
      reminderMail(order, { step, invoice: balanceOf(store), invoices: [] }),
    ),
    'order-payment-problem': [true, false].map((isShipped) => paymentProblemMail(order, { isShipped })),
    'order-refund-problem': [refundProblemMail(order, refund)],
    'order-return-registered': returnTransports.map((transport) => returned('registered', transport)),
    'order-return-received': [returned('received')],
    'order-return-rejected': [returned('rejected')],
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
    'withdrawal-receipt': [withdrawalMail({ ...withdrawn, order: order.number })],
    'withdrawal-notice': [withdrawalMail({ ...withdrawn, order: null })],
    'cancellation-receipt': [cancellationMail({ ...cancelled, subscriptions: ['X100001-A1'] })],
    'cancellation-notice': [cancellationMail({ ...cancelled, subscriptions: [] })],
    'password-reset': [resetMail(store, link)],
    'account-opening': [openingMail(store, link), accountExistsMail(store, link)],
    'account-email-change': [emailChangeMail(store, 'old', link), emailChangeMail(store, 'new', link)],
    'account-notice': (
      ['password-changed', 'passkey-added', 'passkey-removed', 'email-changed'] as const
    ).map((event) => accountNoticeMail(store, event, notice)),
    'company-invitation': [invitationMail(store, { company: 'Exempel AB', link })],
    'purchase-request': [
      purchaseRequestMail(store, {
        buyer: 'Anna Berg',
        company: 'Exempel AB',
        totalMinor: minor(1_250_000),
        until: new Date('2026-12-01T12:00:00Z'),
        link,
      }),
    ],
    'purchase-decision': [
      purchaseDecisionMail(store, { totalMinor: minor(1_250_000), number: 'S100001', reason: null, link }),
      purchaseDecisionMail(store, {
        totalMinor: minor(1_250_000),
        number: null,
        reason: 'Finns redan i lager.',
        link,
      }),
    ],
    'newsletter-confirmation': [confirmationMail(store, null, link)],
    'stock-confirmation': [confirmationMail(store, product, link)],
    'stock-notice': [stockMail(store, product, link)],
    'review-request': [
      reviewMail(store, { name: 'Anna Berg', products: [product.name], link, preferencesUrl: link }),
      reviewMail(store, {
        name: 'Anna Berg',
        products: [product.name, 'CR2032'],
        link,
        preferencesUrl: link,
      }),
    ],
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
        name: product.name,
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

function returnOf(store: StoreCode, transport: ReturnTransport): Parameters<typeof returnStepMail>[2] {
  return {
    id: 'X100001-R1',
    orderNumber: 'X100001',
    store,
    status: 'registered',
    labelToken: 'token',
    comment: '',
    refundNumber: null,
    refundsShipping: true,
    rejection: 'Example',
    registeredAt: at,
    items: [{ sku: toSku('A-1'), name: product.name, quantity: 2, reason: 'defective', transport }],
    amountMinor: minor(29_900),
  }
}
