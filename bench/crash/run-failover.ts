/**
 * Runs the shop of the crash test on a primary with a synchronous standby and fails over again and again under load;
 * then everything settles and is checked as after crashes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { KillablePostgres } from '../../test/killable-postgres.ts'
import { startReplicatedPostgres, type ReplicatedPostgres } from '../../test/postgres-standby.ts'
import { seededRandom, type SeededRandom } from '../../test/seeded-random.ts'
import { disturbProviders } from './crash-faults.ts'
import { openCrashShop, type CrashShop } from './crash-shop.ts'
import { buy, type Purchase } from './crash-shopper.ts'
import { workAsStaff } from './crash-staff.ts'
import { settle } from './settle.ts'
import { findViolations } from './violations.ts'

export interface FailoverOptions {
  seed: number
  /** How often the database fails over. */
  rounds: number
  nodes: number
  shoppers: number
  log?: (line: string) => void
}

export interface FailoverReport {
  checkouts: number
  /** Checkouts by method and how they ended. */
  outcomes: Record<string, number>
  failovers: number
  faults: number
  /** Changes of the catalogue. */
  renamed: number
  violations: string[]
}

export async function runFailover(options: FailoverOptions): Promise<FailoverReport> {
  const { seed, rounds, log = () => {} } = options
  const random = seededRandom(seed)
  const postgres = await startReplicatedPostgres({ fsync: 'off', max_connections: '200' })
  let shop: CrashShop | null = null
  try {
    shop = await openCrashShop({
      nodes: options.nodes,
      random: random.fork('goods'),
      startPostgres: async () => killable(postgres),
    })
    log(`${options.nodes} nodes are ready in ${shop.folder}`)
    let over = false
    const isOver = () => over
    const purchases: Purchase[] = []
    const load = Promise.all([
      disturbProviders(shop, random.fork('faults'), isOver),
      renameProducts(shop, isOver),
      repeatStaff(shop, random.fork('staff'), isOver),
      ...Array.from({ length: options.shoppers }, (_, index) =>
        repeatBuying(shop!, random.fork(`shopper ${index}`), `shopper-${index}`, purchases, isOver),
      ),
    ])
    const failingOver = random.fork('failovers')
    for (let round = 1; round <= rounds; round++) {
      await postgres.addStandby('synchronous')
      await sleep(failingOver.int(5_000, 15_000))
      await failOver(postgres, failingOver)
      log(`failover ${round}; ${purchases.length} checkouts have ended`)
      await sleep(failingOver.int(5_000, 10_000))
    }
    over = true
    const [faults, renamed, failedActions] = await load
    log(`${purchases.length} checkouts; now everything settles`)
    const unsettled = await settle(shop)
    return {
      checkouts: purchases.length,
      outcomes: countBy(purchases.map(({ method, outcome }) => `${method} ${outcome}`)),
      failovers: rounds,
      faults,
      renamed,
      violations: [
        ...failedActions,
        ...Object.entries(unsettled).flatMap(([what, count]) =>
          count > 0 ? [`${count} ${what} are not settled`] : [],
        ),
        ...(await pendingOrders(shop)),
        ...(await findViolations(shop, purchases)),
      ],
    }
  } finally {
    await shop?.close()
    await postgres.destroy()
  }
}

/** Sentences that say in which state of their payments orders hang. */
async function pendingOrders({ db }: CrashShop): Promise<string[]> {
  const { rows } = await sql<{ number: string; payments: string | null }>`
    select o.number, string_agg(concat_ws(' ', a.provider, a.status, a.provider_order_id), ', ' order by a.id) as payments
    from orders o left join payment_attempt a on a.order_id = o.id where o.status = 'pending' group by o.number`.execute(
    db,
  )
  return rows.map(({ number, payments }) => `order ${number} is pending; its payments: ${payments ?? 'none'}`)
}

/** The server as the crash test uses it; a kill is an immediate stop. */
const killable = (postgres: ReplicatedPostgres): KillablePostgres => ({
  url: postgres.url,
  ownerUrl: postgres.ownerUrl,
  servingUrl: postgres.servingUrl,
  kill: () => postgres.stopPrimary(),
  killBackend: async () => false,
  ready: () => postgres.startPrimary(),
  stop: async () => {},
})

/** The address moves before the promotion, after it, or a while after it. */
async function failOver(postgres: ReplicatedPostgres, random: SeededRandom): Promise<void> {
  await postgres.stopPrimary()
  await sleep(random.int(0, 2_000))
  const movesFirst = random.chance(0.5)
  if (movesFirst) await postgres.moveAddress()
  await sleep(random.int(0, 1_000))
  await postgres.promote()
  if (!movesFirst) await postgres.moveAddress()
}

async function repeatBuying(
  shop: CrashShop,
  random: SeededRandom,
  name: string,
  purchases: Purchase[],
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) purchases.push(await buy(shop, random, name))
}

/** Returns a sentence for each action that failed other than by the database's absence. */
async function repeatStaff(shop: CrashShop, random: SeededRandom, isOver: () => boolean): Promise<string[]> {
  const failed: string[] = []
  while (!isOver()) {
    await workAsStaff(shop, random).catch((error: unknown) =>
      failed.push(`an action of staff failed: ${String(error)}`),
    )
    await sleep(random.int(50, 400))
  }
  return failed
}

/** Renames one product after the other, also while the database comes and goes. Returns how many. */
async function renameProducts({ postgres, goods }: CrashShop, isOver: () => boolean): Promise<number> {
  let count = 0
  while (!isOver()) {
    const client = new pg.Client({ connectionString: postgres.url })
    client.on('error', () => {})
    try {
      await client.connect()
      while (!isOver()) {
        const { id } = goods.products[count % goods.products.length]!
        await client.query('update store_product set name = $2 where product_id = $1', [id, `Name ${count}`])
        count++
        await sleep(30)
      }
    } catch {
      await sleep(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return count
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
