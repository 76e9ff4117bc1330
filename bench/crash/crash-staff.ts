/**
 * Staff of the crash test: they ship, cancel, refund and decide about orders through the use cases of the operator's
 * commands. An action that fails with the database is repeated as it was, as an operator repeats a command.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { isDatabaseUnavailable } from '../../api/database-unavailable.ts'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { minor } from '../../domain/money/money.ts'
import { approveOrder } from '../../domain/orders/approve-order.server.ts'
import { markOrderPaid } from '../../domain/invoices/mark-order-paid.server.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import type { OrderStatus } from '../../domain/orders/order-states.ts'
import { toSku, type SkuUnits } from '../../domain/products/sku.ts'
import { cancelOrder } from '../../domain/refunds/cancel-order.server.ts'
import { rejectOrder } from '../../domain/refunds/reject-order.server.ts'
import { refundOrder } from '../../domain/refunds/refund-order.server.ts'
import { changeStock } from '../../domain/stock/stock-history.server.ts'
import type { SeededRandom } from '../../test/seeded-random.ts'
import { testActor } from '../../test/test-actor.ts'
import { soldIn, type CrashShop } from './crash-shop.ts'

interface FoundOrder {
  number: string
  status: OrderStatus
  provider: string
  snapshot: OrderSnapshot
}

/** How long an action is repeated while the database is away. */
const patienceMs = 60_000

/** One action, chosen by `random`. Returns its name, or null where there was nothing to do. Throws on any other fault. */
export async function workAsStaff(shop: CrashShop, random: SeededRandom): Promise<string | null> {
  const { services, goods } = shop
  const number = random.int(0, 1_000_000)
  if (random.chance(0.15)) {
    const { sku } = random.pick(goods.products)
    const change = {
      sku: toSku(sku),
      store: random.pick(soldIn),
      units: random.int(1, 6),
      reason: 'delivery' as const,
    }
    // A delivery has no key of its own: it is not repeated, so that its units do not count twice.
    await changeStock(services.db, testActor, { ...change, reference: `D-${number}` }).catch(ignoreOutage)
    return 'delivery'
  }
  if (random.chance(0.15)) {
    const { id } = random.pick(goods.products)
    await sql`update store_product set name = ${`Batteri ${number}`} where product_id = ${id}`
      .execute(services.db)
      .catch(ignoreOutage)
    return 'renaming'
  }
  const order = await untilDone(() => pickOrder(shop, random))
  if (!order) return null
  const act = actionFor(shop, random, order, `T${number}`)
  if (!act) return null
  const answer = await untilDone(act.run)
  return answer.ok ? act.name : null
}

async function pickOrder({ db }: CrashShop, random: SeededRandom): Promise<FoundOrder | null> {
  const { rows } = await sql<FoundOrder>`
    select number, status, payment_provider as provider, snapshot from orders
    where status in ('received', 'processing', 'shipped', 'held') order by id desc limit 40`.execute(db)
  return rows.length === 0 ? null : random.pick(rows)
}

interface Action {
  name: string
  run: () => Promise<{ ok: boolean }>
}

function actionFor(
  { services }: CrashShop,
  random: SeededRandom,
  { number, status, provider, snapshot }: FoundOrder,
  key: string,
): Action | null {
  const goods = snapshot.lines.filter(({ kind }) => kind === 'goods')
  const ship = (lines?: SkuUnits[]) => ({
    name: 'shipment',
    run: () => shipOrder(services, testActor, { number, trackingNumber: key, ...(lines && { lines }) }),
  })
  switch (status) {
    case 'received':
    case 'processing': {
      const choice = random.next()
      if (choice < 0.35) return ship()
      if (choice < 0.65) return ship([{ sku: random.pick(goods).sku, quantity: 1 }])
      if (choice < 0.8) return { name: 'cancellation', run: () => cancelOrder(services, testActor, number) }
      // Stripe refuses refunds while a part is still held.
      if (choice < 0.9 && provider !== 'stripe') return refundOf(services, random, { number, goods, key })
      return null
    }
    case 'shipped':
      if (provider === 'invoice' && random.chance(0.5))
        return { name: 'payment', run: () => markOrderPaid(services, testActor, number) }
      return random.chance(0.5) ? refundOf(services, random, { number, goods, key }) : null
    case 'held':
      return random.chance(0.6)
        ? { name: 'approval', run: () => approveOrder(services, testActor, number) }
        : { name: 'rejection', run: () => rejectOrder(services, testActor, number, 'stock') }
    default:
      return null
  }
}

function refundOf(
  services: CrashShop['services'],
  random: SeededRandom,
  { number, goods, key }: { number: string; goods: OrderSnapshot['lines']; key: string },
): Action {
  const { uuid } = random.pick(goods)
  const request = random.chance(0.3)
    ? ('everything' as const)
    : {
        lines: [
          random.chance(0.5) ? { uuid, quantity: 1 } : { uuid, amountMinor: minor(random.int(100, 5000)) },
        ],
      }
  return {
    name: 'refund',
    run: () =>
      refundOrder(services, testActor, { number, request, reason: 'complaint', idempotencyKey: key }),
  }
}

async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + patienceMs
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > until) throw error
      await sleep(300)
    }
}

function ignoreOutage(error: unknown): void {
  if (!isDatabaseUnavailable(error)) throw error
}
