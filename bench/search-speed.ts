/**
 * Promise of search: under a steady load at half of the capacity its 99th percentile is at most 4 times the median of
 * searches asked one after the other, and the median at a million products at most 4 times that at fifty thousand.
 * Nothing is remembered. Capacity is what eight askers get answered without a pause, in the same run. The load is an
 * open loop: searches are due at fixed moments whatever the ones before took, and waiting counts.
 * `node bench/search-speed.ts [sizes…]`, by default 10000 50000 1000000.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openCatalogueIndex } from '../read-model/catalogue-index.server.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/database/migrate.ts'
import { searchTraffic, type TypedQuery } from './search-traffic.ts'
import { fillSyntheticCatalogue } from './synthetic-catalogue.ts'

const sizes = process.argv
  .slice(2)
  .map(Number)
  .filter((size) => size > 0)
const log = { info: () => {}, warn: console.warn, error: console.error }
const seconds = 15
const askers = 8
const promisedLatency = 4
const promisedGrowth = 4

/** Search threads as docs/operations-reference.md advises for so many products. */
const threadsFor = (size: number) => (size > 100_000 ? 2 : 1)

async function ask(catalogue: Catalogue, { store, query, withFacets }: TypedQuery): Promise<void> {
  JSON.stringify(await catalogue.search(store, { query, sort: 'relevance', page: 1, facets: {}, withFacets }))
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

interface Driven {
  /** Milliseconds from due to answered, sorted. */
  latencies: number[]
  longestPauseMs: number
}

/** Runs the traffic at its rate; searches overlap where one takes longer than the time to the next. */
async function drive(
  catalogue: Catalogue,
  traffic: readonly TypedQuery[],
  perSecond: number,
): Promise<Driven> {
  const latencies: number[] = []
  const running: Promise<void>[] = []
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const start = performance.now() + 20
  for (let next = 0; next < traffic.length;) {
    const due = start + (next * 1000) / perSecond
    if (performance.now() < due) {
      await pause(1)
      continue
    }
    const typed = traffic[next++]!
    const note = () => void latencies.push(performance.now() - due)
    // One given up counts with the time it took.
    running.push(ask(catalogue, typed).then(note, note))
  }
  await Promise.all(running)
  delay.disable()
  return { latencies: latencies.sort((a, b) => a - b), longestPauseMs: delay.max / 1e6 }
}

interface Alone {
  medianMs: number
  /** Processor time of all threads per search. */
  cpuMs: number
}

/** Searches one after the other. */
async function askAlone(catalogue: Catalogue, traffic: readonly TypedQuery[]): Promise<Alone> {
  const before = process.cpuUsage()
  const latencies: number[] = []
  for (const typed of traffic) {
    const began = performance.now()
    await ask(catalogue, typed)
    latencies.push(performance.now() - began)
  }
  const used = process.cpuUsage(before)
  return {
    medianMs: percentile(
      latencies.sort((a, b) => a - b),
      0.5,
    ),
    cpuMs: (used.user + used.system) / 1000 / traffic.length,
  }
}

/** Searches a second that are answered when several ask without a pause. */
async function capacityOf(catalogue: Catalogue, traffic: readonly TypedQuery[]): Promise<number> {
  const left = [...traffic]
  const began = performance.now()
  const askOn = async () => {
    for (let typed = left.pop(); typed; typed = left.pop()) await ask(catalogue, typed)
  }
  await Promise.all(Array.from({ length: askers }, askOn))
  return (traffic.length * 1000) / (performance.now() - began)
}

interface Measured {
  isKept: boolean
  medianMs: number
}

/** Measures the index in `dataDir`. */
async function measureIndex(dataDir: string, databaseUrl: string, size: number): Promise<Measured> {
  const stores = size > 100_000 ? (['sv'] as const) : storeCodes
  const index = openCatalogueIndex({
    dataDir,
    databaseUrl,
    log,
    searchThreads: threadsFor(size),
    cachedSearches: 0,
  })
  try {
    await Promise.all([index.ready, index.searchReady])
    for (const typed of searchTraffic(size, 300, stores, 7)) await ask(index.catalogue, typed)
    const alone = await askAlone(index.catalogue, searchTraffic(size, 1_000, stores, 3))
    const capacity = await capacityOf(index.catalogue, searchTraffic(size, 2_000, stores, 5))
    const perSecond = Math.max(1, Math.round(capacity / 2))
    const traffic = searchTraffic(size, perSecond * seconds, stores, 1)
    const { latencies, longestPauseMs } = await drive(index.catalogue, traffic, perSecond)
    const p99 = percentile(latencies, 0.99)
    const ratio = p99 / alone.medianMs
    console.log(
      `search-speed ${size} products: ratio ${ratio.toFixed(1)} of p99 at half capacity to the median alone (promise ≤ ${promisedLatency}): ` +
        `${p99.toFixed(1)} ms at ${perSecond}/s, ${alone.medianMs.toFixed(2)} ms alone, ${alone.cpuMs.toFixed(2)} ms of processor, ` +
        `longest pause of the serving thread ${longestPauseMs.toFixed(1)} ms`,
    )
    return { isKept: ratio <= promisedLatency, medianMs: alone.medianMs }
  } finally {
    await index.close()
  }
}

async function measureSize(serverUrl: string, size: number): Promise<Measured> {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`create database search_${size}`)
  const url = serverUrl.replace(/[^/]+$/, `search_${size}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'anode-bench-search-'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrate(url, { log })
  await fillSyntheticCatalogue(client, size, size > 100_000 ? ['sv'] : storeCodes)
  await client.end()
  try {
    return await measureIndex(dataDir, url, size)
  } finally {
    await admin.query(`drop database search_${size} with (force)`)
    await admin.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const clusterDir = mkdtempSync(join(tmpdir(), 'anode-bench-postgres-'))
chmodSync(clusterDir, 0o711)
const postgres = await startEmbeddedPostgres({
  dataDir: clusterDir,
  log,
  settings: { fsync: 'off', max_wal_size: '4GB' },
})
try {
  const medians = new Map<number, number>()
  for (const size of sizes.length > 0 ? sizes : [10_000, 50_000, 1_000_000]) {
    const { isKept, medianMs } = await measureSize(postgres.url, size)
    medians.set(size, medianMs)
    if (!isKept) process.exitCode = 1
  }
  const [small, large] = [medians.get(50_000), medians.get(1_000_000)]
  if (small !== undefined && large !== undefined) {
    const growth = large / small
    console.log(
      `search-speed: ratio ${growth.toFixed(1)} of a million products to fifty thousand (promise ≤ ${promisedGrowth})`,
    )
    if (growth > promisedGrowth) process.exitCode = 1
  }
} finally {
  await postgres.stop()
  rmSync(clusterDir, { recursive: true, force: true })
}
