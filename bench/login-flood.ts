/**
 * Promise: a flood of logins does not slow browsing. One run measures a cached page and a call of the catalogue alone,
 * then while logins from many networks arrive faster than their passwords can be checked; the ratio of the medians is
 * at most 3. Load and probes run in processes of their own.
 */
import autocannon from 'autocannon'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { BuiltServer } from '../test/built-server.ts'
import { withBenchShop } from './bench-shop.ts'

const promised = 3
const seconds = 6
const rounds = 2
const cachedPage = '/sv'
const catalogueCall = '/api/products?locale=sv&sid=7&query=batteri'

type Load = { url: string } & ({ path: string } | { logins: true })

interface Figures {
  answered: number
  refused: number
  failed: number
  medianMs: number
  p99Ms: number
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
  const median = (figures: Figures[][], n: number) =>
    Math.max(0.1, Math.min(...figures.map((each) => each[n]!.medianMs)))
  const ratios = names.map((_name, n) => median(flooded, n) / median(alone, n))
  const { answered, refused } = floods[0]!
  console.log(
    `login-flood: ${names.map((name, n) => `${name} ratio ${ratios[n]!.toFixed(2)}`).join(', ')} (promise ≤ ${promised}); ` +
      names
        .map((name, n) => {
          const [before, during] = [alone[0]![n]!, flooded[0]![n]!]
          return `${name} median ${before.medianMs} → ${during.medianMs} ms, p99 ${before.p99Ms} → ${during.p99Ms} ms`
        })
        .join('; ') +
      `; ${answered.toFixed(0)} logins answered and ${refused.toFixed(0)} refused a second`,
  )
  const failed = flooded.flat().reduce((sum, each) => sum + each.failed + each.refused, 0)
  if (ratios.some((ratio) => ratio > promised) || failed > 0) process.exitCode = 1
}

async function inProcess(load: Load): Promise<Figures> {
  const child = fork(import.meta.filename, ['load'], { detached: true })
  child.send(load)
  const [figures] = (await once(child, 'message')) as [Figures]
  return figures
}

/** Probes ask at a low rate, so that they measure waiting and not their own load. */
async function run(load: Load): Promise<Figures> {
  let sent = 0
  const network = () => `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
  const result = await autocannon({
    url: load.url,
    duration: seconds,
    timeout: 30,
    ...('logins' in load
      ? {
          connections: 200,
          overallRate: 400,
          requests: [
            {
              method: 'POST' as const,
              path: '/api/auth/login?locale=sv&sid=7',
              headers: { 'content-type': 'application/json' },
              setupRequest: (request: autocannon.Request) => {
                sent++
                const body = JSON.stringify({ email: `flod-${sent}@exempel.se`, password: 'gissning' })
                return { ...request, body, headers: { ...request.headers, 'x-forwarded-for': network() } }
              },
            },
          ],
        }
      : { connections: 2, overallRate: 40, requests: [{ method: 'GET' as const, path: load.path }] }),
  })
  const { statusCodeStats, errors, duration, latency } = result
  const count = (status: `${number}`) => (statusCodeStats?.[status]?.count ?? 0) / duration
  return {
    answered: count('200') + count('401'),
    refused: count('503') + count('429'),
    failed: errors,
    medianMs: latency.p50,
    p99Ms: latency.p99,
  }
}
