/** The cart of an account in a store, so that it is the same on every device. The only SQL for its table. */
import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { RequestedLine } from '../cart/cart-line.ts'
import { readStoredLine, storedLine, type StoredLine } from '../checkout/stored-line.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { mergeCarts, type DeviceCart, type MergeableCart } from './merge-carts.ts'

/** The session that reads or changes the cart of its account. */
export interface CartSession {
  accountId: number
  familyId: number
  store: StoreCode
}

interface CartServices {
  db: Kysely<DB>
  /** Epoch milliseconds. */
  clock: () => number
}

const linesJson = (lines: readonly RequestedLine[]): string => JSON.stringify(lines.map(storedLine))

/**
 * Merges the cart of the device into that of the account, once after a login. From then on the session's
 * syncs are the account's cart.
 */
export async function mergeAccountCart(
  { db, clock }: CartServices,
  { accountId, familyId, store }: CartSession,
  device: DeviceCart,
): Promise<{ lines: RequestedLine[]; couponCodes: string[] }> {
  const now = new Date(clock())
  return db.transaction().execute(async (trx) => {
    // Two devices that log in at once merge one after the other.
    await trx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
    const row = await trx
      .selectFrom('account_cart')
      .select(['lines', 'coupon_codes'])
      .where('account_id', '=', accountId)
      .where('store', '=', store)
      .executeTakeFirst()
    const account = {
      lines: ((row?.lines ?? []) as unknown as StoredLine[]).map(readStoredLine),
      couponCodes: row?.coupon_codes ?? [],
    }
    const merged = mergeCarts(device, account, randomUUID)
    await trx.updateTable('session_family').set({ cart_merged_at: now }).where('id', '=', familyId).execute()
    await writeCart(trx, { accountId, familyId, store }, merged, now)
    return merged
  })
}

/** Keeps the cart that a session has just synced; a no-op before the session has merged. */
export async function keepAccountCart(
  { db, clock }: CartServices,
  session: CartSession,
  cart: MergeableCart,
): Promise<void> {
  await writeCart(db, session, cart, new Date(clock()))
}

async function writeCart(
  db: Kysely<DB>,
  { accountId, familyId, store }: CartSession,
  { lines, couponCodes }: MergeableCart,
  now: Date,
): Promise<void> {
  await sql`
    insert into account_cart (account_id, store, lines, coupon_codes, updated_at)
    select account_id, ${store}, ${linesJson(lines)}::jsonb, ${[...couponCodes]}::text[], ${now}
    from session_family where id = ${familyId} and account_id = ${accountId} and cart_merged_at is not null
    on conflict (account_id, store) do update set lines = excluded.lines, coupon_codes = excluded.coupon_codes,
      updated_at = excluded.updated_at
    where (account_cart.lines, account_cart.coupon_codes) is distinct from (excluded.lines, excluded.coupon_codes)`.execute(
    db,
  )
}
