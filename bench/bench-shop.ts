/** The built shop in a separate process, with the demo catalogue or a generated one of any size. */
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { storeCodes } from '../domain/stores/stores.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/database/migrate.ts'
import { startBuiltServer, type BuiltServer } from '../test/built-server.ts'
import { fillSyntheticCatalogue } from './synthetic-catalogue.ts'

const log = { info: () => {}, warn: console.warn, error: console.error }

/**
 * Runs the work with a temporary shop, deleted afterwards. Without `products` it has the demo catalogue. `env`: further
 * variables of its environment.
 */
export async function withBenchShop(
  { products, env = {} }: { products?: number; env?: Record<string, string> },
  work: (shop: BuiltServer) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'anode-bench-'))
  await chmod(dataDir, 0o711)
  if (products !== undefined) await fill(dataDir, products)
  const shop = await startBuiltServer({
    dataDir,
    env: { LOG_LEVEL: 'warn', DEMO: products === undefined ? '1' : '0', ...env },
  })
  try {
    await work(shop)
  } finally {
    await shop.stop()
  }
}

async function fill(dataDir: string, products: number): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  try {
    await migrate(postgres.url, { log })
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    // A million products of four stores would take longer to fill than to measure.
    await fillSyntheticCatalogue(client, products, products > 100_000 ? ['sv'] : storeCodes)
    await client.end()
  } finally {
    await postgres.stop()
  }
}

/** Waits until the node has nothing to do: no catalogue index to write, no pictures to draw. */
export async function untilIdle({ pid }: BuiltServer): Promise<void> {
  const processorSeconds = () => {
    try {
      return secondsOf(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      // A system that does not report them.
      return 0
    }
  }
  for (let before = -1, now = processorSeconds(); now - before > 0.1; before = now, now = processorSeconds())
    await new Promise((next) => setTimeout(next, 2000))
}

/** Addresses of a store's main categories and of those below them, each page and full listing. */
export async function categoryAddresses(shop: BuiltServer, store = 'sv'): Promise<string[]> {
  const main = await linkedCategories(`${shop.url}/${store}`)
  const below = await Promise.all(main.map((path) => linkedCategories(shop.url + path)))
  const pages = [...new Set([...main, ...below.flat()])]
  if (pages.length === 0) throw new Error('The home page leads to no category.')
  return pages.flatMap((path) => [path, path.replace('/index.html', '/ALLA/sida.html')])
}

async function linkedCategories(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text()
  const links = html.matchAll(/href="(\/[a-z]{2}\/artiklar\/[^"]+\/index\.html)"/g)
  return [...new Set([...links].map(([, path]) => path!))]
}

/**
 * Processor seconds of the threads of a process that render and collect garbage; null where the system does not
 * report them. Without the threads that compress and draw: a node draws pictures while it is idle.
 */
export function renderingSeconds(pid: number): number | null {
  try {
    const stats = readdirSync(`/proc/${pid}/task`).map((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'),
    )
    return stats
      .filter((stat) => !/\((?:libvips|libuv)/.test(stat))
      .reduce((sum, stat) => sum + secondsOf(stat), 0)
  } catch {
    return null
  }
}

/** Processor seconds in a `stat` file of a process or thread; its name in brackets may contain spaces. */
function secondsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
