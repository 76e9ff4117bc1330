/** Runs the crash test: load, kills and faults for some time, then everything settles and is checked. */
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../test/seeded-random.ts'
import { disturbProviders, killProcesses } from './crash-faults.ts'
import { openCrashShop, type CrashShop } from './crash-shop.ts'
import { buy, type Purchase } from './crash-shopper.ts'
import { disturbHarbourPay } from './outside-modules.ts'
import { workAsStaff } from './crash-staff.ts'
import { settle } from './settle.ts'
import { findViolations } from './violations.ts'

export interface CrashOptions {
  /** Repeats the choices of shoppers, staff, kills and faults; not the moments at which processes answer. */
  seed: number
  /** How long shoppers buy and processes are killed, in seconds. */
  seconds: number
  nodes: number
  shoppers: number
  staff: number
  /** The pause between kills, in milliseconds. */
  pauseMs: readonly [least: number, most: number]
  /** Keeps the data of a run that found violations. */
  keep?: boolean
  log?: (line: string) => void
  /** Ends the run early, and all that it has started. */
  signal?: AbortSignal
}

export interface CrashReport {
  checkouts: number
  /** Checkouts by how they ended. */
  outcomes: Record<string, number>
  /** Actions of staff by name. */
  actions: Record<string, number>
  kills: { nodes: number; databases: number; backends: number }
  faults: number
  /** How the receiver of webhooks behaved, how many different events it got, and how many were given up at the other one. */
  webhooks: Record<string, number>
  /** Mails that were received more than once, under the same Message-ID. */
  repeatedMails: number
  violations: string[]
}

export async function runCrash(options: CrashOptions): Promise<CrashReport> {
  const { seed, seconds, log = () => {} } = options
  const random = seededRandom(seed)
  const shop = await openCrashShop({ nodes: options.nodes, random: random.fork('goods') })
  let violations: string[] = []
  try {
    log(`${options.nodes} nodes are ready in ${shop.folder}`)
    const endsAt = Date.now() + seconds * 1000
    const isOver = () => Date.now() >= endsAt || options.signal?.aborted === true
    const purchases: Purchase[] = []
    const actions: Record<string, number> = {}
    const faultsOfStaff: string[] = []
    const shopping = Array.from({ length: options.shoppers }, async (_, index) => {
      const own = random.fork(`shopper ${index}`)
      while (!isOver()) purchases.push(await buy(shop, own, `shopper-${index}`))
    })
    const working = Array.from({ length: options.staff }, async (_, index) => {
      const own = random.fork(`staff ${index}`)
      while (!isOver()) {
        try {
          const done = await workAsStaff(shop, own)
          if (done) actions[done] = (actions[done] ?? 0) + 1
        } catch (error) {
          faultsOfStaff.push(`an action of staff failed: ${String(error)}`)
        }
        await sleep(own.int(50, 400))
      }
    })
    const { harbourPay, receiver } = shop
    const [kills, faults, faultsOfModules] = await Promise.all([
      killProcesses(shop, random.fork('kills'), { isOver, pauseMs: options.pauseMs }),
      disturbProviders(shop, random.fork('faults'), isOver),
      harbourPay ? disturbHarbourPay(harbourPay, random.fork('modules'), isOver) : 0,
      ...shopping,
      ...working,
    ])
    options.signal?.throwIfAborted()
    log(`${purchases.length} checkouts; now everything settles`)
    const unsettled = await settle(shop)
    violations = [
      ...faultsOfStaff,
      ...Object.entries(unsettled).flatMap(([what, count]) =>
        count > 0 ? [`${count} ${what} are not settled`] : [],
      ),
      ...(await findViolations(shop, purchases)),
    ]
    return {
      checkouts: purchases.length,
      outcomes: countBy(
        purchases,
        ({ method, outcome, note }) => `${method} ${outcome}${note && `: ${note}`}`,
      ),
      actions,
      kills,
      faults: faults + faultsOfModules,
      webhooks: { ...receiver.behaved, events: receiver.received.length, parked: await countParked(shop) },
      repeatedMails:
        shop.mails.mails.length - new Set(shop.mails.mails.map(({ messageId }) => messageId)).size,
      violations,
    }
  } finally {
    const keepFiles = options.keep === true && violations.length > 0
    if (keepFiles) log(`the data of this run is in ${shop.folder}`)
    await shop.close({ keepFiles })
  }
}

async function countParked({ db }: CrashShop): Promise<number> {
  const parked = await db.selectFrom('event_delivery').select('id').where('state', '=', 'parked').execute()
  return parked.length
}

function countBy<T>(values: readonly T[], nameOf: (value: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[nameOf(value)] = (counts[nameOf(value)] ?? 0) + 1
  return counts
}
