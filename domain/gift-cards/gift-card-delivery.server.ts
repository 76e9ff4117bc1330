/**
 * The only SQL for deliveries of gift cards to somebody else than their buyer. A delivery is planned when the cards are
 * issued, and sent once, on its day: the job `gift-cards` owes its mail.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited, type RecordAudit } from '../audit/audited.server.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { dropUnsentMail } from '../mail/mail-outbox.server.ts'
import type { Minor } from '../money/money.ts'
import type { StoreCode } from '../stores/stores.ts'
import { cardKeys, readCardCode, soldCardCodes } from './gift-card-code.server.ts'
import { deliveryDays, deliveryMoment, type GiftRecipient } from './gift-recipient.ts'

export type DeliveryStatus = 'waiting' | 'sent' | 'cancelled'

export interface GiftCardDelivery {
  id: number
  orderId: number
  orderNumber: string
  lineUuid: string
  store: StoreCode
  recipientName: string
  recipientEmail: string
  greeting: string
  /** `YYYY-MM-DD`. */
  deliverOn: string
  status: DeliveryStatus
  sentAt: Date | null
  resends: number
  /** Key of its mail in the outbox: the mail is owed once, and once more where staff send it again. */
  mailKey: string
}

const mailKeyOf = sql`'gift-card ' || d.id || ' ' || d.resends`

const columns = sql`d.id, d.order_id as "orderId", o.number as "orderNumber", d.line_uuid as "lineUuid", d.store,
  d.recipient_name as "recipientName", d.recipient_email as "recipientEmail", d.greeting,
  d.deliver_on::text as "deliverOn", d.status, d.sent_at as "sentAt", d.resends,
  ${mailKeyOf} as "mailKey"`

/** Plans the delivery of a line's cards. Idempotent. */
export async function planDelivery(
  trx: Kysely<DB>,
  {
    orderId,
    lineUuid,
    store,
    recipient,
  }: { orderId: number; lineUuid: string; store: StoreCode; recipient: GiftRecipient },
): Promise<void> {
  const { name, email, greeting, deliverOn } = recipient
  const dueAt = new Date(deliveryMoment(store, deliverOn))
  await sql`insert into gift_card_delivery
    (order_id, line_uuid, store, recipient_name, recipient_email, greeting, deliver_on, due_at)
    values (${orderId}, ${lineUuid}, ${store}, ${name}, ${email}, ${greeting}, ${deliverOn}::date, ${dueAt})
    on conflict do nothing`.execute(trx)
}

/** Deliveries that are due and whose mail is neither owed yet nor dismissed, the oldest first. */
export async function dueDeliveries(
  db: Kysely<DB>,
  now: Date,
  limit: number,
): Promise<Pick<GiftCardDelivery, 'id' | 'mailKey'>[]> {
  const { rows } = await sql<Pick<GiftCardDelivery, 'id' | 'mailKey'>>`select d.id, ${mailKeyOf} as "mailKey"
    from gift_card_delivery d where d.status = 'waiting' and d.dismissed_at is null and d.due_at <= ${now}
      and not exists (select from mail_outbox m where m.key = ${mailKeyOf}
        and m.state in ('waiting', 'sending', 'failed'))
    order by d.due_at limit ${limit}`.execute(db)
  return rows
}

/**
 * Locks a delivery that is still to be sent, after its order, as a refund of its cards does. Null: sent, cancelled, not
 * due any more, or another node is sending it.
 */
export async function lockDueDelivery(
  trx: Kysely<DB>,
  id: number,
  now: Date,
): Promise<GiftCardDelivery | null> {
  await sql`select 1 from orders where id = (select order_id from gift_card_delivery where id = ${id})
    for update`.execute(trx)
  const { rows } = await sql<GiftCardDelivery>`select ${columns}
    from gift_card_delivery d join orders o on o.id = d.order_id
    where d.id = ${id} and d.status = 'waiting' and d.due_at <= ${now} for update of d skip locked`.execute(
    trx,
  )
  return rows[0] ?? null
}

