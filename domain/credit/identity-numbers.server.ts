/**
 * Identity numbers at rest: encrypted, and stored only while an order's credit is open. They are never
 * logged. Both jobs are idempotent and may run on every node; they work in batches, so that locks are short.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { storeCodes, storePolicies } from '../stores/stores.ts'

const portion = 500
const dayMs = 86_400_000

/**
 * Encrypts numbers that an earlier release wrote in plain text, and re-encrypts those under a previous
 * secret. Returns how many. A number whose secret is no longer listed stays unchanged, because it cannot be
 * decrypted.
 */
export async function encryptIdentityNumbers({
  db,
  keys,
}: {
  db: Kysely<DB>
  keys: Keyring
}): Promise<number> {
  const [currentKey = ''] = keys.encrypt('identity-number', '').split('.', 1)
  let encrypted = 0
  let after = 0
  while (true) {
    const { rows } = await sql<{ id: number; plain: string | null; encrypted: string | null }>`
      select id, identity_number as plain, identity_number_encrypted as encrypted from orders
      where id > ${after} and (identity_number is not null
        or (identity_number_encrypted is not null and not starts_with(identity_number_encrypted, ${`${currentKey}.`})))
      order by id limit ${portion}`.execute(db)
    const changed = rows.flatMap(({ id, plain, encrypted: before }) => {
      const number = plain ?? keys.decrypt('identity-number', before ?? '')
      return number === null ? [] : [{ id, text: keys.encrypt('identity-number', number) }]
    })
    await sql`update orders o set identity_number = null, identity_number_encrypted = new.text
      from unnest(${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ text }) => text)}::text[]) as new (id, text)
      where o.id = new.id`.execute(db)
    encrypted += changed.length
    const last = rows.at(-1)
    if (last === undefined || rows.length < portion) return encrypted
    after = last.id
  }
}

/**
 * Erases identity numbers and the digests of open credit once they are no longer needed: the invoice was paid
 * or refunded, or the order failed, longer ago than the store's retention period. Network digests are erased
 * as soon as they are no longer counted. Returns how many orders were erased.
 */
export async function eraseSettledCredit({
  db,
  clock,
}: {
  db: Kysely<DB>
  clock: () => number
}): Promise<number> {
  const ago = (days: number): Date => new Date(clock() - days * dayMs)
  const settled = storeCodes.map((store) => ago(storePolicies[store].creditRetention.settledDays))
  const longest = storeCodes.map((store) => ago(storePolicies[store].creditRetention.longestDays))
  const networks = storeCodes.map((store) => ago(storePolicies[store].orderLimits.network.days))
  await sql`delete from credit_key k using orders o,
      unnest(${[...storeCodes]}::text[], ${networks}::timestamptz[]) as due (store, before)
    where k.kind = 'network' and o.id = k.order_id and o.store = due.store and o.placed_at < due.before`.execute(
    db,
  )
  let erased = 0
  while (true) {
    const { rows } = await sql<{ id: number }>`
      with due as (
        select o.id from orders o
        join unnest(${[...storeCodes]}::text[], ${settled}::timestamptz[], ${longest}::timestamptz[])
          as kept (store, settled, longest) on kept.store = o.store
        where (o.identity_number_encrypted is not null or o.identity_number is not null
            or exists (select 1 from order_credit c where c.order_id = o.id))
          and (o.placed_at < kept.longest or o.paid_at < kept.settled
            or (o.placed_at < kept.settled
              and (o.status in ('payment_failed', 'cancelled', 'returned')
                or exists (select 1 from payment_attempt a where a.order_id = o.id and a.status = 'refunded'))
              and not exists (select 1 from order_event e where e.order_id = o.id and e.recorded_at >= kept.settled)))
        order by o.id limit ${portion}
      ), forgotten as (
        delete from order_credit where order_id in (select id from due)
      )
      update orders set identity_number = null, identity_number_encrypted = null
      where id in (select id from due) returning id`.execute(db)
    erased += rows.length
    if (rows.length < portion) return erased
  }
}
