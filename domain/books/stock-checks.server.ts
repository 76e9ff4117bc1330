/** Stock, its history, and the reservations of orders. */
import { sql } from 'kysely'
import { type BookCheck, type Difference } from './book-check.server.ts'

/** Each change of stock is recorded with the units after it; an opening record starts from zero. */
const stock: BookCheck = {
  name: 'stock',
  holds:
    'stock is received less sold plus returned: each recorded change continues the one before, the last is the stock',
  find: ({ stores, limit }) => sql<Difference>`
    with change as (
      select c.id, c.product_id, c.store, c.pool, c.delta, c.units, c.reason,
        lag(c.units) over pool_history as units_before, lead(c.id) over pool_history is null as is_last
      from stock_change c where c.store = any(${stores}::text[])
      window pool_history as (partition by c.product_id, c.store, c.pool order by c.id)
    )
    select 'sku ' || coalesce(p.sku, '#' || s.product_id) || ' in ' || s.store || ', ' || s.pool as concerns,
      'has ' || s.units || ' units, its history ' || coalesce(c.units, 0) as problem
    from (
      select s.product_id, s.store, pool.name as pool, pool.units
      from stock s cross join lateral
        (values ('available', s.available), ('incoming', s.incoming), ('presale', s.presale)) as pool (name, units)
      where s.store = any(${stores}::text[])
    ) s
    left join change c on c.product_id = s.product_id and c.store = s.store and c.pool = s.pool and c.is_last
    left join product p on p.id = s.product_id
    where s.units < 0 or s.units <> coalesce(c.units, 0)
    union all
    select 'sku ' || coalesce(p.sku, '#' || c.product_id) || ' in ' || c.store || ', ' || c.pool,
      'change ' || c.id || ' (' || c.reason || ') of ' || c.delta || ' from ' || coalesce(c.units_before, 0)
        || ' to ' || c.units || ' does not add up'
    from change c left join product p on p.id = c.product_id
    where c.units <> coalesce(c.units_before, 0) + c.delta and c.units <> c.delta
    order by 1 limit ${limit}`,
}

/**
 * Orders from before the history of stock have no recorded sales. A held order has released its stock if its payment
 * had failed before. What has left of an order is not reserved any more, nor what was cancelled.
 */
const reservations: BookCheck = {
  name: 'reservations',
  holds: 'what orders reserve, sold or released is what was taken from the stock for them',
  find: ({ stores, limit }) => sql<Difference>`
    with moved as (
      select c.reference, c.product_id, c.store, c.pool, -sum(c.delta) as units
      from stock_change c where c.store = any(${stores}::text[]) and c.reason in ('sale', 'release')
      group by c.reference, c.product_id, c.store, c.pool
    ), first_sale as (
      select min(reference::bigint) as order_id from moved where reference is not null
    )
    select 'order ' || o.number || ', sku ' || coalesce(p.sku, '#' || r.product_id) || ', ' || r.pool as concerns,
      r.quantity || ' units are ' || r.status || ' (' || r.consumed || ' consumed, ' || r.released
        || ' released) and the order is ' || o.status || ', taken from the stock: ' || coalesce(m.units, 0) as problem
    from stock_reservation r join orders o on o.id = r.order_id
    left join moved m on m.reference = r.order_id::text and m.product_id = r.product_id and m.store = r.store
      and m.pool = r.pool
    left join product p on p.id = r.product_id
    where r.store = any(${stores}::text[])
      and (r.status <> case
          when o.status in ('payment_failed', 'cancelled') then 'released'
          when o.status in ('shipped', 'delivered', 'returned') then case when r.status = 'released'
            and exists (select from refund f where f.order_id = o.id) then 'released' else 'consumed' end
          when o.status = 'held' and r.status = 'released' then 'released'
          when r.consumed + r.released = r.quantity then case when r.consumed > 0 then 'consumed' else 'released' end
          else 'reserved' end
        or coalesce(m.units, 0) <> case r.status when 'released' then 0 else r.quantity - r.released end
          and r.order_id >= (select order_id from first_sale)
          and exists (select from stock s where s.product_id = r.product_id and s.store = r.store))
    union all
    select 'sku ' || coalesce(p.sku, '#' || m.product_id) || ' in ' || m.store || ', ' || m.pool,
      m.units || ' units were taken for the order with id ' || coalesce(m.reference, 'unknown') || ', which has no such reservation'
    from moved m left join product p on p.id = m.product_id
    where m.units <> 0 and not exists (select from stock_reservation r where r.order_id::text = m.reference
      and r.product_id = m.product_id and r.store = m.store and r.pool = m.pool)
    order by 1 limit ${limit}`,
}

/** Sets count by their parts; one whose parts changed since the order is left out, because it cannot be compared. */
const reservedUnits: BookCheck = {
  name: 'reserved-units',
  holds: 'an order that is to be shipped reserves what of it has neither left nor been cancelled',
  find: ({ stores, limit }) => sql<Difference>`
    select 'order ' || o.number || ', sku ' || coalesce(p.sku, '#' || n.product_id) as concerns,
      'of ' || n.ordered || ' units ' || n.shipped || ' were shipped and ' || n.cancelled || ' cancelled; '
        || r.consumed || ' were taken from the reservation and ' || r.released || ' released' as problem
    from (
      select u.order_id, coalesce(s.product_id, u.product_id) as product_id, sum(u.ordered * coalesce(s.quantity, 1)) as ordered,
        sum(u.shipped * coalesce(s.quantity, 1)) as shipped, sum(u.cancelled * coalesce(s.quantity, 1)) as cancelled
      from order_units u left join set_part s on s.set_id = u.product_id where u.kind = 'goods' group by 1, 2
    ) n join orders o on o.id = n.order_id
    join (
      select order_id, product_id, sum(quantity) as quantity, sum(consumed) as consumed, sum(released) as released
      from stock_reservation group by order_id, product_id
    ) r on r.order_id = n.order_id and r.product_id = n.product_id and r.quantity = n.ordered
    left join product p on p.id = n.product_id
    where o.store = any(${stores}::text[]) and o.status in ('received', 'processing')
      and (n.shipped <> r.consumed or n.cancelled <> r.released)
    order by 1 limit ${limit}`,
}

export const stockChecks: readonly BookCheck[] = [stock, reservations, reservedUnits]
