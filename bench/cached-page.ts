/**
 * Promise: a page from the page cache goes out at least 0.6 times as often as a bare `node:http` server sends
 * the same bytes, head and body, in the same run. Both in processes of their own, no pipelining, rounds in
 * turn, medians.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { withBenchShop } from './bench-shop.ts'
import { load } from './load.ts'

interface Answer {
  headers: IncomingHttpHeaders
  body: string
}

const promised = 0.6
const rounds = 5
const secondsPerRound = 3
/** What Node adds to every answer by itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive'])
const requestHeaders = { 'accept-encoding': 'gzip, deflate, br, zstd' }

if (process.argv[2] === 'bare') {
  process.once('message', (answer) => serveBare(answer as Answer))
  process.once('disconnect', () => process.exit())
} else await withBenchShop({}, (shop) => compare(shop.url))

/** The server to compare with: everything is at hand before the first request. */
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
  // In a session of its own, as the shop is: some systems share the processor among sessions.
  const bare = fork(import.meta.filename, ['bare'], { detached: true })
  bare.send(answer)
  const [port] = (await once(bare, 'message')) as [number]
  const bareUrl = `http://localhost:${port}/sv`
  try {
    const figures = { shop: [] as number[], bare: [] as number[] }
    for (const url of [page, bareUrl]) await requestsPerSecond(url)
    for (let round = 0; round < rounds; round++) {
      figures.shop.push(await requestsPerSecond(page))
      figures.bare.push(await requestsPerSecond(bareUrl))
    }
    report(median(figures.shop), median(figures.bare), answer)
  } finally {
    bare.kill()
  }
}

function report(shop: number, bare: number, answer: Answer): void {
  const ratio = shop / bare
  const bytes = Buffer.from(answer.body, 'base64').length
  console.log(
    `cached-page: ${shop.toFixed(0)} requests/s, ratio ${ratio.toFixed(2)} of bare node:http's ${bare.toFixed(0)} (promise ≥ ${promised}); ` +
      `${bytes} bytes, ${answer.headers['content-encoding'] ?? 'not compressed'}`,
  )
  if (ratio < promised) process.exitCode = 1
}

async function requestsPerSecond(url: string): Promise<number> {
  const { requests } = await load({
    url,
    connections: 10,
    pipelining: 1,
    duration: secondsPerRound,
    headers: requestHeaders,
  })
  return requests.average
}

/** The answer as it came over the wire; `fetch` would unpack it. */
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
