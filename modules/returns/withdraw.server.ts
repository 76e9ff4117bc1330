/**
 * Accepts a buyer's declaration of withdrawal (CRD Art. 11a). It takes effect as the buyer makes it: it is
 * stored, and its receipt sent, even if no order matches it, because a mistyped number must not cost anyone
 * the right. Units of an order are withdrawn from once (decision 71). Its effect on the order is decided by staff
 * (`anode withdrawal list`).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { LogInServices } from '../../domain/accounts/log-in.server.ts'
import type { StoredOrder } from '../../domain/orders/order-repository.server.ts'
import { lockOrderStatus } from '../../domain/orders/lock-order.server.ts'
import { matchOrder, proveOrder } from '../../domain/orders/prove-order.server.ts'
import type { Sku, SkuUnits } from '../../domain/products/sku.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { admitMail, type MailGateServices } from '../../domain/mail/mail-gate.server.ts'
import { daysLater, isoDay, localDay } from '../../domain/stores/local-time.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { refundDays, withdrawalEndsAt } from './withdrawal-period.ts'
import {
  deleteWithdrawal,
  findWithdrawalByKey,
  insertWithdrawal,
  withdrawalPeriodStart,
  withdrawalsOf,
  type StoredWithdrawal,
} from './withdrawal-repository.server.ts'
import { withdrawnUnits, type WithdrawalDeclaration, type WithdrawnItem } from './withdrawal.ts'

export interface WithdrawServices extends MailGateServices {
  db: Kysely<DB>
  jobs: JobQueue<'withdrawal-mail'>
}

/** `email`: as `normalizeEmail` returns it. */
export interface WithdrawInput extends Omit<WithdrawalDeclaration, 'items'> {
  /** Units chosen from the lines of the order; empty: as `goods` says, or the whole order. */
  items: readonly SkuUnits[]
  /** Idempotency key: the same for a declaration that is retried because no response arrived. */
  key: string
  store: StoreCode
  /** The request's network. */
  address: string
}

export type Withdrawn =
  /** `declaredAt`: when the first declaration with the key, or of the same units, arrived. */
  { ok: true; declaredAt: Date } | { ok: false; code: 'too_many_attempts' | 'unknown_items' }

export async function withdraw(
  services: WithdrawServices,
  actor: Actor,
  input: WithdrawInput,
): Promise<Withdrawn> {
  const { db, jobs, clock } = services
  const { key, store, orderNumber, name, email, goods, address } = input
  const before = await findWithdrawalByKey(db, key)
  if (before) return { ok: true, declaredAt: before.declaredAt }
  const order = await matchOrder(services, { orderNumber, email, network: address })
  const items = itemsOf(order, input.items)
  if (items === null) return { ok: false, code: 'unknown_items' }
  const declaredAt = new Date(clock())
  const { timeZone } = stores[store]
  const period = order && (await withdrawalPeriod(db, order))
  const seen = order ? (await withdrawalsOf(db, order.id)).map(({ id }) => id) : []
  const kept = await audited(db, actor, async (trx, record) => {
    const orderId = order?.id ?? null
    const declared = order ? await onlyNewUnits(trx, order, { goods, items, seen }) : { items }
    if ('declaredAt' in declared) return declared.declaredAt
    const withdrawalId = await insertWithdrawal(trx, {
      key,
      store,
      orderId,
      orderNumber,
      name,
      email,
      goods,
      items: declared.items,
      declaredAt,
      periodEndsOn: period?.lastDay ?? null,
      refundDueOn: isoDay(daysLater(localDay(timeZone, declaredAt.getTime()), refundDays)),
    })
    if (withdrawalId === null) return 'earlier'
    const kind = order ? 'withdrawal-receipt' : 'withdrawal-notice'
    const admission = await admitMail(trx, services, { kind, recipient: email, network: address })
    if (!admission.ok && admission.code === 'network_limit') {
      await deleteWithdrawal(trx, withdrawalId)
      return 'refused'
    }
    // Over the limit of its address a declaration is accepted too. The receipt owed to an order's buyer is
    // delayed; a declaration that matches no order is not mailed to an address that has had several such
    // mails today.
    if (admission.ok) await jobs.enqueue(trx, 'withdrawal-mail', { withdrawalId })
    else if (order)
      await jobs.enqueue(trx, 'withdrawal-mail', { withdrawalId }, { startAfter: admission.until })
    record({
      action: 'withdrawal.declare',
      object: ['withdrawal', withdrawalId],
      store,
      after: { orderId },
    })
    return 'kept'
  })
  if (kept === 'refused') return { ok: false, code: 'too_many_attempts' }
  if (kept === 'kept') return { ok: true, declaredAt }
  if (kept instanceof Date) return { ok: true, declaredAt: kept }
  return { ok: true, declaredAt: (await findWithdrawalByKey(db, key))!.declaredAt }
}

/**
 * The chosen units with the names of the order; null: the order does not have so many. Of a declaration that matches
 * no order they are kept as they are.
 */
function itemsOf(order: StoredOrder | null, chosen: readonly SkuUnits[]): WithdrawnItem[] | null {
  if (order === null) return chosen.map(({ sku, quantity }) => ({ sku, name: sku, quantity }))
  const lines = withdrawableLines(order)
  const items = chosen.map(({ sku, quantity }) => {
    const line = lines.find((each) => each.sku === sku)
    return line && quantity <= line.quantity ? { sku, name: line.name, quantity } : null
  })
  const isRepeated = new Set(chosen.map(({ sku }) => sku)).size < chosen.length
  return isRepeated || items.includes(null) ? null : items.flatMap((item) => item ?? [])
}

