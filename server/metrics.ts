/** What an operator sees of a node: Prometheus text, liveness, readiness. */
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { MailTally } from './jobs/watch-mailer.ts'
import type { PageCache } from './page-cache.ts'

export interface Metrics {
  registry: Registry
  /** One page sent, from memory (`stored`) or rendered for this request. */
  countPage(outcome: 'stored' | 'rendered'): void
}

export interface ReadinessChecks {
  /** Whether pages can be answered; the database may be away. */
  catalogueReady(): boolean
  /** Resolves when PostgreSQL answers, rejects within a second when it does not. */
  pingDatabase(): Promise<void>
}

/** Makes the node's metrics; the figures of the page cache are read when somebody asks. */
export function createMetrics(cache: PageCache, mails?: Pick<MailTally, 'counts'>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const pages = new Counter({
    name: 'anode_pages_total', help: 'Pages sent, by where they came from', labelNames: ['outcome'], registers: [registry],
  }) // prettier-ignore
  new Gauge({
    name: 'anode_page_cache_pages', help: 'Pages in memory', registers: [registry],
    collect() { this.set(cache.pages) },
  }) // prettier-ignore
  new Gauge({
    name: 'anode_page_cache_bytes', help: 'Bytes reckoned for pages in memory', registers: [registry],
    collect() { this.set(cache.bytes) },
  }) // prettier-ignore
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
  return { registry, countPage: (outcome) => pages.inc({ outcome }) }
}

/** GET /healthz (alive), /readyz (ready for traffic), /metrics (Prometheus text). */
export function metricsRoutes(app: FastifyInstance, metrics: Metrics, checks: ReadinessChecks) {
  const duration = new Histogram({
    name: 'anode_request_seconds', help: 'Seconds from request to answer behind the page cache',
    labelNames: ['route', 'status'], buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [metrics.registry],
  }) // prettier-ignore
  app.addHook('onResponse', async (request, reply) => {
    const labels = { route: request.routeOptions.url ?? 'unknown', status: reply.statusCode }
    duration.observe(labels, reply.elapsedTime / 1000)
    if (labels.route === '/*') metrics.countPage('rendered')
  })
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'alive' }))
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const database = await checks.pingDatabase().then(
      () => 'ready',
      () => 'away',
    )
    const catalogue = checks.catalogueReady() ? 'ready' : 'building'
    // Browsing goes on without the database, so only a missing catalogue takes the node out of the balance.
    return reply.code(catalogue === 'ready' ? 200 : 503).send({ status: catalogue, catalogue, database })
  })
  app.get('/metrics', { logLevel: 'silent' }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
}
