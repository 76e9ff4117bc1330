/** Orders: their sums, shipments, numbers and mails. */
import { sql } from 'kysely'
import { amountText, settledStatuses, type BookCheck, type Difference } from './book-check.server.ts'

const orderSums: BookCheck = {
  name: 'order-sums',
  holds:
    'lines and shipping add up to an order’s total and VAT, and the total less gift cards and exchanged goods is what is payable',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || s.number as concerns,
      'total ' || ${amountText(sql`s.total_minor`)} || ' (lines and shipping ' || ${amountText(sql`s.parts_minor`)} || '), VAT '
        || ${amountText(sql`s.vat_minor`)} || ' (lines and shipping ' || ${amountText(sql`s.parts_vat_minor`)} || ', rates '
        || ${amountText(sql`s.rates_vat_minor`)} || '), payable ' || ${amountText(sql`s.payable_minor`)}
        || ' after gift cards of ' || ${amountText(sql`s.cards_minor`)}
        || ' and exchanged goods of ' || ${amountText(sql`s.exchange_minor`)} as problem
    from (
      select o.number, o.total_minor, o.vat_minor,
        (o.snapshot->>'totalMinor')::bigint as promised_minor,
        coalesce((o.snapshot->>'payableMinor')::bigint, o.total_minor) as payable_minor,
        coalesce(l.total_minor, 0) + (o.snapshot->'shipping'->>'priceMinor')::bigint as parts_minor,
        coalesce(l.vat_minor, 0) + (o.snapshot->'shipping'->>'vatMinor')::bigint as parts_vat_minor,
        (select coalesce(sum((rate->>'vatMinor')::bigint), 0)
          from jsonb_array_elements(o.snapshot->'vatPerRate') as rate) as rates_vat_minor,
        (select coalesce(sum((card->>'amountMinor')::bigint), 0)
          from jsonb_array_elements(o.snapshot->'giftCards') as card) as cards_minor,
        coalesce((o.snapshot->'exchange'->>'amountMinor')::bigint, 0) as exchange_minor
      from orders o left join (
        select order_id, sum(total_minor) as total_minor, sum(vat_minor) as vat_minor from order_line group by order_id
      ) l on l.order_id = o.id
      where o.store = any(${stores}::text[])
    ) s
    where s.promised_minor <> s.total_minor or s.parts_minor <> s.total_minor
      or s.parts_vat_minor <> s.vat_minor or s.rates_vat_minor <> s.vat_minor
      or s.total_minor - s.cards_minor - s.exchange_minor <> s.payable_minor
    order by 1 limit ${limit}`,
}

/** The one count of units (`order_units`). Fees follow the goods. */
const units: BookCheck = {
  name: 'units',
  holds:
    'the units of a line are open, cancelled or shipped, no more come back than were shipped, and nothing is open of an order that has left',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || o.number || ', ' || u.sku as concerns,
      'of ' || u.ordered || ' units ' || u.shipped || ' were shipped, ' || u.cancelled || ' cancelled and ' || u.returned
        || ' refunded after they had left; the order is ' || o.status as problem
    from order_units u join orders o on o.id = u.order_id
    where o.store = any(${stores}::text[])
      and (u.open < 0 or u.returned > u.shipped
        or u.open > 0 and u.kind <> 'fee' and o.status in ('shipped', 'delivered', 'returned'))
    union all
    select 'order ' || o.number || ', line ' || x.uuid, 'shipped ' || sum(x.quantity) || ' of 0 units'
    from shipment_line x join shipment s on s.id = x.shipment_id join orders o on o.id = s.order_id
    where o.store = any(${stores}::text[])
      and not exists (select from order_line l where l.order_id = s.order_id and l.uuid = x.uuid)
    group by o.number, x.uuid
    order by 1 limit ${limit}`,
}

/** Refunds of before units were counted, of orders of which a part had left; staff say which units they concern. */
const unclearRefunds: BookCheck = {
  name: 'unclear-refunds',
  holds: 'of every refund it is known which of its units had left (else: anode order place-refund)',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || o.number || ', ' || l.sku as concerns,
      'refund ' || r.number || ' (' || r.reason || ') of ' || u.cancelled + u.returned
        || ' units: some had left and others had not; counted as ' || u.cancelled || ' that had not' as problem
    from refund_unit u join refund r on r.id = u.refund_id join orders o on o.id = u.order_id
    join order_line l on l.order_id = u.order_id and l.uuid = u.uuid
    where u.is_unclear and o.store = any(${stores}::text[])
    order by 1 limit ${limit}`,
}

const orderNumbers: BookCheck = {
  name: 'order-numbers',
  holds: 'order numbers are unique and have the prefix of their store',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || o.number as concerns, count(*) || ' orders have this number' as problem
    from orders o where o.store = any(${stores}::text[]) group by o.number having count(*) > 1
    union all
    select 'order ' || o.number, 'is of store ' || o.store || ', whose numbers begin with ' || s.order_number_prefix
    from orders o join store s on s.code = o.store
    where o.store = any(${stores}::text[]) and left(o.number, length(s.order_number_prefix)) <> s.order_number_prefix
    order by 1 limit ${limit}`,
}

/** Delayed confirmations to one recipient are sent as one mail, in one transaction. */
const orderMails: BookCheck = {
  name: 'order-mails',
  holds: 'every received order has its confirmation, and each mail was sent once under one Message-ID',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || o.number as concerns, 'has no confirmation' as problem
    from orders o where o.store = any(${stores}::text[]) and o.status in ${settledStatuses}
      and not exists (select from order_mail m where m.order_id = o.id and m.kind = 'confirmation')
    union all
    select 'order ' || o.number || ', mail ' || m.kind, 'was sent without a Message-ID'
    from order_mail m join orders o on o.id = m.order_id
    where o.store = any(${stores}::text[]) and m.sent_at is not null and m.message_id is null
    union all
    select 'order ' || min(o.number) || ', mail ' || min(m.kind),
      'the Message-ID ' || m.message_id || ' was sent ' || count(distinct m.sent_at) || ' times'
    from order_mail m join orders o on o.id = m.order_id
    where o.store = any(${stores}::text[]) and m.message_id is not null
    group by m.message_id having count(distinct m.sent_at) > 1
    union all
    select 'order ' || o.number || ', mail ' || m.kind, 'is owed ' || count(*) || ' times'
    from order_mail m join orders o on o.id = m.order_id
    where o.store = any(${stores}::text[]) group by o.number, m.kind having count(*) > 1
    order by 1 limit ${limit}`,
}

export const orderChecks: readonly BookCheck[] = [orderSums, units, unclearRefunds, orderNumbers, orderMails]
