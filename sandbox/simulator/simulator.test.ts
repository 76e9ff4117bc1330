import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SimulatedProvider, SimulatorContext } from './simulated-provider.ts'
import { startSimulator, type Simulator } from './simulator.ts'
import { createVirtualClock } from './virtual-clock.ts'

let simulator: Simulator
let shop: Server
let shopUrl: string
let received: string[]
let answers: number[]
let context: SimulatorContext
let created: number

const echo: SimulatedProvider = {
  name: 'echo',
  mount(app, given) {
    context = given
    app.post('/v1/payments/:id', ({ body }, reply) => {
      created += 1
      return reply.code(201).send({ received: body ?? null, client_secret: 'cs_1' })
    })
    return { payments: () => [], clear: () => (created = 0) }
  },
}

beforeEach(async () => {
  received = []
  answers = []
  created = 0
  shop = createServer((request: IncomingMessage, response) => {
    received.push(`${request.method} ${request.url}`)
    response.writeHead(answers.shift() ?? 200).end()
  })
  await new Promise<void>((resolve) => {
    shop.listen(0, '127.0.0.1', resolve)
  })
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  const started = await startSimulator({
    port: 0,
    providers: [echo],
    root: process.cwd(),
    clock: createVirtualClock({ isFrozen: true }),
  })
  simulator = started!
})

afterEach(async () => {
  await simulator.stop()
  await new Promise((resolve) => shop.close(resolve))
})

async function control(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${simulator.url}/control/${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return response.json()
}

const pay = (init: RequestInit = {}) =>
  fetch(`${simulator.url}/echo/v1/payments/p1?x=1`, { method: 'POST', ...init })

const report = (name: string, payment = 'p1') =>
  context.callbacks.report({
    name,
    payment,
    method: 'POST',
    url: `${shopUrl}/${name}`,
    timeoutMs: 5_000,
    scheduleMs: [1_000, 60_000, 3_600_000],
    isDone: (answer) => answer?.status === 200,
  })

it('records every request with its answer, secrets masked', async () => {
  await pay({ body: '{"a":1,"password":"p"}', headers: { authorization: 'Basic abc', 'x-own': '1' } })
  expect(await control('GET', 'requests?provider=echo')).toMatchObject([
    {
      direction: 'request',
      method: 'POST',
      url: '/v1/payments/p1?x=1',
      request: { headers: { authorization: 'Basic ***', 'x-own': '1' }, body: { a: 1, password: '***' } },
      response: { status: 201, body: { client_secret: '***' } },
      fault: null,
    },
  ])
  expect(await control('POST', 'reset')).toEqual({ reset: true })
  expect(await control('GET', 'requests')).toEqual([])
  expect(created).toBe(0)
})

it('records a request for an unknown path', async () => {
  await fetch(`${simulator.url}/echo/v2/nothing`)
  expect(await control('GET', 'requests')).toMatchObject([{ url: '/v2/nothing', response: { status: 404 } }])
})

it('accepts an empty body with a JSON content type', async () => {
  const response = await pay({ headers: { 'content-type': 'application/json' } })
  expect(response.status).toBe(201)
})

it('answers with a status of its own, before or after the request was carried out', async () => {
  const route = 'POST /v1/payments/{id}'
  await control('POST', 'faults', [
    { kind: 'status', provider: 'echo', route, status: 503, skip: 1 },
    { kind: 'status', provider: 'echo', route, status: 423, processed: true, skip: 1, body: 'locked' },
  ])
  expect((await pay()).status).toBe(201)
  expect((await pay()).status).toBe(503)
  expect(created).toBe(1)
  const locked = await pay()
  expect([locked.status, await locked.text(), created]).toEqual([423, 'locked', 2])
  expect((await pay()).status).toBe(201)
})

it('leaves a request without an answer, carried out or not', async () => {
  await control('POST', 'faults', [
    { kind: 'timeout', provider: 'echo' },
    { kind: 'disconnect', provider: 'echo', processed: true },
  ])
  await expect(pay({ signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout')
  expect(created).toBe(0)
  await expect(pay()).rejects.toThrow('fetch failed')
  expect(created).toBe(1)
  expect(await control('GET', 'requests')).toMatchObject([
    { fault: 'timeout', response: null },
    { fault: 'disconnect', response: null },
  ])
})

it('repeats a report on its schedule until it is answered', async () => {
  answers = [500]
  report('push')
  await simulator.clock.advance(1_000)
  expect(received).toEqual(['POST /push'])
  await control('POST', 'clock', { advanceMs: 59_000 })
  expect(received).toHaveLength(2)
  await simulator.clock.advance(86_400_000)
  expect(received).toHaveLength(2)
})

it('loses, doubles, delays and reorders callbacks', async () => {
  const fault = (kind: string, more = {}) => ({ kind, provider: 'echo', callback: kind, ...more })
  await control('POST', 'faults', [
    fault('lost'),
    fault('doubled'),
    fault('late', { delayMs: 10_000 }),
    fault('reordered'),
  ])
  for (const name of ['reordered', 'lost', 'doubled', 'late']) report(name, name)
  await simulator.clock.advance(1_000)
  expect(received).toEqual(['POST /reordered', 'POST /doubled', 'POST /doubled'])
  await simulator.clock.advance(10_000)
  expect(received.slice(3)).toEqual(['POST /late'])
  await simulator.clock.advance(49_000)
  expect(received.slice(4)).toContain('POST /lost')
  expect(await control('GET', 'faults')).toEqual([])
})

it('sends a report again when asked to, as a replay', async () => {
  report('push')
  expect(await control('POST', 'callbacks', { provider: 'echo', callback: 'push', payment: 'p1' })).toEqual({
    sent: 1,
  })
  expect(received).toEqual(['POST /push'])
  expect(await control('POST', 'callbacks', { provider: 'echo', callback: 'push', payment: 'p2' })).toEqual({
    sent: 0,
  })
})

it('has no answer for a question that takes too long', async () => {
  shop.removeAllListeners('request')
  const answer = context.callbacks.ask({
    name: 'validation',
    payment: 'p1',
    method: 'POST',
    url: shopUrl,
    timeoutMs: 10_000,
  })
  await new Promise<void>((resolve) => {
    shop.once('request', () => resolve())
  })
  await simulator.clock.advance(10_000)
  expect(await answer).toBeNull()
})

it('refuses faults and commands it does not know', async () => {
  const refused = await fetch(`${simulator.url}/control/faults`, { method: 'POST', body: '{"kind":"lost"}' })
  expect(refused.status).toBe(400)
  const foreign = { kind: 'timeout', provider: 'nobody' }
  const unknown = await fetch(`${simulator.url}/control/faults`, {
    method: 'POST',
    body: JSON.stringify(foreign),
  })
  expect(unknown.status).toBe(400)
})

it('leaves a port alone that another process uses', async () => {
  const port = Number(new URL(simulator.url).port)
  expect(await startSimulator({ port, providers: [], root: process.cwd() })).toBeNull()
})
