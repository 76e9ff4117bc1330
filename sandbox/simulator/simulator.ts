/**
 * One process part that simulates the external payment providers: each provider under a path of its own with
 * the provider's real paths below it, one virtual clock, one control endpoint. State is in memory. An adapter
 * cannot distinguish it from the real host except by the address.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createCallbacks, type Callbacks } from './callbacks.ts'
import { addControl } from './control.ts'
import { createFaults, type Faults, type RequestFault } from './faults.ts'
import { createRequestLog, describeMessage, type RequestLog } from './request-log.ts'
import type { MountedProvider, SimulatedProvider } from './simulated-provider.ts'
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts'

export interface SimulatorOptions {
  /** 0: any free port. */
  port: number
  providers: readonly SimulatedProvider[]
  /** Folder of the project: the files of the providers' pages are below it, also when the program is bundled. */
  root: string
  /** Follows real time if absent. */
  clock?: VirtualClock
  onFault?: (error: unknown) => void
}

export interface Simulator {
  /** Without a trailing slash; a provider's address is `${url}/${name}`. */
  url: string
  clock: VirtualClock
  stop(): Promise<void>
}

/** Listens on loopback. Returns null where the port is in use, for example by another node's simulator. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator | null> {
  const { port, providers, root, onFault = () => {} } = options
  const clock = options.clock ?? createVirtualClock({ onFault })
  const app = buildSimulator({ providers, root, clock, url: () => url })
  let url = ''
  try {
    await app.listen({ port, host: '127.0.0.1' })
  } catch (error) {
    await app.close()
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null
    throw error
  }
  url = `http://localhost:${(app.server.address() as { port: number }).port}`
  return {
    url,
    clock,
    stop: async () => {
      clock.reset()
      await app.close()
    },
  }
}

/** The simulator without its listener. `url`: its own address, known once it listens. */
function buildSimulator(parts: {
  providers: readonly SimulatedProvider[]
  root: string
  clock: VirtualClock
  url: () => string
}): FastifyInstance {
  const { providers, root, clock, url } = parts
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 4_000_000 })
  const faults = createFaults()
  const log = createRequestLog()
  const callbacks = new Map<string, Callbacks>()
  const mounted = new Map<string, MountedProvider>()

  // Each provider reads its own format: JSON, forms, an empty body with a JSON content type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body === '' ? undefined : body),
  )
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ problems: error.issues })
    throw error
  })

  for (const provider of providers) {
    const { name } = provider
    const own = createCallbacks({ provider: name, clock, faults, log })
    callbacks.set(name, own)
    void app.register(
      (scope, _options, done) => {
        recordAndDisturb(scope, { provider: name, clock, faults, log })
        scope.setNotFoundHandler((_request, reply) => reply.code(404).send())
        const running = provider.mount(scope, {
          clock,
          callbacks: own,
          url: () => `${url()}/${name}`,
          readFile: (path) => readFileSync(join(root, path), 'utf8'),
          takeFault: (kind, payment) => faults.takeForPayment(name, kind, payment),
        })
        mounted.set(name, running)
        done()
      },
      { prefix: `/${name}` },
    )
  }

  const reset = () => {
    clock.reset()
    faults.clear()
    log.clear()
    for (const own of callbacks.values()) own.reset()
    for (const running of mounted.values()) running.clear()
  }
  void app.register(
    (scope, _options, done) => {
      addControl(scope, { clock, faults, log, callbacks, mounted, reset })
      done()
    },
    { prefix: '/control' },
  )
  app.get('/', () => ({ simulator: 'anode', providers: providers.map(({ name }) => name) }))
  return app
}

/** Records a provider's requests with their answers and applies the faults asked for. */
function recordAndDisturb(
  scope: FastifyInstance,
  parts: { provider: string; clock: VirtualClock; faults: Faults; log: RequestLog },
): void {
  const { provider, clock, faults, log } = parts
  const applied = new WeakMap<FastifyRequest, RequestFault>()
  const arrivals = new WeakMap<FastifyRequest, number>()

  const record = (request: FastifyRequest, answer: { reply: FastifyReply; payload: unknown } | null) => {
    if (request.routeOptions.config.isInternal) return
    log.add({
      at: new Date(arrivals.get(request) ?? clock.now()).toISOString(),
      provider,
      direction: 'request',
      callback: null,
      method: request.method,
      url: request.url.slice(provider.length + 1),
      request: describeMessage(request.headers, bodyOf(request)),
      response: answer && {
        status: answer.reply.statusCode,
        ...describeMessage(
          answer.reply.getHeaders(),
          typeof answer.payload === 'string' ? answer.payload : undefined,
        ),
      },
      fault: applied.get(request)?.kind ?? null,
    })
  }

  scope.addHook('preHandler', (request, reply, done) => {
    arrivals.set(request, clock.now())
    if (request.routeOptions.config.isInternal) return done()
    const route = `${request.method} ${(request.routeOptions.url ?? '').slice(provider.length + 1)}`
    const fault = faults.takeForRequest(provider, route, request.url)
    if (fault === null) return done()
    applied.set(request, fault)
    if (fault.processed) return done()
    if (fault.kind === 'status') return void reply.code(fault.status).send(fault.body)
    record(request, null)
    leaveUnanswered(fault, reply)
  })

  scope.addHook('onSend', (request, reply, payload, done) => {
    const fault = applied.get(request)
    if (fault?.processed !== true) {
      record(request, { reply, payload })
      return done(null, payload)
    }
    if (fault.kind === 'status') {
      for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
      reply.code(fault.status)
      record(request, { reply, payload: fault.body })
      return done(null, fault.body)
    }
    record(request, null)
    leaveUnanswered(fault, reply)
  })
}

/** Without an answer the connection stays open until the client, or the simulator, ends it. */
function leaveUnanswered(fault: RequestFault, reply: FastifyReply): void {
  if (fault.kind === 'disconnect') reply.raw.socket?.destroy()
}

function bodyOf(request: FastifyRequest): string | undefined {
  return typeof request.body === 'string' ? request.body : undefined
}
