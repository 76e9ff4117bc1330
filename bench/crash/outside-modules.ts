/**
 * The modules of `examples/` in the crash test, where they are bound: shoppers pay at Harbour Pay, whose simulator runs
 * in this process and is never killed, and buy wrapping, whose orders a subscriber notes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startSimulator, type Simulator } from '../../examples/harbour-pay/simulator/simulator.ts'
import { modules } from '../../modules/modules.ts'
import type { SeededRandom } from '../../test/seeded-random.ts'
import type { CrashShop } from './crash-shop.ts'

export type HarbourPay = Simulator

const isBound = (name: string) => modules.some((module) => module.name === name)

/** Null: the module is not bound. */
export const startHarbourPay = async (): Promise<HarbourPay | null> =>
  isBound('harbour-pay') ? startSimulator() : null

/** Offers the first products as wrapping. `execute` runs SQL as the superuser. */
export async function offerWrapping(
  products: readonly { sku: string }[],
  execute: (statement: string, values: unknown[]) => Promise<unknown>,
): Promise<void> {
  if (!isBound('gift-wrap')) return
  for (const { sku } of products.slice(0, 8))
    await execute('insert into module_gift_wrap.wrapping (sku) values ($1)', [sku])
}

/** Makes Harbour Pay fail in each way, and lose, double and reorder its webhooks, until `isOver`. Returns how often. */
export async function disturbHarbourPay(
  harbourPay: HarbourPay,
  random: SeededRandom,
  isOver: () => boolean,
): Promise<number> {
  let count = 0
  let sent = 0
  while (!isOver()) {
    const choice = random.next()
    if (choice < 0.3) {
      count++
      harbourPay.answers = random.pick(['fault', 'nonsense', 'never', 'lost'] as const)
      await sleep(random.int(300, 2_000))
      harbourPay.answers = 'well'
    } else if (choice < 0.5) {
      count++
      harbourPay.webhooks = 'kept back'
      await sleep(random.int(500, 3_000))
      harbourPay.webhooks = 'at once'
      const kept = harbourPay.events.slice(sent).toReversed()
      for (const event of kept)
        if (random.chance(0.6))
          for (let times = random.int(1, 2); times > 0; times--) await harbourPay.send(event).catch(() => 0)
    }
    sent = harbourPay.events.length
    await sleep(random.int(300, 1_500))
  }
  recoverHarbourPay(harbourPay)
  return count
}

export function recoverHarbourPay(harbourPay: HarbourPay): void {
  harbourPay.answers = 'well'
  harbourPay.webhooks = 'at once'
}

/** Its payments, as the crash test has those of other providers. */
export const paymentsAtHarbourPay = ({ payments }: HarbourPay) =>
  payments.map(({ id, status, amount, captured, refunded, released }) => ({
    provider: 'harbour-pay',
    id,
    status,
    authorizedMinor: status === 'authorized' && !released ? amount - captured : 0,
    capturedMinor: captured,
    refundedMinor: refunded,
  }))

/** Sums that differ from those of the provider, payments that anybody could still pay, and orders to wrap that differ. */
export async function violationsOfModules({ db, harbourPay }: CrashShop): Promise<string[]> {
  const violations: string[] = []
  if (harbourPay) {
    const { rows } = await sql<{ id: string; captured: number; refunded: number }>`
      select provider_order_id as id, captured_minor as captured, refunded_minor as refunded from payment_attempt
      where provider = 'harbour-pay' and provider_order_id is not null`.execute(db)
    const ours = new Map(rows.map((row) => [row.id, row]))
    for (const { id, status, captured, refunded } of harbourPay.payments) {
      const own = ours.get(id)
      if (status === 'open') violations.push(`harbour-pay ${id} can still be paid`)
      if (captured > 0 && (own?.captured !== captured || own.refunded !== refunded))
        violations.push(
          `harbour-pay ${id} has captured ${captured} and refunded ${refunded}; the shop has ${own?.captured} and ${own?.refunded}`,
        )
    }
  }
  if (!isBound('gift-wrap')) return violations
  const { rows } = await sql<{ number: string; status: string; isNoted: boolean }>`
    with wanted as (
      select o.number, o.status from orders o
      where exists (select from event e where e.name = 'order.placed' and e.object_id = o.number)
        and not exists (select from event e where e.name = 'order.cancelled' and e.object_id = o.number)
        and exists (select from jsonb_array_elements(o.snapshot->'lines') line
          join module_gift_wrap.wrapping w on w.sku = line->>'sku')
    )
    select coalesce(w.number, n.number) as number, coalesce(w.status, 'not to be wrapped') as status,
      n.number is not null as "isNoted"
    from wanted w full join module_gift_wrap.wrapped_order n on n.number = w.number
    where w.number is null or n.number is null`.execute(db)
  return [
    ...violations,
    ...rows.map(
      ({ number, status, isNoted }) =>
        `order ${number} is ${status}, and the module ${isNoted ? 'wraps it' : 'does not know it'}`,
    ),
  ]
}
