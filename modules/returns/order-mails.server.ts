/** The mails of an order about its returns. */
import { minor } from '../../domain/money/money.ts'
import { toProductId } from '../../domain/products/product-id.ts'
import { toSku } from '../../domain/products/sku.ts'
import type { SampleData } from '../../providers/mail/mail-sample.ts'
import type { OrderMailOfModule } from '../../providers/mail/order-mail-of-module.ts'
import { readReturns } from './register-return.server.ts'
import { returnStepMail } from './return-mail.server.ts'
import { returnMail, returnMails, type ReturnMail } from './return-mail-kind.ts'
import { returnTransports, type ReturnTransport } from './return-transport.ts'
import type { ReturnLine } from './return.ts'

export const returnOrderMails: OrderMailOfModule = {
  listsGoods: true,
  async text(trx, { order, kind }, { clock, publicUrl, hasReturnLabels }) {
    const { returns } = await readReturns({ db: trx, clock }, order)
    for (const step of returnMails)
      for (const entry of returns)
        if (kind === returnMail(step, entry))
          return returnStepMail(order, step, entry, publicUrl, hasReturnLabels)
    throw new Error(`there is no return for the mail ${kind} of order ${order.number}`)
  },
  samples(data) {
    const { order } = data
    const returned = (step: ReturnMail, transport: ReturnTransport = 'parcel') =>
      returnStepMail(order, step, returnOf(data, transport, null), data.publicUrl, true)
    const exchanged = (step: ReturnMail, payment: 'klarna' | 'invoice') => {
      const paid = { ...order, snapshot: { ...order.snapshot, payment } }
      const exchange = { ...variant, name: data.words.variant }
      return returnStepMail(paid, step, returnOf(data, 'parcel', exchange), data.publicUrl, true)
    }
    return {
      'order-return-registered': [
        ...returnTransports.map((transport) => returned('registered', transport)),
        exchanged('registered', 'klarna'),
      ],
      'order-return-received': [returned('received')],
      'order-return-exchanged': [exchanged('exchanged', 'klarna'), exchanged('exchanged', 'invoice')],
      'order-return-rejected': [returned('rejected')],
    }
  },
}

/** Goods that are sent in exchange. */
const variant = {
  productId: toProductId(2),
  sku: toSku('A-2'),
  slug: 'batteri-12-v-70-ah',
  unitMinor: minor(19_900),
  totalMinor: minor(39_800),
  vatRateBasisPoints: 2500,
}

const returnOf = (
  { store, order, at, words }: SampleData,
  transport: ReturnTransport,
  exchange: ReturnLine['exchange'],
): Parameters<typeof returnStepMail>[2] => ({
  id: `${order.number}-R1`,
  orderNumber: order.number,
  store,
  status: 'registered',
  labelToken: 'token',
  comment: '',
  refundNumber: null,
  exchangeOrder: 'X100002',
  refundsShipping: true,
  rejection: words.rejection,
  registeredAt: at,
  items: [{ sku: toSku('A-1'), name: words.product, quantity: 2, reason: 'defective', transport, exchange }],
  amountMinor: minor(29_900),
})
