/** The control endpoint of the simulator: time, faults, recorded traffic. Described in docs/payments.md. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Callbacks } from './callbacks.ts'
import { faultSchema, type Faults } from './faults.ts'
import type { RequestLog } from './request-log.ts'
import type { MountedProvider } from './simulated-provider.ts'
import type { VirtualClock } from './virtual-clock.ts'

export interface Controlled {
  clock: VirtualClock
  faults: Faults
  log: RequestLog
  /** By provider. */
  callbacks: ReadonlyMap<string, Callbacks>
  /** By provider. */
  mounted: ReadonlyMap<string, MountedProvider>
  reset(): void
}

const clockSchema = z.strictObject({
  /** At most a year at once. */
  advanceMs: z
    .int()
    .min(0)
    .max(366 * 86_400_000)
    .default(0),
  isFrozen: z.boolean().optional(),
})

const faultsSchema = z.union([faultSchema, z.array(faultSchema)])

const callbackSchema = z.strictObject({
  provider: z.string(),
  callback: z.string(),
  /** Id of the payment at the provider. */
  payment: z.string(),
})

const filterSchema = z.object({
  provider: z.string().optional(),
  direction: z.enum(['request', 'callback']).optional(),
  /** Only exchanges with a greater id. */
  after: z.coerce.number().int().default(0),
})

export function addControl(app: FastifyInstance, controlled: Controlled): void {
  const { clock, faults, log, callbacks, mounted } = controlled
  const describeClock = () => ({
    now: new Date(clock.now()).toISOString(),
    isFrozen: clock.isFrozen,
    timers: clock.due().map((at) => new Date(at).toISOString()),
  })

  app.get('/clock', () => describeClock())
  app.post('/clock', async ({ body }) => {
    const { advanceMs, isFrozen } = parse(clockSchema, body)
    if (isFrozen !== undefined) clock.freeze(isFrozen)
    await clock.advance(advanceMs)
    return describeClock()
  })

  app.get('/faults', () => faults.list())
  app.post('/faults', ({ body }, reply) => {
    const asked = [parse(faultsSchema, body)].flat()
    const unknown = asked.find(({ provider }) => !callbacks.has(provider))
    if (unknown) return reply.code(400).send({ problem: `${unknown.provider} is not simulated` })
    for (const fault of asked) faults.add(fault)
    return reply.send(faults.list())
  })
  app.delete('/faults', () => {
    faults.clear()
    return []
  })

  app.get('/requests', ({ query }) => {
    const { provider, direction, after } = filterSchema.parse(query)
    return log
      .list()
      .filter(
        (exchange) =>
          exchange.id > after &&
          (provider === undefined || exchange.provider === provider) &&
          (direction === undefined || exchange.direction === direction),
      )
  })

  app.get('/payments', () =>
    [...mounted].flatMap(([provider, running]) =>
      running.payments().map((payment) => ({ provider, ...payment })),
    ),
  )

  app.post('/callbacks', async ({ body }, reply) => {
    const { provider, callback, payment } = parse(callbackSchema, body)
    const sent = (await callbacks.get(provider)?.sendNow(callback, payment)) ?? 0
    return reply.code(sent === 0 ? 404 : 200).send({ sent })
  })

  app.post('/reset', () => {
    controlled.reset()
    return { reset: true }
  })
}

/** Throws ZodError, which the simulator answers with 400. */
function parse<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  let value: unknown
  try {
    value = typeof body === 'string' ? JSON.parse(body) : {}
  } catch {
    value = undefined
  }
  return schema.parse(value)
}
