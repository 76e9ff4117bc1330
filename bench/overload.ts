/**
 * Promise: at ten times its capacity a node keeps 0.8 of its best goodput, refuses the rest at once with 503, and
 * cached pages and carts go on. Also: thousands of connections at once are all answered, and memory comes back.
 * Load and probes run in processes of their own, and say how busy they were.
 */
import autocannon from 'autocannon'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { BuiltServer } from '../test/built-server.ts'
import { withBenchShop } from './bench-shop.ts'
import { busyPercent, withBusy } from './load.ts'
import { qualities, makers, kinds } from './synthetic-catalogue.ts'

const products = 10_000
const promisedGoodput = 0.8
const loadSeconds = 12
const burstConnections = 6_000

interface Load {
  url: string
  connections: number
  seconds: number
  /** Requests a second; as many as the answers allow where it is absent. */
  rate?: number
  /** `search`: a search never asked before; otherwise this path each time. */
  path: string
}

interface Figures {
  served: number
  refused: number
  failed: number
  medianMs: number
  p99Ms: number
  /** Share of its time that the generator worked. */
  busy: number
}

if (process.argv[2] === 'load') {
  process.once('message', (load) => {
    void run(load as Load).then((figures) => process.send?.(figures, () => process.exit()))
  })
} else await withBenchShop({ products }, measure)

async function measure(shop: BuiltServer): Promise<void> {
  const search = { url: shop.url, path: 'search' }
  const cached = { url: shop.url, path: '/sv', connections: 1, rate: 100, seconds: loadSeconds }
  await inProcess({ ...search, connections: 8, seconds: 3 })
  const best = await inProcess({ ...search, connections: 8, seconds: loadSeconds })
  const alone = await inProcess(cached)
  const before = residentMegabytes(shop.pid)
  const rate = Math.round(best.served * 10)
  const [crowd, page] = await Promise.all([
    inProcess({ ...search, connections: 400, seconds: loadSeconds, rate }),
    inProcess(cached),
  ])
  const during = residentMegabytes(shop.pid)
  const unanswered = await burst(shop.url, burstConnections)
  await pause(10_000)
  const after = residentMegabytes(shop.pid)
  const ratio = crowd.served / best.served
  console.log(
    `overload: goodput ratio ${ratio.toFixed(2)} at ten times capacity (promise ≥ ${promisedGoodput}); ` +
      `${best.served.toFixed(0)} searches/s alone, ${crowd.served.toFixed(0)} served and ${crowd.refused.toFixed(0)} refused a second; ` +
      `generator busy ${busyPercent(best.busy)} and ${busyPercent(crowd.busy)}; ` +
      `cached page median ${alone.medianMs} → ${page.medianMs} ms, p99 ${alone.p99Ms} → ${page.p99Ms} ms, ${page.refused + page.failed} not served; ` +
      `${unanswered} of ${burstConnections} connections at once without an answer; ` +
      `memory ${before} → ${during} MB, ${after} MB after the burst`,
  )
  if (ratio < promisedGoodput || unanswered > 0) process.exitCode = 1
}

async function inProcess(load: Load): Promise<Figures> {
  const child = fork(import.meta.filename, ['load'], { detached: true })
  child.send(load)
  const [figures] = (await once(child, 'message')) as [Figures]
  return figures
}

async function run({ url, connections, seconds, rate, path }: Load): Promise<Figures> {
  let asked = Math.floor(Math.random() * 1e9)
  const one = (list: readonly string[]) => list[asked % list.length]!
  const options: autocannon.Options = {
    url,
    connections,
    duration: seconds,
    timeout: 30,
    ...(rate !== undefined && { overallRate: rate }),
    headers: { 'accept-encoding': 'br' },
    requests: [
      {
        method: 'GET',
        path: path === 'search' ? '/sv' : path,
        ...(path === 'search' && {
          setupRequest: (request) => {
            asked++
            const words = `${one(qualities)} ${one(makers)} ${one(kinds)} ${asked.toString(36)}`
            return { ...request, path: `/sv/sokresultat.html?query=${encodeURIComponent(words)}` }
          },
        }),
      },
    ],
  }
  const { statusCodeStats, errors, duration, latency, busy } = await withBusy(() => autocannon(options))
  return {
    served: (statusCodeStats?.['200']?.count ?? 0) / duration,
    refused: (statusCodeStats?.['503']?.count ?? 0) / duration,
    failed: errors,
    medianMs: latency.p50,
    p99Ms: latency.p99,
    busy,
  }
}

/** Opens connections at once, each asking for one page; how many were closed without an answer. */
async function burst(url: string, connections: number): Promise<number> {
  const port = Number(new URL(url).port)
  const answers = await Promise.all(
    Array.from(
      { length: connections },
      (_, n) =>
        new Promise<boolean>((resolve) => {
          let isAnswered = false
          const socket = connect({ port, host: '127.0.0.1' })
          const page = `/sv/sokresultat.html?query=burst-${n}`
          socket.on('connect', () =>
            socket.write(`GET ${page} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n`),
          )
          socket.on('data', () => (isAnswered = true))
          socket.on('error', () => {})
          socket.on('close', () => resolve(isAnswered))
        }),
    ),
  )
  return answers.filter((isAnswered) => !isAnswered).length
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1000)
}
