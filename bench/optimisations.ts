/**
 * What each optimisation of rendering saves (decision 47): the processor time of uncached category pages of
 * a node without it, as a ratio to a node with all of them, in turns, at 20,000 products. Below 1.10 an
 * optimisation is to be removed. A second node with all of them shows the noise of the run.
 * `node bench/optimisations.ts [turns]`, by default 15.
 */
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeCodes } from '../domain/stores/stores.ts'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/database/migrate.ts'
import { startBuiltServer, type BuiltServer } from '../test/built-server.ts'
import { busyPercent } from './load.ts'
import { costOf, fullPages, median } from './page-cost.ts'
import { fillSyntheticCatalogue } from './synthetic-catalogue.ts'

const log = { info: () => {}, warn: console.warn, error: console.error }
const products = 20_000
const promised = 1.1
/** `deferred-scripts` costs the server nothing: bench/first-paint.ts measures it. */
const measured = ['sent-as-text', 'narrowed-routes', 'string-renderer']
const turns = Number(process.argv[2] ?? 15)
/** How busy the generator was in each turn of each node. */
const busyTurns: number[] = []

const home = await mkdtemp(join(tmpdir(), 'anode-bench-optimisations-'))
await chmod(home, 0o711)
const postgres = await startEmbeddedPostgres({ dataDir: home, log })
const nodes: { name: string; shop: BuiltServer; costs: number[] }[] = []
try {
  await migrate(postgres.url, { log })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await fillSyntheticCatalogue(client, products, storeCodes)
  await client.end()
  for (const name of ['nothing', 'nothing, again', ...measured]) nodes.push(await startNode(name))
  const { addresses } = await fullPages(nodes[0]!.shop)
  for (let turn = -4; turn < turns; turn++) {
    for (const node of turn % 2 === 0 ? nodes : nodes.toReversed()) {
      const { costMs, busy } = await costOf(node.shop, addresses, (turn + 4) * 37, 150)
      // The first turns warm up.
      if (turn < 0) continue
      node.costs.push(costMs)
      busyTurns.push(busy)
    }
  }
  report()
} finally {
  for (const { shop } of nodes) await shop.stop()
  await postgres.stop()
  await rm(home, { recursive: true, force: true })
}

/** The nodes share the database; the index of the first is copied, not built again. */
async function startNode(name: string) {
  const dataDir = await mkdtemp(join(home, 'node-'))
  const first = nodes[0]
  if (first) await cp(join(first.shop.dataDir, 'index'), join(dataDir, 'index'), { recursive: true })
  const shop = await startBuiltServer({
    dataDir,
    env: {
      DATABASE_URL: postgres.url,
      SECRET: 'a secret of the benchmark, long enough',
      PROVIDERS: 'simulator',
      DEMO: '0',
      ROLE: 'web',
      LOG_LEVEL: 'error',
      ANODE_SWITCHED_OFF: name,
    },
  })
  return { name, shop, costs: [] }
}

function report(): void {
  const all = nodes[0]!.costs
  for (const { name, costs } of nodes.slice(1)) {
    const ratios = costs.map((cost, turn) => cost / all[turn]!).toSorted((a, b) => a - b)
    const at = (share: number) => ratios[Math.floor(ratios.length * share)]!.toFixed(2)
    const promise = measured.includes(name) ? `promise ≥ ${promised}` : 'the noise of this run'
    console.log(
      `optimisations: ratio ${at(0.5)} without ${name} (${promise}), quartiles ${at(0.25)} to ${at(0.75)}; ` +
        `${median(costs).toFixed(2)} and ${median(all).toFixed(2)} ms of processor time per category page`,
    )
    if (measured.includes(name) && Number(at(0.5)) < promised) process.exitCode = 1
  }
  console.log(`optimisations: generator busy ${busyPercent(median(busyTurns))}`)
}
