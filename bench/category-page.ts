/**
 * Promise: a category page that is not in the page cache costs a node of 50,000 products at most 2 times the
 * processor time that React alone takes to render the same finished element tree to a string. The tree is
 * made of the pages' own HTML: every component has run, no data is loaded. Requests carry the cookie of a
 * signed-in shopper, which bypasses the page cache, so a page costs everything from the socket to the last
 * byte. Both run in processes of their own with the same flags, in turns; medians of the turns.
 *
 * `node bench/category-page.ts [sizes…]`, by default 50000. With two sizes, such as `10000 1000000`, the
 * nodes are measured in turns too: the last may cost at most 1.3 times the first. Above 100,000 products
 * only one store has products, as in the benchmark of the index.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { renderToString } from 'react-dom/server'
import { serverEnv, serverFlags } from '../cli/ensure-built.mjs'
import type { BuiltServer } from '../test/built-server.ts'
import { withBenchShop } from './bench-shop.ts'
import { elementTree } from './element-tree.ts'
import { costOf, fullPages, median } from './page-cost.ts'

const promised = 2
const promisedGrowth = 1.3
const rounds = 11
/** Pages per round. */
const pages = 400

if (process.argv[2] === 'react') renderOnRequest()
else {
  const sizes = process.argv.slice(2).map(Number)
  await withShops(sizes.length > 0 ? sizes : [50_000], [], measure)
}

/** The reference: renders the trees of the HTML it receives, and answers with milliseconds per page. */
function renderOnRequest(): void {
  let trees: ReturnType<typeof elementTree>[] = []
  process.on('message', (message: string[] | number) => {
    if (typeof message !== 'number') {
      trees = message.map(elementTree)
      const bytes = trees.reduce<number>((sum, tree) => sum + renderToString(tree).length, 0)
      process.send?.(bytes / message.reduce((sum, html) => sum + html.length, 0))
      return
    }
    const before = process.cpuUsage()
    for (let n = 0; n < message; n++) renderToString(trees[n % trees.length])
    const { user, system } = process.cpuUsage(before)
    process.send?.((user + system) / 1000 / message)
  })
  process.once('disconnect', () => process.exit())
}

interface MeasuredShop {
  name: string
  shop: BuiltServer
}

interface Measured extends MeasuredShop {
  /** Pages of 24 cards, and their HTML. */
  addresses: string[]
  html: string[]
  /** Milliseconds of processor time per page of each round. */
  costs: number[]
}

async function withShops(
  sizes: readonly number[],
  started: readonly MeasuredShop[],
  work: (shops: readonly MeasuredShop[]) => Promise<void>,
): Promise<void> {
  const [products, ...rest] = sizes
  if (products === undefined) return work(started)
  await withBenchShop({ products }, (shop) =>
    withShops(rest, [...started, { name: `${products} products`, shop }], work),
  )
}

async function measure(shops: readonly MeasuredShop[]): Promise<void> {
  // In its own session, like a shop: some systems share the processor among sessions.
  const react = fork(import.meta.filename, ['react'], {
    detached: true,
    execArgv: [...serverFlags],
    env: { ...process.env, ...serverEnv, NODE_ENV: 'production' },
  })
  try {
    const measured: Measured[] = []
    for (const { name, shop } of shops) measured.push({ name, shop, ...(await fullPages(shop)), costs: [] })
    const likeness = await answerOf(react, measured[0]!.html)
    const reactCosts: number[] = []
    const round = async (from: number) => {
      for (const { shop, addresses, costs } of measured)
        costs.push(await costOf(shop, addresses, from, pages))
      reactCosts.push(await answerOf(react, pages))
    }
    for (let warm = 0; warm < 3; warm++) await round(warm * pages)
    for (const { costs } of [...measured, { costs: reactCosts }]) costs.length = 0
    for (let turn = 0; turn < rounds; turn++) await round(turn * pages)
    const [first, last] = [measured[0]!, measured.at(-1)!]
    const ratios = first.costs.map((cost, turn) => cost / reactCosts[turn]!)
    const ratio = median(ratios)
    console.log(
      `category-page: ratio ${ratio.toFixed(2)} of React alone with the finished tree (promise ≤ ${promised}), ` +
        `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}; ${median(first.costs).toFixed(2)} and ` +
        `${median(reactCosts).toFixed(2)} ms of processor time per page, ${first.addresses.length} addresses, ` +
        `${first.name}, the tree renders ${Math.round(100 * likeness)} % of the page's characters`,
    )
    if (ratio > promised) process.exitCode = 1
    if (last === first) return
    const growth = median(last.costs.map((cost, turn) => cost / first.costs[turn]!))
    console.log(
      `category-page: ratio ${growth.toFixed(2)} of ${last.name} to ${first.name} (promise ≤ ${promisedGrowth}); ` +
        `${median(last.costs).toFixed(2)} and ${median(first.costs).toFixed(2)} ms of processor time per page`,
    )
    if (growth > promisedGrowth) process.exitCode = 1
  } finally {
    react.kill()
  }
}

async function answerOf(child: ChildProcess, message: string[] | number): Promise<number> {
  child.send(message)
  const [answer] = (await once(child, 'message')) as [number]
  return answer
}
