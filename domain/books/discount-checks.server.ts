/** Coupon codes and gift cards. */
import { sql } from 'kysely'
import { amountText, settledStatuses, type BookCheck, type Difference } from './book-check.server.ts'

/**
 * Two cases are within the rules although a code is used beyond its limit: an order whose payment arrives after it had
 * failed counts its uses again (db/routines/coupon-use.sql), and staff may lower a limit below the uses so far.
 */
const couponUses: BookCheck = {
  name: 'coupon-uses',
  holds: 'the uses of a code are those of orders that were not given up, and within its limits',
  find: ({ stores, limit }) => sql<Difference>`
    with counted as (
      select u.coupon_id, u.customer_key, u.used_at, o.status in ('payment_failed', 'cancelled') as is_given_up,
        exists (select from order_event e where e.order_id = u.order_id and e.from_status = 'payment_failed') as is_revived
      from coupon_use u join orders o on o.id = u.order_id where u.released_at is null
    ), totals as (
      select coupon_id, count(*) as uses, count(*) filter (where not is_revived) as limited_uses, max(used_at) as last_at
      from counted group by coupon_id
    )
    select 'code ' || c.code as concerns, 'counts ' || c.used || ' uses, orders and a former shop have ' || c.used_before + coalesce(t.uses, 0) as problem
    from coupon c left join totals t on t.coupon_id = c.id
    where (c.usage_limit is not null or c.usage_limit_per_customer is not null) 
      and c.used <> c.used_before + coalesce(t.uses, 0)
    union all
    select 'code ' || c.code, 'is used ' || c.used_before + t.limited_uses || ' times, its limit is ' || c.usage_limit
    from coupon c join totals t on t.coupon_id = c.id
    where c.used_before + t.limited_uses > c.usage_limit and t.last_at > c.updated_at
    union all
    select 'code ' || c.code, 'is used ' || count(*) || ' times by one customer, its limit is ' || c.usage_limit_per_customer
    from coupon c join counted u on u.coupon_id = c.id
    where c.usage_limit_per_customer is not null and not u.is_revived
    group by c.id, u.customer_key having count(*) > c.usage_limit_per_customer and max(u.used_at) > c.updated_at
    union all
    select 'order ' || o.number || ', code ' || c.code,
      case when u.released_at is null then 'the order is ' || o.status || ' and its use is not released'
        else 'the order is ' || o.status || ' and its use is released' end
    from coupon_use u join orders o on o.id = u.order_id join coupon c on c.id = u.coupon_id
    where o.store = any(${stores}::text[])
      and (u.released_at is null) = (o.status in ('payment_failed', 'cancelled'))
    order by 1 limit ${limit}`,
}

const giftCards: BookCheck = {
  name: 'gift-cards',
  holds:
    'the balance of a gift card is what was issued less spent and taken away plus returned, and between zero and what was issued',
  find: ({ stores, limit }) => sql<Difference>`
    select 'gift card …' || g.hint as concerns,
      'balance ' || ${amountText(sql`g.balance_minor`)} || ' of ' || ${amountText(sql`g.issued_minor`)} || ', its entries say '
        || ${amountText(sql`e.balance_minor`)} || ' of ' || ${amountText(sql`e.issued_minor`)} as problem
    from gift_card g left join (
      select gift_card_id, sum(amount_minor) as balance_minor,
        sum(amount_minor) filter (where kind = 'issued') as issued_minor
      from gift_card_entry group by gift_card_id
    ) e on e.gift_card_id = g.id
    where g.store = any(${stores}::text[])
      and (g.balance_minor <> coalesce(e.balance_minor, 0) or g.issued_minor <> coalesce(e.issued_minor, 0)
        or g.balance_minor < 0 or g.balance_minor > g.issued_minor)
    order by 1 limit ${limit}`,
}

/** A held order whose payment had failed may have charged less than before: staff see it. */
const giftCardPayments: BookCheck = {
  name: 'gift-card-payments',
  holds:
    'an order has charged to gift cards what it says, less what was refunded to them; nothing if it was given up',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || s.number as concerns,
      'is ' || s.status || ' and charged ' || ${amountText(sql`s.charged_minor`)} || ' to gift cards instead of '
        || ${amountText(sql`s.owed_minor`)} as problem
    from (
      select o.number, o.status, coalesce(e.charged_minor, 0) as charged_minor,
        case when o.status in ('payment_failed', 'cancelled') then 0
          else o.total_minor - coalesce((o.snapshot->>'payableMinor')::bigint, o.total_minor)
            - coalesce((o.snapshot->'exchange'->>'amountMinor')::bigint, 0)
            - coalesce(r.returned_minor, 0) end as owed_minor
      from orders o
      left join (
        select order_id, -sum(amount_minor) as charged_minor from gift_card_entry
        where kind in ('spent', 'returned') group by order_id
      ) e on e.order_id = o.id
      left join (select order_id, sum(to_gift_cards_minor) as returned_minor from refund group by order_id) r
        on r.order_id = o.id
      where o.store = any(${stores}::text[])
        and (o.status in ${settledStatuses} or o.status in ('pending', 'payment_failed', 'cancelled'))
    ) s
    where s.charged_minor <> s.owed_minor
    order by 1 limit ${limit}`,
}

export const discountChecks: readonly BookCheck[] = [couponUses, giftCards, giftCardPayments]
