/** The mails about an order held for review: held, rejected, or expired without a decision. */
import { fillMessage as fill } from '../../domain/content/message.ts'
import { textsOf } from '../../locales/texts.server.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import { storePolicies, stores } from '../../domain/stores/stores.ts'
import { greeting } from './greeting.ts'
import type { PaidOrder } from './payment-words.ts'
import { plainMail, type PlainMail } from './plain-mail.ts'
import { moneyBackParagraphs } from './refund-mail.ts'

export type HeldOrderMailKind = 'held' | 'rejected' | 'expired'

/** `refund`: the refund, if money had been collected for a rejected order. */
export function heldOrderMail(
  order: PaidOrder & { number: string },
  kind: HeldOrderMailKind,
  refund: StoredRefund | null = null,
): PlainMail {
  const { number, snapshot } = order
  const { store, customer } = snapshot
  const said = textsOf(store).mails.heldOrder
  const days = storePolicies[store].heldOrderDays
  const name = `${customer.firstName} ${customer.lastName}`.trim()
  const body =
    kind === 'held'
      ? [fill(said.held, { number }), fill(said.heldUntil, { days })]
      : [
          kind === 'expired' ? fill(said.expired, { number, days }) : fill(said.rejected, { number }),
          said.nothingSent,
          ...moneyBackParagraphs(order, refund),
          said.tryAgain,
        ]
  return plainMail(store, fill(said.subject[kind], { number }), [
    greeting(store, name),
    ...body,
    fill(said.questions, { phone: stores[store].phoneNumber }),
  ])
}
