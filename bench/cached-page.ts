/**
 * Promise: a page from the page cache is sent at least 0.75 times as often as a bare `node:http` server sends the same
 * bytes, head and body, in the same run. Both run in processes of their own, with the same flags; no pipelining;
 * rounds in turns, medians. The generator says how busy it was: near 100 % it is the limit and the ratio says little.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serverEnv, serverFlags } from '../cli/ensure-built.mjs'
import { withBenchShop } from './bench-shop.ts'
import { rawLoad, type RawResult } from './raw-load.ts'

interface Answer {
  headers: IncomingHttpHeaders
  body: string
}

const promised = 0.75
const rounds = 5
const secondsPerRound = 3
/** What Node adds to every answer by itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive'])
const requestHeaders = { 'accept-encoding': 'gzip, deflate, br, zstd' }

if (process.argv[2] === 'bare') {
  process.once('message', (answer) => serveBare(answer as Answer))
  process.once('disconnect', () => process.exit())
} else await withBenchShop({}, (shop) => compare(shop.url))

/** The server to compare with: the whole response exists before the first request. */
function serveBare({ headers, body }: Answer): void {
  const bytes = Buffer.from(body, 'base64')
  const sent = Object.entries(headers).filter(([name]) => !ownHeaders.has(name))
  const fixed = sent.flatMap(([name, value]) => [value].flat().flatMap((one) => [name, String(one)]))
  const server = createServer((_request, response) => response.writeHead(200, fixed).end(bytes))
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

async function compare(shopUrl: string): Promise<void> {
  const page = `${shopUrl}/sv`
  await fetchOnce(page)
  const answer = await fetchOnce(page)
  // In its own session, like the shop: some systems share the processor among sessions.
  const bare = fork(import.meta.filename, ['bare'], {
    detached: true,
    execArgv: [...serverFlags],
    env: { ...process.env, ...serverEnv },
  })
  bare.send(answer)
  const [port] = (await once(bare, 'message')) as [number]
  const bareUrl = `http://localhost:${port}/sv`
  try {
    const figures = { shop: [] as RawResult[], bare: [] as RawResult[] }
    for (const url of [page, bareUrl]) await measure(url)
    for (let round = 0; round < rounds; round++) {
      figures.shop.push(await measure(page))
      figures.bare.push(await measure(bareUrl))
    }
    report(figures.shop, figures.bare, answer)
  } finally {
    bare.kill()
  }
}

function report(shop: readonly RawResult[], bare: readonly RawResult[], answer: Answer): void {
  const rate = (results: readonly RawResult[]) => median(results.map((result) => result.requestsPerSecond))
  const busy = (results: readonly RawResult[]) =>
    `${Math.round(100 * median(results.map((result) => result.busy)))} %`
  const ratio = rate(shop) / rate(bare)
  const bytes = Buffer.from(answer.body, 'base64').length
  console.log(
    `cached-page: ratio ${ratio.toFixed(2)} of bare node:http (promise ≥ ${promised}): ` +
      `${rate(shop).toFixed(0)} and ${rate(bare).toFixed(0)} requests/s, generator busy ${busy(shop)} and ${busy(bare)}; ` +
      `${bytes} bytes, ${answer.headers['content-encoding'] ?? 'not compressed'}`,
  )
  if (ratio < promised) process.exitCode = 1
}

function measure(url: string): Promise<RawResult> {
  return rawLoad({ url, headers: requestHeaders, connections: 10, seconds: secondsPerRound })
}

/** The raw response; `fetch` would decompress it. */
function fetchOnce(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: requestHeaders }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ headers: response.headers, body: Buffer.concat(chunks).toString('base64') }),
      )
    }).once('error', reject)
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
