/** The mails of an order: one of each kind, however often it is tried and wherever it was interrupted. */
import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.generated.ts'
import { fillMessage } from '../../../domain/content/message.ts'
import type { MailPayloads, OrderMailKind } from '../../../domain/jobs/job-queue.ts'
import { mailKindOfOrder } from '../../../domain/mail/mail-kind.ts'
import { admitOrderMail } from '../../../domain/order-mails/admit-order-mail.server.ts'
import { noteMailSent, resendsOf } from '../../../domain/order-mails/order-mail-repository.server.ts'
import { lockOwedMails, type OwedMail } from '../../../domain/order-mails/owed-mails.server.ts'
import { findOrderById } from '../../../domain/orders/order-repository.server.ts'
import { paymentOfOrder } from '../../../domain/payments/shown-payment.server.ts'
import { shownPayment } from '../../../domain/payments/shown-payment.ts'
import { collectedMail } from '../../../providers/mail/collected-mail.ts'
import { invoiceFileName, type RenderInvoice } from '../../../domain/invoices/invoice-document.ts'
import type { MailAttachment } from '../../../providers/mail/mailer.ts'
import { shownPictures, type MailPictures } from '../../../providers/mail/mail-pictures.ts'
import { orderMailRows, type OrderMailRows } from '../../../providers/mail/order-mail-rows.ts'
import { mailTemplate, type MailServices } from '../../../providers/mail/mail-template.ts'
import type { ModuleMailServices } from '../../../providers/mail/module-mails.ts'
import type { MailedOrder, OrderMailOfModule } from '../../../providers/mail/order-mail-of-module.ts'
import { orderMailText } from '../../../providers/mail/order-mail-text.ts'
import { textsOf } from '../../../locales/texts.server.ts'
import type { StoreCode } from '../../../domain/stores/stores.ts'
import { withdrawalPath } from '../../../domain/stores/paths.ts'
import { offersReturnLabels } from '../../../domain/parcels/return-labels.ts'
import { withParagraph, type MailText, type PlainMail } from '../../../providers/mail/plain-mail.ts'
import { manifests } from '../../module-manifests.ts'
import type { OrderPictures } from '../order-pictures.ts'
import { orderMailTexts, type OrderMailText, type PlainContent } from './order-mail-texts.ts'

/** The codes of sold gift cards are derived from `keys`. */
export interface OrderMailServices extends MailServices {
  renderInvoice: RenderInvoice
  /** Absent: mails show no pictures of products. */
  orderPictures?: OrderPictures
  /** Lines that modules add to the confirmation. */
  orderLines?: (
    services: ModuleMailServices,
    order: { number: string; store: StoreCode },
  ) => Promise<string[]>
}

interface Prepared {
  admission: 'now' | 'collected'
  pictures: MailPictures
}

/**
 * Its row of `order_mail` is locked meanwhile. A crash between sending and recording sends the same mail again under the
 * same message id. A delayed confirmation is sent when its delay has ended, with all others delayed for its recipient.
 */
export const orderMail = mailTemplate<MailPayloads['order-mail'], OrderMailServices, Prepared>({
  async prepare(services, { orderId, kind }) {
    await loadTemplate()
    const admission = await admitOrderMail(services, orderId, kind)
    if (typeof admission === 'object') return admission
    const pictures = admission === 'now' ? await picturesFor(services, orderId, kind) : noPictures
    return { prepared: { admission, pictures } }
  },
  async mail(trx, services, { orderId, kind }, { prepared: { admission, pictures }, record }) {
    const due = await lockOwedMails(trx, services, { orderId, kind, admission })
    const [first] = due?.mails ?? []
    if (!due || !first) return null
    const { order, mails } = due
    const { store, customer, placedAt } = order.snapshot
    const texts = await Promise.all(mails.map((mail) => textOf(trx, services, mail, pictures)))
    const text = texts.length === 1 ? texts[0]! : collectedMail(store, texts)
    const attachments = [...shownPictures(text.html, pictures), ...(await attachmentsOf(services, mails))]
    const resends = await resendsOf(trx, { orderId: first.order.id, kind: first.kind })
    const noteSent = async (messageId: string | null) => {
      for (const mail of mails) {
        await noteMailSent(trx, { orderId: mail.order.id, kind: mail.kind }, messageId)
        if (mail.content === 'gift-cards')
          record({
            action: 'gift_card.issue',
            object: ['order', mail.order.number],
            store,
            after: { cards: mail.cards.length },
          })
      }
    }
    return {
      name: [first.order.number, first.kind, ...(resends > 0 ? [`again-${resends}`] : [])].join('-'),
      kind: mailKindOfOrder(first.kind),
      store,
      to: customer.email,
      ...(mails.length === 1 && { order: first.order.number }),
      ...text,
      ...(attachments.length > 0 && { attachments }),
      date: new Date(kind === 'confirmation' && admission === 'now' ? placedAt : services.clock()),
      noteSent,
    }
  },
  async samples(data) {
    const { store, order, publicUrl } = data
    const payment = shownPayment(order.snapshot.payment, null)
    const text = await confirmationText(orderMailRows({ ...order, payment }, publicUrl, true), order.number)
    const others = [...Object.values(orderMailTexts), ...ofModules.values()].map(({ samples }) =>
      samples(data),
    )
    return Object.assign({ 'order-confirmation': [text, collectedMail(store, [text, text])] }, ...others)
  },
})

