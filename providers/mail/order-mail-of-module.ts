/** Mails of an order whose kinds a module adds (`OrderMailKinds`). */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { OrderMailKind } from '../../domain/jobs/job-queue.ts'
import type { StoredOrder } from '../../domain/orders/order-repository.server.ts'
import type { ShownPayment } from '../../domain/payments/shown-payment.ts'
import type { MailPictures } from './mail-pictures.ts'
import type { MailSamples, SampleData } from './mail-sample.ts'
import type { PlainMail } from './plain-mail.ts'

export type MailedOrder = StoredOrder & { payment: ShownPayment; pictures: MailPictures }

export interface OrderMailOfModule {
  /** They list goods, beside their pictures. */
  listsGoods: boolean
  /** As things are when it is sent, read in the transaction that records it. */
  text(
    trx: Kysely<DB>,
    mail: { order: MailedOrder; kind: OrderMailKind },
    /** `clock`: epoch milliseconds. `hasReturnLabels`: buyers get labels of a carrier for what they send back. */
    shop: { clock: () => number; publicUrl: string; hasReturnLabels: boolean },
  ): Promise<PlainMail>
  samples(data: SampleData): MailSamples
}
