/**
 * Samples of mails: what `npm run mails` shows and the tests of all mails read. A template words them from example data
 * that it is given (`test/mails/`), so that the data are in no build.
 */
import type { InvoiceBalance } from '../../domain/invoices/invoice-state.ts'
import type { MailKind } from '../../domain/mail/mail-kind.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import type { ShownPayment } from '../../domain/payments/shown-payment.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import type { StoredShipment } from '../../domain/shipments/shipment-repository.server.ts'
import type { ServicePoint } from '../../domain/shipping/service-point.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { MailText } from './plain-mail.ts'

export interface SampleData {
  store: StoreCode
  /** The shop's own origin. */
  publicUrl: string
  /** An address for links. */
  link: string
  at: Date
  /** What buyers, companies and staff write, and the goods, in the language of the store. */
  words: { product: string; variant: string; giftCard: string; company: string; rejection: string }
  order: { number: string; accessToken: string; snapshot: OrderSnapshot; payment: ShownPayment }
  refund: StoredRefund
  shipment: StoredShipment
  servicePoint: ServicePoint
  /** Of the order's invoice, which is overdue. */
  balance: InvoiceBalance
}

/** Kind → its variants. */
export type MailSamples = Readonly<Partial<Record<MailKind, readonly MailText[]>>>
