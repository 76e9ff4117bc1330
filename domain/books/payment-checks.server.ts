/** Payments and their orders, and what was captured and refunded of them. */
import { sql } from 'kysely'
import {
  amountText,
  paidStatuses,
  paymentName,
  settledStatuses,
  type BookCheck,
  type Difference,
} from './book-check.server.ts'

const paymentHasOrder: BookCheck = {
  name: 'payment-has-order',
  holds:
    'every paid payment has exactly one order, which is not pending, failed or cancelled with the money kept',
  find: ({ stores, limit }) => sql<Difference>`
    select coalesce('order ' || o.number || ', ', '') || ${paymentName} as concerns,
      case when o.id is null then 'is paid and has no order' else 'is paid and its order is ' || o.status end as problem
    from payment_attempt a left join orders o on o.id = a.order_id
    where a.store = any(${stores}::text[]) and (a.status in ${paidStatuses} or a.captured_minor > 0)
      and (o.id is null or o.status = 'pending'
        or o.status in ('payment_failed', 'cancelled') and a.captured_minor > a.refunded_minor
          and not exists (select from payment_operation p where p.attempt_id = a.id and p.status in ('sent', 'unknown')))
    union all
    select 'order ' || o.number, 'has ' || count(*) || ' paid payments'
    from payment_attempt a join orders o on o.id = a.order_id
    where a.store = any(${stores}::text[]) and a.status in ${paidStatuses}
    group by o.id having count(*) > 1
    order by 1 limit ${limit}`,
}

const orderHasPayment: BookCheck = {
  name: 'order-has-payment',
  holds: 'every order that the shop delivers is paid, or waits for its invoice to be paid',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || o.number as concerns,
      case when a.id is null then 'is ' || o.status || ' and has no paid payment'
        else 'is ' || o.status || ' and its time of payment is missing' end as problem
    from orders o left join payment_attempt a on a.order_id = o.id and a.status in ${paidStatuses}
    where o.store = any(${stores}::text[]) and o.status in ${settledStatuses}
      and (a.id is null or o.paid_at is null and o.payment_provider <> 'invoice')
    order by 1 limit ${limit}`,
}

const paymentAmount: BookCheck = {
  name: 'payment-amount',
  holds: 'amount, currency and hash of a payment are those of its order',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || o.number || ', ' || ${paymentName} as concerns,
      'is for ' || ${amountText(sql`a.amount_minor`)} || ' ' || a.currency || ', the order for '
        || ${amountText(sql`coalesce((o.snapshot->>'payableMinor')::bigint, o.total_minor)`)} || ' ' || o.currency
        || case when a.snapshot_hash is distinct from o.snapshot_hash then ', of another content' else '' end as problem
    from payment_attempt a join orders o on o.id = a.order_id
    where o.store = any(${stores}::text[])
      and not (o.status in ('payment_failed', 'cancelled') and exists (select from refund r where r.order_id = o.id))
      and (a.amount_minor <> coalesce((o.snapshot->>'payableMinor')::bigint, o.total_minor)
        or a.currency <> o.currency or a.store <> o.store or a.snapshot_hash is distinct from o.snapshot_hash)
    order by 1 limit ${limit}`,
}

/**
 * A payment that its provider captured at the purchase, or whose record was read before the answer to a capture was
 * stored, has more captured than its operations say, up to its amount. So has one of an order that is held or was given
 * up, whatever its amount.
 */
const paymentSums: BookCheck = {
  name: 'payment-sums',
  holds:
    'captured is at most authorized, refunded at most captured, and both are the sums of the operations done',
  find: ({ stores, limit }) => sql<Difference>`
    select coalesce('order ' || o.number || ', ', '') || ${paymentName} as concerns,
      'amount ' || ${amountText(sql`a.amount_minor`)} || ', captured ' || ${amountText(sql`a.captured_minor`)}
        || ' (operations ' || ${amountText(sql`p.captured_minor`)} || '), refunded '
        || ${amountText(sql`a.refunded_minor`)} || ' (operations ' || ${amountText(sql`p.refunded_minor`)} || ')' as problem
    from payment_attempt a left join orders o on o.id = a.order_id
    left join (
      select attempt_id,
        sum(amount_minor) filter (where kind = 'capture' and status = 'done') as captured_minor,
        sum(amount_minor) filter (where kind = 'capture' and status <> 'refused') as asked_minor,
        sum(amount_minor) filter (where kind = 'refund' and status = 'done') as refunded_minor
      from payment_operation group by attempt_id
    ) p on p.attempt_id = a.id
    where a.store = any(${stores}::text[])
      and (a.captured_minor > a.amount_minor or a.refunded_minor > a.captured_minor
        or a.captured_minor < coalesce(p.captured_minor, 0)
        or a.captured_minor > coalesce(p.asked_minor, 0) and a.captured_minor <> a.amount_minor
          and coalesce(o.status, '') not in ('held', 'payment_failed', 'cancelled')
        or a.refunded_minor <> coalesce(p.refunded_minor, 0))
    order by 1 limit ${limit}`,
}

/**
 * Of what was authorized, only what was refunded before it left is never captured. A capture that its provider refused is
 * in `captures-of-shipments` too.
 */
