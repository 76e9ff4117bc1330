/** The only SQL for open credit. Every order on credit locks its keys first. */
import { type Minor, zeroMinor } from '../money/money.ts'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { CreditKey } from './credit-keys.server.ts'
import type { CreditDecision, CreditKeyKind, OpenCredits } from './decide-credit.ts'

/** The credit data that `place_order` writes. */
export interface OrderCredit {
  amountMinor: Minor
  decision: Exclude<CreditDecision, 'refused'>
  /** Digests in hex. */
  keys: { kind: CreditKeyKind; digest: string }[]
}

/**
 * Locks the keys until the transaction ends, always in the same order, and returns the open credit under
 * each: the sum of the store's unpaid invoices, less refunds. Other orders with one of the keys wait.
 */
export async function lockOpenCredit(
  trx: Kysely<DB>,
  store: StoreCode,
  keys: readonly CreditKey[],
  { networkSince }: { networkSince: Date },
): Promise<OpenCredits> {
  if (keys.length === 0) return {}
  const looked = keys.flatMap(({ kind, digests }) => digests.map((digest) => ({ kind, digest })))
  const locks = [...new Set(looked.map(({ digest }) => digest.readBigInt64BE(0)))]
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map(String)
  const { rows } = await sql<{ kind: CreditKeyKind; minor: Minor; orders: number }>`/* plan: open-credit */
    select kind, open_minor as minor, open_orders as orders from lock_open_credit(${store}, ${locks}::bigint[],
      ${looked.map(({ kind }) => kind)}::text[], ${looked.map(({ digest }) => digest)}::bytea[], ${networkSince})`.execute(
    trx,
  )
  const open: OpenCredits = Object.fromEntries(
    keys.map(({ kind }) => [kind, { minor: zeroMinor, orders: 0 }]),
  )
  for (const { kind, ...sum } of rows) open[kind] = sum
  return open
}

/** Records that staff approved the credit under review. */
export async function approveCredit(trx: Kysely<DB>, orderId: number): Promise<void> {
  await trx
    .updateTable('order_credit')
    .set({ decision: 'approved' })
    .where('order_id', '=', orderId)
    .execute()
}

/** Keyed digest of the network of an order on credit, in hex; null where none is stored. */
export async function networkOfOrder(trx: Kysely<DB>, orderId: number): Promise<string | null> {
  const { rows } = await sql<{ digest: string }>`
    select encode(digest, 'hex') as digest from credit_key
    where order_id = ${orderId} and kind = 'network'`.execute(trx)
  return rows[0]?.digest ?? null
}
