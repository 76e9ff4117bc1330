/** The database records of a store: prefix and sequence of its order numbers, and its invoice counter. */
import type pg from 'pg'
import { storeCodes, storePolicies, stores } from '../../domain/stores/stores.ts'

/** Registers the stores that are missing in the database; needs the owner of the schema. */
export async function registerStores(client: pg.Client): Promise<void> {
  for (const code of storeCodes) {
    // The code is part of an identifier; the domain store_code accepts only lower-case letters.
    await client.query(
      `insert into store (code, order_number_prefix, currency) values ($1, $2, $3)
       on conflict (code) do update
       set order_number_prefix = excluded.order_number_prefix, currency = excluded.currency
       where (store.order_number_prefix, store.currency)
         is distinct from (excluded.order_number_prefix, excluded.currency)`,
      [code, storePolicies[code].orderNumberPrefix, stores[code].currency],
    )
    await client.query(`create sequence if not exists order_number_${code} start 100001`)
    await client.query('insert into invoice_counter (store) values ($1) on conflict do nothing', [code])
  }
}

/** Codes of the stores that are not registered. */
export async function unregisteredStores(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ code: string }>('select code from store')
  return storeCodes.filter((code) => !rows.some((row) => row.code === code))
}
