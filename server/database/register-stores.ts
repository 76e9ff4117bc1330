/** The database records of a store: prefix and sequence of its order numbers, and its invoice counter. */
import type pg from 'pg'
import { closedAtFirst } from '../../domain/settings/closed-at-first.ts'
import { storeCodes, storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'

/** Registers the stores that are missing in the database, closed to shoppers; needs the owner of the schema. */
export async function registerStores(client: pg.Client): Promise<void> {
  for (const code of storeCodes) {
    // A store that is registered and not closed yet would stay open.
    await client.query('begin')
    try {
      await registerStore(client, code)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
}

async function registerStore(client: pg.Client, code: StoreCode): Promise<void> {
  // The code is part of an identifier; the domain store_code accepts only lower-case letters.
  const { rows } = await client.query<{ isNew: boolean }>(
    `insert into store (code, order_number_prefix, currency) values ($1, $2, $3)
     on conflict (code) do update
     set order_number_prefix = excluded.order_number_prefix, currency = excluded.currency
     where (store.order_number_prefix, store.currency)
       is distinct from (excluded.order_number_prefix, excluded.currency)
     returning xmax = 0 as "isNew"`,
    [code, storePolicies[code].orderNumberPrefix, stores[code].currency],
  )
  await client.query(`create sequence if not exists order_number_${code} start 100001`)
  await client.query('insert into invoice_counter (store) values ($1) on conflict do nothing', [code])
  if (rows[0]?.isNew === true) await closeStore(client, code)
}

/**
 * A new store sells nothing until the merchant opens it. It is no change that somebody made: the audit has none of it. In
 * the transaction of the caller.
 */
async function closeStore(client: pg.Client, code: StoreCode): Promise<void> {
  await client.query(`set local anode.actor = '{"kind": "system", "id": "register-stores"}'`)
  await client.query(
    `insert into store_setting (store, section, value, version, changed_at)
     values ($1, 'opening', '{"isOpenToShoppers": false}', $2, now()) on conflict do nothing`,
    [code, closedAtFirst],
  )
}

/** Codes of the stores that are not registered. */
export async function unregisteredStores(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ code: string }>('select code from store')
  return storeCodes.filter((code) => !rows.some((row) => row.code === code))
}