const noPictures: MailPictures = new Map()

/** What makes the mails of modules, by the first word of their kinds. */
const ofModules: ReadonlyMap<string, OrderMailOfModule> = new Map(
  [...manifests.values()].flatMap(({ orderMails = {} }) => Object.entries(orderMails)),
)

function moduleMailOf(kind: OrderMailKind): OrderMailOfModule | undefined {
  return [...ofModules].find(([word]) => kind.startsWith(`${word}-`))?.[1]
}

/** Mails that list goods. */
const listsGoods = (kind: OrderMailKind): boolean =>
  kind === 'confirmation' ||
  kind === 'cancelled' ||
  /^(?:shipped|refund)-/.test(kind) ||
  (moduleMailOf(kind)?.listsGoods ?? false)

/** Read before a transaction holds a connection. */
async function picturesFor(
  { db, orderPictures }: OrderMailServices,
  orderId: number,
  kind: OrderMailKind,
): Promise<MailPictures> {
  if (!orderPictures || !listsGoods(kind)) return noPictures
  const order = await findOrderById(db, orderId)
  return order === null ? noPictures : orderPictures(order.snapshot)
}

/** The invoices and credit notes of the mails, as PDF. */
async function attachmentsOf(
  { renderInvoice }: OrderMailServices,
  mails: readonly OwedMail[],
): Promise<MailAttachment[]> {
  const documents = mails.flatMap((mail) => ('invoices' in mail ? mail.invoices : []))
  return Promise.all(
    documents.map(async (document) => ({
      filename: invoiceFileName(document),
      contentType: 'application/pdf',
      content: await renderInvoice(document),
    })),
  )
}

/** Every mail of a consumer's order links to the withdrawal (CRD Art. 11a (1)). */
async function textOf(
  trx: Kysely<DB>,
  services: OrderMailServices,
  mail: OwedMail,
  pictures: MailPictures,
): Promise<MailText> {
  const order = { ...mail.order, payment: await paymentOfOrder(services.db, mail.order), pictures }
  if (mail.content === 'confirmation') return confirmation(services, order)
  const { store, customer } = order.snapshot
  const text = await plainTextOf(trx, services, mail, order)
  if (customer.type === 'business') return text
  const words = textsOf(store).mails.order.withdrawalLink
  return withParagraph(text, {
    link: `${services.publicUrl}/${store}/${withdrawalPath}`,
    words,
  })
}

async function plainTextOf(
  trx: Kysely<DB>,
  { clock, publicUrl, parcels }: OrderMailServices,
  mail: OwedMail & { content: PlainContent | 'module' },
  order: MailedOrder,
): Promise<PlainMail> {
  if (mail.content === 'module') {
    const own = moduleMailOf(mail.kind)
    if (own === undefined) throw new Error(`no module makes the mail ${mail.kind}`)
    const hasReturnLabels = offersReturnLabels(parcels, order.snapshot.store)
    return own.text(trx, { order, kind: mail.kind }, { clock, publicUrl, hasReturnLabels })
  }
  // The compiler does not see that the entry and the mail have the same content.
  const { text }: OrderMailText<never> = orderMailTexts[mail.content]
  return text(order, mail as never, { publicUrl })
}

/** The template is JSX: it is loaded only in the built server, which renders mails. */
const loadTemplate = () => import('../../../providers/mail/order-mail.tsx')

async function confirmation(services: OrderMailServices, order: MailedOrder): Promise<MailText> {
  const { db, clock, publicUrl } = services
  const { store } = order.snapshot
  const rows = orderMailRows(order, publicUrl, offersReturnLabels(services.parcels, store))
  const lines = await services.orderLines?.({ db, clock, publicUrl }, { number: order.number, store })
  rows.ofModules = lines ?? []
  return confirmationText(rows, order.number)
}

async function confirmationText(rows: OrderMailRows, number: string): Promise<MailText> {
  const { renderOrderMail } = await loadTemplate()
  return {
    subject: fillMessage(rows.words.subject, { number }),
    html: await renderOrderMail(rows),
    text: orderMailText(rows),
  }
}
