/**
 * Promise: a category page that is not in the page cache costs a node of 50,000 products at most 2 times the
 * processor time that React alone takes to render the same elements to a string (decision 60). Requests
 * carry the cookie of a signed-in shopper, which bypasses the page cache, so a page costs everything from the socket
 * to the last byte. The reference is a second node that lets React render each document twice: what it costs more
 * is what React alone takes, in the same process, with the same components and data. Both take turns.
 *
 * `node bench/category-page.ts [sizes…]`, by default 50000. With two sizes, such as `10000 1000000`, the
 * nodes are measured in turns too: the last may cost at most 1.3 times the first. Above 100,000 products
 * only one store has products, as in the benchmark of the index.
 */
import { startBuiltServer, type BuiltServer } from '../test/built-server.ts'
import { withBenchShop } from './bench-shop.ts'
import { busyPercent } from './load.ts'
import { costOf, fullPages, median } from './page-cost.ts'

const promised = 2
const promisedGrowth = 1.3
const rounds = 11
/** Pages per round. */
const pages = 400

const sizes = process.argv.slice(2).map(Number)
await withShops(sizes.length > 0 ? sizes : [50_000], [], measure)

interface MeasuredShop {
  name: string
  shop: BuiltServer
}

interface Measured extends MeasuredShop {
  /** Pages of 24 cards. */
  addresses: string[]
  /** Milliseconds of processor time per page of each round. */
  costs: number[]
  /** How busy the generator was in each. */
  busy: number[]
}

async function withShops(
  [products, ...rest]: readonly number[],
  started: readonly MeasuredShop[],
  work: (shops: readonly MeasuredShop[]) => Promise<void>,
): Promise<void> {
  if (products === undefined) return work(started)
  await withBenchShop({ products }, (shop) =>
    withShops(rest, [...started, { name: `${products} products`, shop }], work),
  )
}

async function measure(shops: readonly MeasuredShop[]): Promise<void> {
  const first = shops[0]!.shop
  const twice = await startBuiltServer({
    dataDir: first.dataDir,
    joins: first.url,
    env: { LOG_LEVEL: 'warn', ANODE_SWITCHED_OFF: 'single-rendering' },
  })
  try {
    const nodes = [...shops, { name: 'rendered twice', shop: twice }]
    const measured: Measured[] = []
    for (const node of nodes) {
      const { addresses } = await fullPages(node.shop)
      measured.push({ ...node, addresses, costs: [], busy: [] })
    }
    for (let turn = -3; turn < rounds; turn++) {
      for (const { shop, addresses, costs, busy } of turn % 2 === 0 ? measured : measured.toReversed()) {
        const cost = await costOf(shop, addresses, (turn + 3) * pages, pages)
        // The first turns warm up.
        if (turn < 0) continue
        costs.push(cost.costMs)
        busy.push(cost.busy)
      }
    }
    report(measured.slice(0, -1), measured.at(-1)!)
  } finally {
    await twice.stop()
  }
}

function report(measured: readonly Measured[], twice: Measured): void {
  const [first, last] = [measured[0]!, measured.at(-1)!]
  const react = twice.costs.map((cost, turn) => cost - first.costs[turn]!)
  // Of the medians: the difference of two costs varies too much from turn to turn.
  const ratio = median(first.costs) / median(react)
  console.log(
    `category-page: ratio ${ratio.toFixed(2)} of React alone with the same elements (promise ≤ ${promised}); ` +
      `${median(first.costs).toFixed(2)} and ${median(react).toFixed(2)} ms of processor time per page, ` +
      `${Math.min(...react).toFixed(2)} to ${Math.max(...react).toFixed(2)} for React, ` +
      `${first.addresses.length} addresses, ${first.name}, generator busy ${busyPercent(median(first.busy))}`,
  )
  if (ratio > promised) process.exitCode = 1
  if (last === first) return
  const growth = median(last.costs.map((cost, turn) => cost / first.costs[turn]!))
  console.log(
    `category-page: ratio ${growth.toFixed(2)} of ${last.name} to ${first.name} (promise ≤ ${promisedGrowth}); ` +
      `${median(last.costs).toFixed(2)} and ${median(first.costs).toFixed(2)} ms of processor time per page`,
  )
  if (growth > promisedGrowth) process.exitCode = 1
}
