/**
 * A load generator that costs less than the server it loads: it writes one prepared request over open connections and
 * counts answers by their length, without parsing them. For servers whose every answer has the same bytes.
 */
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

export interface RawLoad {
  /** Address of an http server on this machine. */
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
}

export interface RawResult {
  requestsPerSecond: number
  /** Share of its time that the generator's thread worked; near 1 the generator was the limit, not the server. */
  busy: number
}

/** Runs the load in a thread of its own. Rejects where an answer is not the first one's length or not 200. */
export async function rawLoad(load: RawLoad): Promise<RawResult> {
  const worker = new Worker(new URL(import.meta.url), { workerData: load })
  return new Promise((resolve, reject) => {
    worker.once('message', (result: RawResult) => resolve(result))
    worker.once('error', reject)
  })
}

if (!isMainThread) parentPort?.postMessage(await run(workerData as RawLoad))

async function run({ url, headers, connections, seconds }: RawLoad): Promise<RawResult> {
  const { hostname, port, host, pathname } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const address = { host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) }
  const length = await answerLength(address, request)
  const before = performance.eventLoopUtilization()
  const began = performance.now()
  let answers = 0
  const shoppers = Array.from({ length: connections }, () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const socket = connect({ ...address, noDelay: true })
    let received = 0
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received < length) return
      if (received > length) return socket.destroy(new Error('answers differ in length'))
      received = 0
      answers += 1
      if (performance.now() - began < seconds * 1000) socket.write(request)
      else socket.end()
    })
    socket.once('connect', () => socket.write(request))
    socket.once('error', reject)
    socket.once('close', () => resolve())
    return promise
  })
  await Promise.all(shoppers)
  const elapsed = (performance.now() - began) / 1000
  const { utilization } = performance.eventLoopUtilization(before)
  return { requestsPerSecond: answers / elapsed, busy: utilization }
}

/** Bytes of one answer with its head. */
async function answerLength(address: { host: string; port: number }, request: Buffer): Promise<number> {
  const socket: Socket = connect(address)
  socket.write(request)
  let bytes = Buffer.alloc(0)
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    bytes = Buffer.concat([bytes, chunk])
    const headEnd = bytes.indexOf('\r\n\r\n')
    if (headEnd < 0) continue
    const head = bytes.subarray(0, headEnd).toString('latin1')
    const body = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (!head.startsWith('HTTP/1.1 200') || body === undefined)
      throw new Error(`no plain answer: ${head.split('\r\n', 1)[0]}`)
    const length = headEnd + 4 + Number(body)
    if (bytes.length === length) {
      socket.destroy()
      return length
    }
  }
  throw new Error('the server closed the connection')
}
