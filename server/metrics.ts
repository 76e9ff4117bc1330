/** Operational data of a node: Prometheus metrics, liveness, readiness. */
import type { WorkCounts } from '../domain/accounts/work-queue.ts'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { routeOf } from '../api/errors.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { IndexProgress } from '../read-model/catalogue-index.server.ts'
import type { PoolStatus } from './database/database.ts'
import type { DatabaseProbe } from './database/database-probe.ts'
import type { MailTally } from './jobs/watch-mailer.ts'
import type { PageCache } from './rendering/page-cache.ts'
import { shopGauges } from './shop-gauges.ts'

export interface Metrics {
  registry: Registry
  /** Counts one page, sent from memory (`stored`) or rendered for this request. */
  countPage(outcome: 'stored' | 'rendered'): void
  /** Wraps the catalogue so that its searches are timed. */
  timeSearches(catalogue: Catalogue): Catalogue
}

export interface ReadinessChecks {
  /** Resolves when PostgreSQL answers, rejects within a second when it does not. */
  pingDatabase(): Promise<void>
  /** Whether the event loop stood still a short time ago (server/watchdog.ts). */
  isStalled?(): boolean
}

/** Sources of metrics that are read on each scrape; a part the node does not have is omitted. */
export interface MetricsSources {
  cache?: PageCache
  mails?: Pick<MailTally, 'counts'>
  pool?: () => PoolStatus
  passwords?: () => WorkCounts
  index?: () => IndexProgress
  /** For the metrics that are queried from PostgreSQL. */
  probe?: DatabaseProbe
  onFault?: (error: unknown) => void
}

const secondsOfSearch = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Creates the node's metrics. */
export function createMetrics(sources: MetricsSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const pages = new Counter({
    name: 'anode_pages_total',
    help: 'Pages sent, by where they came from',
    labelNames: ['outcome'],
    registers,
  })
  const searches = new Histogram({
    name: 'anode_search_seconds',
    help: 'Seconds that the catalogue index takes for a search',
    buckets: secondsOfSearch,
    registers,
  })
  nodeGauges(registry, sources)
  if (sources.probe)
    shopGauges(registry, {
      probe: sources.probe,
      ...(sources.onFault && { onFault: sources.onFault }),
    })
  return {
    registry,
    countPage: (outcome) => pages.inc({ outcome }),
    timeSearches: (catalogue) => ({
      ...catalogue,
      async search(store, query) {
        const end = searches.startTimer()
        try {
          return await catalogue.search(store, query)
        } finally {
          end()
        }
      },
    }),
  }
}

/** Metrics of this process. */
function nodeGauges(registry: Registry, { cache, mails, pool, passwords, index }: MetricsSources): void {
  const gauge = (name: string, help: string, value: () => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const now = value()
        if (now === null) this.remove()
        else this.set(now)
      },
    })
  if (cache) {
    gauge('anode_page_cache_pages', 'Pages in memory', () => cache.pages)
    gauge('anode_page_cache_bytes', 'Bytes reckoned for pages in memory', () => cache.bytes)
  }
  if (mails)
    new Counter({
      name: 'anode_mails_total',
      help: 'Mails by kind and outcome',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
      collect() {
        this.reset()
        for (const { count, ...labels } of mails.counts()) this.inc(labels, count)
      },
    })
  if (passwords) {
    gauge(
      'anode_password_work_waiting',
      'Password checks that wait for their turn',
      () => passwords().waiting,
    )
    gauge('anode_password_work_refused', 'Password checks refused since the start', () => passwords().refused)
  }
  if (pool) {
    gauge('anode_database_pool_busy', 'Connections of the pool in use', () => pool().busy)
    gauge('anode_database_pool_idle', 'Connections of the pool that wait for work', () => pool().idle)
    gauge('anode_database_pool_waiting', 'Requests that wait for a connection', () => pool().waiting)
  }
  if (index) {
    gauge(
      'anode_index_position',
      'Transaction up to which the catalogue index has read the change log',
      () => {
        const { position } = index()
        return position === null ? null : Number(position)
      },
    )
    gauge(
      'anode_index_age_seconds',
      'Seconds since the catalogue index was last level with the database',
      () => {
        const { caughtUpAt } = index()
        return caughtUpAt === null ? null : (Date.now() - caughtUpAt) / 1000
      },
    )
  }
}

/** Times every request behind the page cache, by route and status. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const duration = new Histogram({
    name: 'anode_request_seconds',
    help: 'Seconds from request to answer behind the page cache',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [metrics.registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { route: routeOf(request), status: reply.statusCode }
    duration.observe(labels, reply.elapsedTime / 1000)
    if (labels.route === '/*') metrics.countPage('rendered')
  })
}

const silent = { logLevel: 'silent' } as const

/** GET /healthz (alive) and /readyz (ready for traffic; with `details`: the state of each part). */
export function healthRoutes(
  app: FastifyInstance,
  checks: ReadinessChecks,
  options: { details: boolean },
): void {
  app.get('/healthz', silent, async () => ({ status: 'alive' }))
  app.get('/readyz', silent, async (_request, reply) => {
    if (checks.isStalled?.()) return reply.code(503).send({ status: 'stalled' })
    // A node opens its listeners when its catalogue is ready; browsing works without the database.
    const ready = { status: 'ready' }
    if (!options.details) return ready
    const database = await checks.pingDatabase().then(
      () => 'ready',
      () => 'away',
    )
    return { ...ready, catalogue: 'ready', database }
  })
}

/** GET /metrics (Prometheus text). */
export function metricsRoute(app: FastifyInstance, { registry }: Metrics): void {
  app.get('/metrics', silent, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
