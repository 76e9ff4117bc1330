/**
 * Promise: a flood of logins does not slow browsing. One run measures a cached page and a call of the catalogue alone,
 * then while logins from many networks arrive faster than their passwords can be checked; the ratio of the medians
 * over all rounds is at most 3. Load and probes run in processes of their own, and say how busy they were.
 */
import autocannon from 'autocannon'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setInterval } from 'node:timers/promises'
import type { BuiltServer } from '../test/built-server.ts'
import { withBenchShop } from './bench-shop.ts'
import { busyPercent, withBusy } from './load.ts'

const promised = 3
const seconds = 6
const rounds = 7
const probesPerSecond = 40
const cachedPage = '/sv'
const catalogueCall = '/api/products?locale=sv&sid=7&query=batteri'

type Load = { url: string } & ({ path: string } | { logins: true })

/** `answered` and `refused` count calls, those of the flood a second. */
interface Figures {
  answered: number
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
} else await withBenchShop({ env: { TRUSTED_PROXIES: '1' } }, measure)

async function measure({ url }: BuiltServer): Promise<void> {
  const paths = [cachedPage, catalogueCall]
  const alone: Figures[][] = []
  const flooded: Figures[][] = []
  const floods: Figures[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(await Promise.all(paths.map((path) => inProcess({ url, path }))))
    const [flood, ...probes] = await Promise.all([
      inProcess({ url, logins: true }),
      ...paths.map((path) => inProcess({ url, path })),
    ])
    floods.push(flood)
    flooded.push(probes)
  }
  const names = ['cached page', 'catalogue call']
  const typical = (of: Figures[][], n: number, figure: 'medianMs' | 'p99Ms') =>
    median(of.map((each) => each[n]![figure]))
  const ratios = names.map((_name, n) => typical(flooded, n, 'medianMs') / typical(alone, n, 'medianMs'))
  const [answered, refused] = [
    median(floods.map((each) => each.answered)),
    median(floods.map((each) => each.refused)),
  ]
  console.log(
    `login-flood: ${names.map((name, n) => `${name} ratio ${ratios[n]!.toFixed(2)}`).join(', ')} (promise ≤ ${promised}); ` +
      names
        .map((name, n) => {
          const change = (figure: 'medianMs' | 'p99Ms') =>
            `${typical(alone, n, figure).toFixed(1)} → ${typical(flooded, n, figure).toFixed(1)} ms`
          return `${name} median ${change('medianMs')}, p99 ${change('p99Ms')}`
        })
        .join('; ') +
      `; ${answered.toFixed(0)} logins answered and ${refused.toFixed(0)} refused a second, generator busy ${busyPercent(...floods.map(({ busy }) => busy))}, ` +
      `probes ${busyPercent(...[...alone, ...flooded].flat().map(({ busy }) => busy))}`,
  )
  const failed = [...alone, ...flooded].flat().reduce((sum, each) => sum + each.failed + each.refused, 0)
  if (failed > 0) console.log(`login-flood: ${failed} calls of browsing failed or were refused`)
  if (ratios.some((ratio) => ratio > promised) || failed > 0) process.exitCode = 1
}

/** The middle one of an odd number of figures. */
function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1]!
}

async function inProcess(load: Load): Promise<Figures> {
  const child = fork(import.meta.filename, ['load'], { detached: true })
  child.send(load)
  const [figures] = (await once(child, 'message')) as [Figures]
  return figures
}

/** Every call comes from another network, so that no limit of calls per address is met. */
function networks(): () => string {
  let sent = 0
  return () => {
    sent++
    return `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
  }
}

function run(load: Load): Promise<Figures> {
  return withBusy(() => ('logins' in load ? flood(load.url) : probe(`${load.url}${load.path}`)))
}

/** Asks one address at a low rate, so that waiting is measured and not the probe's own load. */
async function probe(url: string): Promise<Omit<Figures, 'busy'>> {
  const network = networks()
  const waits: number[] = []
  const figures = { answered: 0, refused: 0, failed: 0 }
  const calls: Promise<void>[] = []
  const call = async () => {
    const from = performance.now()
    try {
      const response = await fetch(url, { headers: { 'x-forwarded-for': network() } })
      await response.arrayBuffer()
      figures[response.ok ? 'answered' : 'refused']++
      waits.push(performance.now() - from)
    } catch {
      figures.failed++
    }
  }
  for await (const _ of setInterval(1000 / probesPerSecond)) {
    calls.push(call())
    if (calls.length === seconds * probesPerSecond) break
  }
  await Promise.all(calls)
  waits.sort((a, b) => a - b)
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? Infinity
  return { ...figures, medianMs: at(0.5), p99Ms: at(0.99) }
}

async function flood(url: string): Promise<Omit<Figures, 'busy'>> {
  const network = networks()
  let sent = 0
  const { statusCodeStats, errors, duration, latency } = await autocannon({
    url,
    duration: seconds,
    timeout: 30,
    connections: 200,
    overallRate: 400,
    requests: [
      {
        method: 'POST',
        path: '/api/auth/login?locale=sv&sid=7',
        headers: { 'content-type': 'application/json' },
        setupRequest: (request) => {
          const body = JSON.stringify({ email: `flod-${++sent}@exempel.se`, password: 'gissning' })
          return { ...request, body, headers: { ...request.headers, 'x-forwarded-for': network() } }
        },
      },
    ],
  })
  const count = (status: `${number}`) => (statusCodeStats?.[status]?.count ?? 0) / duration
  return {
    answered: count('200') + count('401'),
    refused: count('503') + count('429'),
    failed: errors,
    medianMs: latency.p50,
    p99Ms: latency.p99,
  }
}
