import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import { cuttableLine, type CuttableLine } from '../test/cuttable-line.ts'
import { roleUrl, testDatabase, type TestDatabase } from '../test/database.ts'
import { snapshotOf, writtenOrder } from '../test/order-fixture.ts'
import { createDatabase, poolStatus, type Database } from './database/database.ts'
import { createDatabaseProbe, type DatabaseProbe } from './database/database-probe.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { buildOperationsApp } from './operations-listener.ts'
import { createPageCache } from './rendering/page-cache.ts'
import { projectRoot } from './project-root.ts'
import { shopGauges } from './shop-gauges.ts'
import { Registry } from 'prom-client'

let test: TestDatabase
let line: CuttableLine
let probe: DatabaseProbe
let pool: Database
let metrics: Metrics
const faults: unknown[] = []

beforeAll(async () => {
  test = await testDatabase()
  line = await cuttableLine(new URL(roleUrl(test.url, 'serving')))
  probe = createDatabaseProbe(line.url, { timeoutMs: 2_000 })
  pool = createDatabase(test.url, { log: { warn: () => {} } })
  metrics = createMetrics({
    cache: createPageCache({ maxBytes: 1, maxAgeMs: 1 }),
    mails: { counts: () => [{ kind: 'password-reset', outcome: 'failed', count: 2 }] },
    pool: () => poolStatus(pool),
    index: () => ({ position: '4711', caughtUpAt: Date.now() }),
    probe,
    onFault: (error) => faults.push(error),
  })
})
afterAll(async () => {
  await probe.close()
  await pool.destroy()
  await line.cut()
  await test.drop()
})

it('orders by state, held orders, job lag and pending mails are readable by the serving role', async () => {
  const held = await writtenOrder(test.db, snapshotOf('sv'))
  await sql`update orders set status = 'held', placed_at = placed_at where id = ${held.id}`.execute(test.db)
  await sql`insert into order_mail (order_id, kind, created_at)
    values (${held.id}, 'confirmation', now() - interval '1 hour')`.execute(test.db)
  // Delayed by the recipient's limit, or given up: neither needs an alert.
  for (const [kind, age, notBefore] of [
    ['cancelled', '2 hours', '30 minutes'],
    ['refund-1', '80 hours', null],
  ])
    await sql`insert into order_mail (order_id, kind, created_at, not_before)
      values (${held.id}, ${kind}, now() - ${age}::interval, now() + ${notBefore}::interval)`.execute(test.db)
  await sql`insert into pgboss.job (name, start_after) values ('order-mail', now() - interval '90 seconds')`.execute(
    test.db,
  )
  await metrics
    .timeSearches({ search: async () => ({}) } as unknown as Catalogue)
    .search('sv', { query: 'aa' } as never)
  metrics.countPage('stored')
  const text = await metrics.registry.metrics()
  expect(faults).toEqual([])
  for (const shown of [
    /^anode_orders_open\{store="sv",status="held"\} 1$/m,
    /^anode_orders_open_oldest_seconds\{store="sv",status="held"\} \d/m,
    /^anode_jobs_waiting\{queue="order-mail"\} 1$/m,
    /^anode_jobs_oldest_seconds\{queue="order-mail"\} (9\d|1\d\d)/m,
    /^anode_jobs_waiting\{queue="tidy"\} 0$/m,
    /^anode_order_mails_unsent 1$/m,
    /^anode_order_mails_unsent_oldest_seconds 36\d\d/m,
    /^anode_database_up 1$/m,
    /^anode_database_pool_busy \d/m,
    /^anode_index_position 4711$/m,
    /^anode_index_age_seconds 0/m,
    /^anode_search_seconds_count 1$/m,
    /^anode_pages_total\{outcome="stored"\} 1$/m,
  ])
    expect(text).toMatch(shown)
})

it('a scrape while the database hangs is answered without its metrics, and queries it once', async () => {
  let asked = 0
  const hanging: DatabaseProbe = {
    query: () => {
      asked += 1
      return Promise.reject(new Error('The database does not answer in time.'))
    },
    close: async () => {},
  }
  const registry = new Registry()
  shopGauges(registry, { probe: hanging, now: () => 0 })
  const texts = await Promise.all([registry.metrics(), registry.metrics(), registry.metrics()])
  expect(asked).toBe(1)
  for (const text of texts) {
    expect(text).toMatch(/^anode_database_up 0$/m)
    expect(text).not.toMatch(/^anode_orders_open\{/m)
  }
})

it('the listener of METRICS_PORT serves metrics and details of readiness', async () => {
  const checks = { pingDatabase: () => Promise.reject(new Error('away')) }
  const app = buildOperationsApp(metrics, checks, pino({ level: 'silent' }))
  expect((await app.inject('/readyz')).json()).toEqual({
    status: 'ready',
    catalogue: 'ready',
    database: 'away',
  })
  expect((await app.inject('/metrics')).body).toContain('anode_pages_total')
  expect((await app.inject('/sv')).statusCode).toBe(404)
  await app.close()
})

describe('alert rules and dashboard', () => {
  const rules = join(projectRoot, 'compose', 'prometheus', 'alerts.yml')
  const dashboard = join(projectRoot, 'compose', 'grafana', 'dashboards', 'anode.json')

  it('name only metrics that a node has', async () => {
    const known = new Set((await metrics.registry.getMetricsAsJSON()).map(({ name }) => name))
    // Measured by the app itself (metrics.ts, measureRequests).
    known.add('anode_request_seconds')
    for (const file of [rules, dashboard]) {
      const named = readFileSync(file, 'utf8').match(/\b(?:anode|process|nodejs)_[a-z0-9_]+/g) ?? []
      expect(named.length).toBeGreaterThan(10)
      for (const name of named)
        expect([name, known.has(name.replace(/_(?:bucket|count|sum)$/, ''))]).toEqual([name, true])
    }
  })

  it('every panel of the dashboard has a query', () => {
    const { panels } = JSON.parse(readFileSync(dashboard, 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[]
    }
    for (const { title, targets } of panels)
      expect([title, targets.every(({ expr }) => expr.length > 0)]).toEqual([title, true])
  })

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0
  it.skipIf(!hasPromtool)('the rules are rules (promtool)', () => {
    expect(execFileSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' })).toContain('SUCCESS')
  })
})
