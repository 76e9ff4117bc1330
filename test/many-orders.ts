/** Many settled and unsettled orders at once, for tables and benchmarks of the back office. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { snapshotOf } from './order-fixture.ts'

/**
 * Inserts orders of all stores, as a superuser without triggers, with payment attempt and one line each, deterministic in their number: statuses,
 * customer types, totals and minutes of placing repeat, so that sorts have equals. The newest is placed at
 * `2026-11-20T09:00Z`. Buyers are `Anna Berg0`, `Anna Berg1` … `Berg96`.
 */
export async function insertManyOrders(db: Kysely<DB>, count: number): Promise<void> {
  const snapshot = JSON.stringify(snapshotOf('sv'))
  await db.transaction().execute(async (trx) => {
    // Orders are placed as pending and move by events; these are written as they are afterwards.
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`create temporary table planned on commit drop as
      select n, (array['sv', 'no', 'de', 'da'])[1 + n % 4] as store,
        (array['SEK', 'NOK', 'EUR', 'DKK'])[1 + n % 4] as currency,
        (array['S', 'N', 'D', 'K'])[1 + n % 4] || (500000 + n) as number,
        (array['received', 'shipped', 'delivered', 'delivered', 'processing', 'held', 'cancelled'])[1 + n % 7] as status,
        (array['captured', 'captured', 'captured', 'part_refunded', 'authorized', 'review', 'cancelled'])[1 + n % 7] as paid,
        (array['klarna', 'stripe', 'invoice'])[1 + n % 3] as provider,
        1000 + (n * 7919) % 1000 * 10 as total,
        timestamptz '2026-11-20T09:00:00.123456Z' - make_interval(mins => (n / 3) * 2) as placed,
        jsonb_set(${snapshot}::jsonb, '{customer}', jsonb_build_object(
          'type', case when n % 5 = 0 then 'business' else 'private' end,
          'firstName', 'Anna', 'lastName', 'Berg' || n % 97,
          'companyName', case when n % 5 = 0 then 'Firma ' || n end,
          'email', 'anna' || n || '@example.se', 'phone', '0701234567', 'identityNumber', null)) as snapshot
      from generate_series(0, ${count - 1}::integer) n`.execute(trx)
    await sql`insert into checkout (id, store, items) select md5('checkout' || n), store, '[]' from planned`.execute(
      trx,
    )
    await sql`insert into orders (number, store, checkout_id, checkout_version, status, access_token, snapshot,
        snapshot_hash, currency, total_minor, vat_minor, email, payment_provider, placed_at)
      select number, store, md5('checkout' || n), 1, status, md5('token' || n), snapshot,
        md5(number) || md5(number), currency, total, total / 5, 'anna' || n || '@example.se', provider, placed
      from planned order by n desc`.execute(trx)
    await sql`insert into payment_attempt (checkout_id, order_id, provider, provider_order_id, store, customer_type,
        amount_minor, currency, snapshot_hash, status, idempotency_key)
      select o.checkout_id, o.id, provider, 'many-' || n, p.store, p.snapshot #>> '{customer,type}', total, p.currency,
        snapshot_hash, paid, 'many-' || n
      from planned p join orders o using (number)`.execute(trx)
    await sql`insert into order_line (order_id, position, uuid, product_id, sku, name, quantity, unit_price_minor,
        total_minor, vat_minor, vat_rate_basis_points)
      select o.id, 1, 'l1', 1 + n % 50, 'SKU-' || n % 50, 'Batteri', 1, total, total, total / 5, 2500
      from planned p join orders o using (number)`.execute(trx)
  })
  await sql`analyze orders, payment_attempt, order_line`.execute(db)
}