/**
 * The units of a declaration that no earlier one of the order names, or when the earlier one was declared if none are
 * left. Locks the order, so that two declarations at once do not name the same units.
 *
 * `seen`: the declarations that were stored when this one arrived. One that was stored meanwhile, and names the same
 * units, is the same declaration, sent twice: its buyer could not know of it, and did not mean further units.
 */
async function onlyNewUnits(
  trx: Kysely<DB>,
  order: StoredOrder,
  {
    goods,
    items,
    seen,
  }: Pick<WithdrawalDeclaration, 'goods' | 'items'> & { seen: readonly StoredWithdrawal['id'][] },
): Promise<{ items: readonly WithdrawnItem[] } | { declaredAt: Date }> {
  // What is said in words is always stored: its units cannot be compared.
  if (items.length === 0 && goods !== '') return { items }
  await lockOrderStatus(trx, order.id)
  const earlier = await validWithdrawals(trx, order.id)
  const twin = earlier.find((each) => !seen.includes(each.id) && namesSameUnits(each.items, items))
  if (twin) return { declaredAt: twin.declaredAt }
  const { open, withdrawn } = withdrawnUnits(withdrawableLines(order), earlier)
  if (withdrawn.length === 0) return { items }
  if (items.length === 0 && open.length > 0) return { items: open }
  const left = new Map(open.map(({ sku, quantity }) => [sku, quantity]))
  const added = items
    .map((item) => ({ ...item, quantity: Math.min(item.quantity, left.get(item.sku) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  if (added.length > 0) return { items: added }
  const chosen = new Set((items.length > 0 ? items : withdrawn).map(({ sku }) => sku))
  const first = earlier.find(
    (each) => each.items.some(({ sku }) => chosen.has(sku)) || (each.items.length === 0 && each.goods === ''),
  )
  return { declaredAt: first!.declaredAt }
}

/** The order's declarations that staff have not rejected: a rejected one names no units (decision 71). */
async function validWithdrawals(db: Kysely<DB>, orderId: number): Promise<StoredWithdrawal[]> {
  return (await withdrawalsOf(db, orderId)).filter(({ rejection }) => rejection === null)
}

function namesSameUnits(one: readonly SkuUnits[], other: readonly SkuUnits[]): boolean {
  const units = new Map(other.map(({ sku, quantity }) => [sku, quantity]))
  return one.length === other.length && one.every(({ sku, quantity }) => units.get(sku) === quantity)
}

/** The goods and gift cards of an order; lines of one sku are added up. */
function withdrawableLines({ snapshot }: Pick<StoredOrder, 'snapshot'>): WithdrawnItem[] {
  const bySku = new Map<Sku, WithdrawnItem>()
  for (const { sku, name, quantity, kind } of snapshot.lines) {
    if (kind === 'fee') continue
    const line = bySku.get(sku)
    if (line) line.quantity += quantity
    else bySku.set(sku, { sku, name, quantity })
  }
  return [...bySku.values()]
}

/** An order as its buyer may withdraw from it. */
export interface WithdrawableOrder {
  /** `business`: only consumers may withdraw. `ended`: the period is over. */
  state: 'open' | 'ended' | 'business'
  /** Last day of the period, `YYYY-MM-DD`; null: the order is not delivered yet, and the period is open. */
  lastDay: string | null
  /** The first moment (epoch ms) after the period; null: not delivered yet. */
  endsAt: number | null
  /** Units that may still be withdrawn from. */
  lines: WithdrawnItem[]
  /** Units that the buyer has withdrawn from. */
  withdrawn: WithdrawnItem[]
}

/** The withdrawal period of an order (CRD Art. 9): open from the order until 14 days after its last parcel. */
export async function withdrawalPeriod(
  db: Kysely<DB>,
  order: Pick<StoredOrder, 'id' | 'snapshot'>,
): Promise<{ endsAt: number | null; lastDay: string | null }> {
  const { timeZone } = stores[order.snapshot.store]
  const startedAt = await withdrawalPeriodStart(db, order.id)
  if (startedAt === null) return { endsAt: null, lastDay: null }
  const endsAt = withdrawalEndsAt(startedAt.getTime(), timeZone)
  return { endsAt, lastDay: isoDay(localDay(timeZone, endsAt - 1)) }
}

/** An order with its withdrawal period. */
export async function withdrawableOrder(
  { db, clock }: Pick<WithdrawServices, 'db' | 'clock'>,
  order: Pick<StoredOrder, 'id' | 'snapshot'>,
): Promise<WithdrawableOrder> {
  const { endsAt, lastDay } = await withdrawalPeriod(db, order)
  const isOver = endsAt !== null && clock() >= endsAt
  const { open, withdrawn } = withdrawnUnits(withdrawableLines(order), await validWithdrawals(db, order.id))
  return {
    state: order.snapshot.customer.type === 'business' ? 'business' : isOver ? 'ended' : 'open',
    lastDay,
    endsAt,
    lines: open,
    withdrawn,
  }
}

/**
 * The order with that number and e-mail, for its buyer to choose lines from; null: there is none, or there were too
 * many attempts.
 */
export async function findWithdrawable(
  services: WithdrawServices & LogInServices,
  proof: { orderNumber: string; email: string; network: string },
): Promise<WithdrawableOrder | null> {
  const proven = await proveOrder(services, proof)
  return proven.ok ? withdrawableOrder(services, proven.order) : null
}