const paymentsOfShippedOrders: BookCheck = {
  name: 'payments-of-shipped-orders',
  holds:
    'captured less refunded is the price of what the buyer keeps, less what gift cards and exchanged goods paid of it',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || s.number || ', ' || s.payment as concerns,
      'has left, ' || ${amountText(sql`s.captured_minor`)} || ' of ' || ${amountText(sql`s.payable_minor`)}
        || ' was captured or asked for, and ' || ${amountText(sql`s.uncollected_minor`)} || ' was refunded before it left' as problem
    from (
      select o.number, ${paymentName} as payment,
        greatest(a.captured_minor, coalesce((select sum(p.amount_minor) from payment_operation p
          where p.attempt_id = a.id and p.kind = 'capture' and p.status <> 'refused'), 0)) as captured_minor,
        coalesce((o.snapshot->>'payableMinor')::bigint, o.total_minor) as payable_minor,
        coalesce((select sum(r.uncollected_minor) from refund r where r.order_id = o.id), 0) as uncollected_minor
      from payment_attempt a join orders o on o.id = a.order_id
      where o.store = any(${stores}::text[]) and a.status in ${paidStatuses}
        and o.status in ('shipped', 'delivered', 'returned') and exists (select from shipment h where h.order_id = o.id)
    ) s
    where s.captured_minor <> s.payable_minor - s.uncollected_minor
    order by 1 limit ${limit}`,
}

/** A capture that its provider refused leaves goods delivered without money: it is a difference. */
const capturesOfShipments: BookCheck = {
  name: 'captures-of-shipments',
  holds:
    'what was captured is what was shipped; more only where staff captured early, or the rest was paid in advance and refunded',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || o.number || ', ' || ${paymentName} as concerns,
      'shipped for ' || ${amountText(sql`s.shipped_minor`)} || ', captured or asked for ' || ${amountText(sql`greatest(a.captured_minor, p.asked_minor)`)} as problem
    from payment_attempt a join orders o on o.id = a.order_id
    left join (select order_id, sum(amount_minor) as shipped_minor from shipment group by order_id) s on s.order_id = o.id
    left join (
      select attempt_id, sum(amount_minor) as asked_minor from payment_operation
      where kind = 'capture' and status <> 'refused' group by attempt_id
    ) p on p.attempt_id = a.id
    where o.store = any(${stores}::text[]) and a.status in ${paidStatuses}
      and (greatest(a.captured_minor, p.asked_minor) < coalesce(s.shipped_minor, 0)
        or p.asked_minor > coalesce(s.shipped_minor, 0)
          and not exists (select from refund r where r.order_id = o.id)
          and not exists (select from payment_operation e where e.attempt_id = a.id and e.status <> 'refused'
            and e.idempotency_key = 'capture-' || a.id || '-early'))
    order by 1 limit ${limit}`,
}

const refunds: BookCheck = {
  name: 'refunds',
  holds:
    'the refunds of an order are at most its total, its VAT and its units, and each was asked of its provider, an overpaid order’s with the rest, those of an exchange’s order of the provider before it',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || o.number as concerns,
      'refunded ' || ${amountText(sql`r.amount_minor`)} || ' of ' || ${amountText(sql`o.total_minor`)} || ', VAT '
        || ${amountText(sql`r.vat_minor`)} || ' of ' || ${amountText(sql`o.vat_minor`)} || ', by the provider '
        || ${amountText(sql`r.to_provider_minor`)} || ' (operations ' || ${amountText(sql`p.asked_minor`)} || ')' as problem
    from (
      select order_id, sum(amount_minor) as amount_minor, sum(vat_minor) as vat_minor,
        sum(to_provider_minor) as to_provider_minor
      from refund group by order_id
    ) r join orders o on o.id = r.order_id
    left join (
      select a.order_id,
        sum(p.amount_minor) - case when f.status in ('payment_failed', 'cancelled')
          then greatest(0, max(a.captured_minor) - coalesce((f.snapshot->>'payableMinor')::bigint, f.total_minor))
          else 0 end as asked_minor
      from payment_operation p join payment_attempt a on a.id = p.attempt_id join orders f on f.id = a.order_id
      where p.kind = 'refund' group by a.order_id, f.id
    ) p on p.order_id = o.id
    left join (
      select x.order_id, sum(f.to_origin_minor) as minor
      from order_return x join refund f on f.order_id = x.exchange_order_id group by x.order_id
    ) e on e.order_id = o.id
    where o.store = any(${stores}::text[])
      and (r.amount_minor > o.total_minor or r.vat_minor > o.vat_minor
        or r.to_provider_minor + coalesce(e.minor, 0) <> coalesce(p.asked_minor, 0))
    union all
    select 'order ' || o.number || ', ' || l.sku, 'refunded ' || u.units || ' of ' || l.quantity || ' units'
    from (
      select r.order_id, line->>'uuid' as uuid, sum((line->>'quantity')::integer) as units
      from refund r cross join jsonb_array_elements(r.parts->'lines') as line group by r.order_id, line->>'uuid'
    ) u join orders o on o.id = u.order_id join order_line l on l.order_id = u.order_id and l.uuid = u.uuid
    where o.store = any(${stores}::text[]) and u.units > l.quantity
    order by 1 limit ${limit}`,
}

export const paymentChecks: readonly BookCheck[] = [
  paymentHasOrder,
  orderHasPayment,
  paymentAmount,
  paymentSums,
  capturesOfShipments,
  paymentsOfShippedOrders,
  refunds,
]