/** The delivery of an order with this id; null: there is none. */
export async function findDelivery(db: Kysely<DB>, id: number): Promise<GiftCardDelivery | null> {
  const { rows } = await sql<GiftCardDelivery>`select ${columns}
    from gift_card_delivery d join orders o on o.id = d.order_id where d.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The deliveries of an order, in the order of its lines' ids. */
export async function deliveriesOf(db: Kysely<DB>, orderNumber: string): Promise<GiftCardDelivery[]> {
  const { rows } = await sql<GiftCardDelivery>`select ${columns}
    from gift_card_delivery d join orders o on o.id = d.order_id
    where o.number = ${orderNumber} order by d.id`.execute(db)
  return rows
}

export interface DeliveredCard {
  code: string
  amountMinor: Minor
}

/** The codes of a delivery's cards that are still valid. Throws where a code was made with a forgotten secret. */
export async function cardsOfDelivery(
  trx: Kysely<DB>,
  keys: Keyring,
  { orderId, lineUuid }: Pick<GiftCardDelivery, 'orderId' | 'lineUuid'>,
): Promise<DeliveredCard[]> {
  const { rows } = await sql<{ unit: number | null; codeKey: string; amountMinor: Minor }>`
    select unit, code_key as "codeKey", issued_minor as "amountMinor" from gift_card
    where order_id = ${orderId} and line_uuid = ${lineUuid} and disabled_at is null order by unit`.execute(
    trx,
  )
  return rows.map(({ unit, codeKey, amountMinor }) => {
    const codes = soldCardCodes(keys, { orderId, lineUuid, unit: unit! })
    const code = codes.find((each) => cardKeys(keys, readCardCode(each)!).includes(codeKey))
    if (code === undefined)
      throw new Error(`the code of a gift card sold with order ${orderId} was made with an unlisted secret`)
    return { code, amountMinor }
  })
}

/** Notes the end of a delivery, with its audit entry. */
export async function endDelivery(
  trx: Kysely<DB>,
  record: RecordAudit,
  { id, orderNumber, store }: Pick<GiftCardDelivery, 'id' | 'orderNumber' | 'store'>,
  { status, at }: { status: 'sent' | 'cancelled'; at: Date },
): Promise<void> {
  await sql`update gift_card_delivery set status = ${status}, sent_at = ${status === 'sent' ? at : null}
    where id = ${id}`.execute(trx)
  record({
    action: status === 'sent' ? 'gift_card.deliver' : 'gift_card.cancel_delivery',
    object: ['order', orderNumber],
    store,
    after: { delivery: id },
  })
}

export type PlanAgain =
  | { ok: true; delivery: GiftCardDelivery }
  | { ok: false; code: 'unknown' | 'cancelled' | 'already_sent' | 'impossible_day' }

/**
 * Moves a delivery to another day (`deliverOn`), or to another address. One that was sent is sent again only where
 * `again` asks for it.
 */
export async function planDeliveryAgain(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  id: number,
  { deliverOn, email, again = false }: { deliverOn?: string; email?: string; again?: boolean },
): Promise<PlanAgain> {
  return audited(db, actor, async (trx, record): Promise<PlanAgain> => {
    await sql`select 1 from gift_card_delivery where id = ${id} for update`.execute(trx)
    const delivery = await findDelivery(trx, id)
    if (delivery === null) return { ok: false, code: 'unknown' }
    if (delivery.status === 'cancelled') return { ok: false, code: 'cancelled' }
    if (delivery.status === 'sent' && !again) return { ok: false, code: 'already_sent' }
    const { store, orderNumber, resends, mailKey } = delivery
    const { first, last } = deliveryDays(store, clock())
    if (deliverOn !== undefined && (deliverOn < first || deliverOn > last))
      return { ok: false, code: 'impossible_day' }
    const day = deliverOn ?? (again ? first : delivery.deliverOn)
    // What staff send again leaves at once, whatever the hour.
    const dueAt = new Date(again && day === first ? clock() : deliveryMoment(store, day))
    await sql`update gift_card_delivery set deliver_on = ${day}::date, due_at = ${dueAt}, status = 'waiting',
      sent_at = null, dismissed_at = null, recipient_email = ${email ?? delivery.recipientEmail},
      resends = resends + ${again ? 1 : 0}::integer where id = ${id}`.execute(trx)
    // One that was given up, or waits for the former recipient's limit, is owed again to what staff have changed.
    await dropUnsentMail(trx, mailKey)
    record({
      action: 'gift_card.plan_delivery',
      object: ['order', orderNumber],
      store,
      before: { deliverOn: delivery.deliverOn, resends },
      after: {
        deliverOn: day,
        resends: resends + (again ? 1 : 0),
        ...(email && { address: 'changed' }),
      },
    })
    return { ok: true, delivery: (await findDelivery(trx, id))! }
  })
}
