/**
 * Limits the unpaid orders of one buyer: an order is written before another company has charged it, and keeps its stock
 * meanwhile (decision 134). Counts guests by e-mail and network, customers by account. Contains the only SQL for its
 * keys. Orders that our own invoice settles are limited by their credit instead.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { CreditBuyer } from '../credit/credit-keys.server.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { mailboxOf } from '../mail/mailbox.server.ts'
import { insertOrder, type NewOrder, type WrittenOrder } from '../orders/order-repository.server.ts'
import type { LimitsOfStores } from './order-limits.ts'

type KeyKind = 'account' | 'email' | 'network'

interface UnpaidKey {
  kind: KeyKind
  /** With every listed key of the shop, the current one first. */
  digests: Buffer[]
}

export interface UnpaidOrderServices {
  db: Kysely<DB>
  keys: Keyring
  orderLimits: LimitsOfStores
}

/** The buyer has too many unpaid orders; nothing of the order was written. */
export class TooManyUnpaid extends Error {
  override name = 'TooManyUnpaid'
}

/** Days for which the network of a payment that has no unpaid order is kept. */
const networkDays = 7

const keyOf = (keys: Keyring, kind: KeyKind, name: string): UnpaidKey => ({
  kind,
  digests: keys.digests('unpaid-order', `${kind} ${name}`),
})

/** Stores the network that opens a guest's payment: in a provider's frame the order is asked for by the provider. */
export async function noteOpeningNetwork(
  { db, keys }: Pick<UnpaidOrderServices, 'db' | 'keys'>,
  attemptId: number,
  network: string,
): Promise<void> {
  await insertKeys(db, attemptId, [keyOf(keys, 'network', network)])
}

/**
 * Writes the order of an open payment, unless its buyer or network has as many other unpaid ones as the store allows.
 * Orders with a key in common are written one after the other. Throws TooManyUnpaid.
 */
export async function insertUnpaidOrder(
  { db, keys, orderLimits }: UnpaidOrderServices,
  order: NewOrder & { payment: { attemptId: number } },
  { accountId, customer, network }: Pick<CreditBuyer, 'accountId' | 'customer' | 'network'>,
): Promise<WrittenOrder | null> {
  const { attemptId } = order.payment
  const limits = orderLimits[order.snapshot.store].unpaid
  return db.transaction().execute(async (trx) => {
    const own =
      accountId === null
        ? [
            keyOf(keys, 'email', mailboxOf(customer.email)),
            ...(network === null ? await openingNetwork(trx, attemptId) : [keyOf(keys, 'network', network)]),
          ]
        : [keyOf(keys, 'account', String(accountId))]
    const bounded = own.filter(({ kind }) => Number.isFinite(limitOf(limits, kind)))
    const counts = await lockUnpaidOrders(trx, bounded, order.checkoutId)
    if (bounded.some(({ kind }) => (counts.get(kind) ?? 0) >= limitOf(limits, kind)))
      throw new TooManyUnpaid()
    const written = await insertOrder(trx, order)
    if (written) await insertKeys(trx, attemptId, bounded)
    return written
  })
}

const limitOf = (limits: { buyer: number; network: number }, kind: KeyKind): number =>
  kind === 'network' ? limits.network : limits.buyer

async function openingNetwork(trx: Kysely<DB>, attemptId: number): Promise<UnpaidKey[]> {
  const rows = await trx
    .selectFrom('unpaid_order_key')
    .select('digest')
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'network')
    .execute()
  return rows.map(({ digest }) => ({ kind: 'network', digests: [digest] }))
}

/** Locks the keys until the transaction ends; the number of unpaid orders of other checkouts under each. */
async function lockUnpaidOrders(
  trx: Kysely<DB>,
  keys: readonly UnpaidKey[],
  checkoutId: string,
): Promise<ReadonlyMap<KeyKind, number>> {
  const looked = keys.flatMap(({ kind, digests }) => digests.map((digest) => ({ kind, digest })))
  // Always in the same order, so that no two transactions wait for each other.
  const locks = [...new Set(looked.map(({ digest }) => digest.readBigInt64BE(0)))].toSorted((one, other) =>
    one < other ? -1 : 1,
  )
  for (const lock of locks) await sql`select pg_advisory_xact_lock(${String(lock)}::bigint)`.execute(trx)
  const { rows } = await sql<{ kind: KeyKind; orders: number }>`/* plan: unpaid-orders */
    select wanted.kind, count(*)::integer as orders
    from unnest(${looked.map(({ kind }) => kind)}::text[], ${looked.map(({ digest }) => digest)}::bytea[])
      as wanted (kind, digest)
    join unpaid_order_key k on k.kind = wanted.kind and k.digest = wanted.digest
    join payment_attempt a on a.id = k.attempt_id
    join orders o on o.id = a.order_id
    where o.status = 'pending' and o.checkout_id <> ${checkoutId}
    group by wanted.kind`.execute(trx)
  return new Map(rows.map(({ kind, orders }) => [kind, orders]))
}

async function insertKeys(db: Kysely<DB>, attemptId: number, keys: readonly UnpaidKey[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .insertInto('unpaid_order_key')
    .values(keys.map(({ kind, digests }) => ({ attempt_id: attemptId, kind, digest: digests[0]! })))
    .onConflict((conflict) =>
      conflict
        .columns(['attempt_id', 'kind'])
        .doUpdateSet((columns) => ({ digest: columns.ref('excluded.digest') })),
    )
    .execute()
}

/** Erases what is no longer counted: of orders that were paid or given up, and of payments that were left open. */
export async function tidyUnpaidOrderKeys(db: Kysely<DB>): Promise<void> {
  await sql`delete from unpaid_order_key k using payment_attempt a left join orders o on o.id = a.order_id
    where a.id = k.attempt_id and case when o.id is null
      then a.updated_at < now() - make_interval(days => ${networkDays}) else o.status <> 'pending' end`.execute(
    db,
  )
}
