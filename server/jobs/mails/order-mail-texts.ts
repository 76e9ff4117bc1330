/** The texts of an order's mails, by what they are about, each with its samples. */
import { invoiceDocument } from '../../../domain/invoices/invoice-document.ts'
import { minor } from '../../../domain/money/money.ts'
import type { OwedMail } from '../../../domain/order-mails/owed-mails.server.ts'
import { giftCardMail, giftCardSentMail } from '../../../providers/mail/gift-card-mail.ts'
import { heldOrderMail } from '../../../providers/mail/held-order-mail.ts'
import type { MailSamples, SampleData } from '../../../providers/mail/mail-sample.ts'
import { movedDateMail } from '../../../providers/mail/moved-date-mail.ts'
import { paymentProblemMail, refundProblemMail } from '../../../providers/mail/payment-problem-mail.ts'
import type { MailedOrder } from '../../../providers/mail/order-mail-of-module.ts'
import type { PlainMail } from '../../../providers/mail/plain-mail.ts'
import { cancelledMail, refundMail } from '../../../providers/mail/refund-mail.ts'
import { reminderMail } from '../../../providers/mail/reminder-mail.ts'
import { shippedMail } from '../../../providers/mail/shipped-mail.ts'

/** What a mail of an order is about, except the confirmation and those of modules. */
export type PlainContent = Exclude<OwedMail['content'], 'confirmation' | 'module'>

export interface OrderMailText<Content> {
  text: (order: MailedOrder, mail: OwedMail & { content: Content }, shop: { publicUrl: string }) => PlainMail
  samples: (data: SampleData) => MailSamples
}

export const orderMailTexts: { readonly [Content in PlainContent]: OrderMailText<Content> } = {
  'gift-cards': {
    text({ number, snapshot: { store, customer } }, { cards }) {
      const name = `${customer.firstName} ${customer.lastName}`.trim()
      return giftCardMail(store, { number, name }, cards)
    },
    samples({ store, order: { number }, words }) {
      const card = { name: words.giftCard, amountMinor: minor(15_000), code: 'AAAA-BBBB-CCCC-DDDD' }
      const recipient = {
        name: 'Eva Åberg',
        email: 'eva@example.com',
        deliverOn: '2026-12-24',
        greeting: '',
      }
      const given = { ...card, amountMinor: minor(30_000), code: 'EEEE-FFFF-GGGG-HHHH', recipient }
      const own = { ...card, recipient: null }
      return {
        'order-gift-cards': [[own], [own, given]].map((cards) =>
          giftCardMail(store, { number, name: 'Anna Åberg' }, cards),
        ),
      }
    },
  },

  'gift-card-sent': {
    text: (order, { delivery }) => giftCardSentMail(order, delivery),
    samples: ({ order }) => ({
      'order-gift-card-sent': [
        giftCardSentMail(order, { recipientName: 'Eva Åberg', recipientEmail: 'eva@example.com' }),
      ],
    }),
  },

  held: {
    text: (order, { content }) => heldOrderMail(order, content),
    samples: ({ order }) => ({ 'order-held': [heldOrderMail(order, 'held')] }),
  },

  rejected: {
    text: (order, { refund }) => heldOrderMail(order, 'rejected', refund),
    samples: ({ order, refund }) => ({ 'order-rejected': [heldOrderMail(order, 'rejected', refund)] }),
  },

  expired: {
    text: (order, { refund }) => heldOrderMail(order, 'expired', refund),
    samples: ({ order }) => ({ 'order-expired': [heldOrderMail(order, 'expired', null)] }),
  },

  cancelled: {
    text: (order, { refund }) => cancelledMail(order, refund),
    samples: ({ order, refund }) => ({
      'order-cancelled': [cancelledMail(order, null), cancelledMail(order, refund)],
    }),
  },

  refund: {
    text: (order, { refund }) => refundMail(order, refund),
    samples: ({ order, refund }) => ({
      'order-refund': (['shipped', 'cancelled'] as const).map((status) =>
        refundMail({ ...order, status }, refund),
      ),
    }),
  },

  shipped: {
    text: (order, { shipment, coming, invoices }) =>
      shippedMail(order, shipment, { coming, isInvoiced: invoices.length > 0 }),
    samples({ order, shipment, servicePoint, words }) {
      const { snapshot } = order
      const collected = {
        ...order,
        snapshot: { ...snapshot, shipping: { ...snapshot.shipping, servicePoint } },
      }
      const arrival = { from: '2026-12-01', to: '2026-12-02' }
      const coming = [
        { uuid: 'l2', name: words.variant, quantity: 1, arrival },
        { uuid: 'l3', name: words.product, quantity: 2, arrival: null },
      ]
      return {
        'order-shipped': [
          shippedMail(order, shipment, { coming: [], isInvoiced: true }),
          shippedMail(order, { ...shipment, isLast: false }, { coming, isInvoiced: true }),
          shippedMail(order, { ...shipment, number: 2 }, { coming: [], isInvoiced: true }),
          shippedMail(collected, shipment, { coming: [], isInvoiced: false }),
        ],
      }
    },
  },

  reminder: {
    text: (order, mail) => reminderMail(order, mail),
    samples({ order, balance, at }) {
      const invoice = invoiceDocument({
        kind: 'invoice',
        number: balance.number,
        orderNumber: order.number,
        snapshot: order.snapshot,
        lines: [],
        issuedAt: at.getTime(),
        corrects: [],
      })
      return {
        'order-reminder': [1, 2].map((step) =>
          reminderMail(order, { step, invoice: balance, invoices: [invoice] }),
        ),
      }
    },
  },

  'payment-problem': {
    text: (order, mail) => paymentProblemMail(order, mail),
    samples: ({ order }) => ({
      'order-payment-problem': [true, false].map((isShipped) => paymentProblemMail(order, { isShipped })),
    }),
  },

  'refund-problem': {
    text: (order, { refund }) => refundProblemMail(order, refund),
    samples: ({ order, refund }) => ({ 'order-refund-problem': [refundProblemMail(order, refund)] }),
  },

  'date-moved': {
    text: (order, mail, { publicUrl }) => movedDateMail(order, mail, publicUrl),
    samples({ order, publicUrl, words }) {
      const moved = {
        uuid: 'l1',
        moveId: 1,
        formerAt: new Date('2026-11-30T00:00:00Z'),
        expectedAt: new Date('2026-12-14T00:00:00Z'),
        isMailed: true,
      }
      const arrival = { from: '2026-12-15', to: '2026-12-16' }
      const coming = [{ uuid: 'l1', name: words.product, quantity: 2, arrival }]
      return { 'order-date-moved': [movedDateMail(order, { moved: [moved], coming }, publicUrl)] }
    },
  },
}
