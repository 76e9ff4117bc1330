/** The gate on a real HTTP server, asked by many clients at once. */
import { once } from 'node:events'
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createAdmission, type AdmissionLimits } from './admission.ts'
import { admissionGate, refuse } from './admission-gate.ts'
import { guardConnections } from './connection-limits.ts'

const limits: AdmissionLimits = {
  purchase: { running: 10, pending: 10, perNetwork: 100, longestWaitMs: 60_000 },
  browse: { running: 2, pending: 3, perNetwork: 100, longestWaitMs: 60_000 },
}
let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function listen(listener: RequestListener): Promise<Server> {
  server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

function ask(to: Server, path: string, agent = new Agent()): Promise<Answer> {
  return new Promise((resolve, reject) => {
    httpRequest({ port: (to.address() as AddressInfo).port, path, agent }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
      .once('error', reject)
      .end()
  })
}

it('refuses excess requests at once, in the store’s language, and admits a purchase', async () => {
  const open: ServerResponse[] = []
  const gate = admissionGate({
    admission: createAdmission({ limits }),
    trustedProxies: 0,
    sharedKey: () => null,
    handler(request, response) {
      if (request.url?.startsWith('/api/')) return void response.end('bought')
      open.push(response)
    },
    // Longer than the test takes: a slot that became free would admit one of the requests to be refused.
    longestHoldMs: 60_000,
  })
  const arrived = Promise.withResolvers<void>()
  let requests = 0
  const node = await listen((request, response) => {
    gate(request, response)
    if (++requests === 5) arrived.resolve()
  })
  const admitted = Array.from({ length: 5 }, (_, n) => ask(node, `/sv/${n}.html`))
  await arrived.promise
  const refused = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => ask(node, `/de/${name}.html`)),
  )
  for (const answer of refused) {
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
    expect(answer.body).toContain('Im Shop ist gerade viel los.')
  }
  const call = await ask(node, '/api/products?locale=no&sid=8')
  expect(call.status).toBe(503)
  expect(JSON.parse(call.body)).toEqual({
    message: 'Det er mange i butikken akkurat nå. Prøv igjen om en liten stund.',
  })
  expect(await ask(node, '/api/sync-cart')).toMatchObject({ status: 200, body: 'bought' })
  expect(open).toHaveLength(2)
  const drain = setInterval(() => open.splice(0).forEach((response) => response.end('page')), 5)
  const answers = await Promise.all(admitted)
  clearInterval(drain)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

it('gives the slot of a disconnected client to the next request', async () => {
  const started: string[] = []
  const gone = new Agent()
  const gate = admissionGate({
    admission: createAdmission({ limits: { ...limits, browse: { ...limits.browse, running: 1 } } }),
    trustedProxies: 0,
    sharedKey: () => null,
    handler(request, response) {
      started.push(request.url ?? '')
      if (started.length === 1) gone.destroy()
      else response.end('page')
    },
  })
  const node = await listen(gate)
  await expect(ask(node, '/sv/first.html', gone)).rejects.toThrow('socket hang up')
  expect(await ask(node, '/sv/second.html')).toMatchObject({ status: 200 })
})

it('answers 503 on connections beyond a network’s limit, and closes them', async () => {
  const node = await listen((request, response) => {
    if (guard.isExcess(request.socket)) {
      response.setHeader('connection', 'close')
      return refuse(request, response)
    }
    response.end('page')
  })
  const guard = guardConnections(node, { connections: 1000, keptAlive: 500, perNetwork: 20 }, 0)
  const agents = Array.from({ length: 60 }, () => new Agent({ keepAlive: true }))
  const answers = await Promise.all(agents.map((agent) => ask(node, '/sv', agent)))
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused).toHaveLength(40)
  for (const { headers } of refused) expect(headers.connection).toBe('close')
  for (const agent of agents) agent.destroy()
})
