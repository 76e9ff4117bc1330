/**
 * Metrics of the shop that are queried from PostgreSQL: orders, jobs, mails. They are queried at most every
 * 15 seconds, over a separate connection with a time limit, so that scrapes cannot slow the shop down. While
 * the database is unavailable they are absent, and `anode_database_up` is 0.
 */
import { Gauge, type Registry } from 'prom-client'
import type { DatabaseProbe } from './database/database-probe.ts'

/** How long results are reused before they are queried again. */
const maxAgeMs = 15_000

interface Question {
  sql: string
  /** Gauge name → help text; each is a column of the result. The other columns are labels. */
  gauges: Record<string, string>
  labels: string[]
}

const questions: Question[] = [
  {
    sql: `select store, status, count(*)::int as anode_orders_open,
        extract(epoch from now() - min(placed_at))::float8 as anode_orders_open_oldest_seconds
      from orders where status in ('pending', 'held', 'received', 'processing') group by 1, 2`,
    gauges: {
      anode_orders_open: 'Orders that still need something, by store and state',
      anode_orders_open_oldest_seconds: 'Age of the oldest of them',
    },
    labels: ['store', 'status'],
  },
  {
    sql: `select store, status, count(*)::int as anode_orders_last_day from orders
      where placed_at > now() - interval '1 day' group by 1, 2`,
    gauges: { anode_orders_last_day: 'Orders placed in the last 24 hours, by store and present state' },
    labels: ['store', 'status'],
  },
  {
    sql: `select queue, count(due)::int as anode_jobs_waiting,
        coalesce(extract(epoch from now() - min(due)), 0)::float8 as anode_jobs_oldest_seconds
      from (
        select q.name as queue, j.start_after as due from pgboss.queue q
        left join pgboss.job j on j.name = q.name and j.state < 'active' and j.start_after <= now()
        union all select template, next_at from mail_outbox where state = 'waiting' and next_at <= now()
      ) as job where queue not like '\\_\\_%' group by 1`,
    gauges: {
      anode_jobs_waiting: 'Jobs that are due and not begun, by queue; mails by template',
      anode_jobs_oldest_seconds: 'How long the oldest of them has been due',
    },
    labels: ['queue'],
  },
  {
    sql: `select queue, count(*)::int as anode_jobs_failed from (
        select name as queue from pgboss.job where state = 'failed' and name not like '\\_\\_%'
        union all select template from mail_outbox where state = 'failed'
      ) as failed group by 1`,
    gauges: {
      anode_jobs_failed: 'Jobs given up after all their tries and neither dismissed nor deleted, by queue',
    },
    labels: ['queue'],
  },
  {
    sql: `select count(*)::int as anode_order_mails_unsent,
        coalesce(extract(epoch from now() - min(greatest(created_at, not_before))), 0)::float8
          as anode_order_mails_unsent_oldest_seconds
      from order_mail where sent_at is null and dismissed_at is null and created_at > now() - interval '3 days'
        and (not_before is null or not_before <= now())`,
    gauges: {
      anode_order_mails_unsent: 'Mails that orders owe their buyers and that are due, without those given up',
      anode_order_mails_unsent_oldest_seconds: 'How long the oldest of them has been due',
    },
    labels: [],
  },
]

type Row = Record<string, string | number>

/** Registers the gauges. `onFault` gets the errors of rejected statements; an outage is not one. */
export function shopGauges(
  registry: Registry,
  options: { probe: DatabaseProbe; onFault?: (error: unknown) => void; now?: () => number },
): void {
  const { probe, onFault = () => {}, now = () => performance.now() } = options
  const gauges = new Map<string, Gauge>()
  let readAt = -Infinity
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    for (const gauge of gauges.values()) gauge.reset()
    const isUp = await probe.query('select 1').then(
      () => true,
      () => false,
    )
    up.set(isUp ? 1 : 0)
    if (isUp) for (const question of questions) await answer(question).catch(onFault)
    readAt = now()
  }

  async function answer({ sql, gauges: named, labels }: Question): Promise<void> {
    for (const row of await probe.query<Row>(sql))
      for (const name of Object.keys(named))
        gauges
          .get(name)!
          .set(Object.fromEntries(labels.map((label) => [label, String(row[label])])), Number(row[name]))
  }

  async function collect(): Promise<void> {
    if (now() - readAt < maxAgeMs) return
    reading ??= read().finally(() => (reading = null))
    await reading
  }

  for (const { gauges: named, labels } of questions)
    for (const [name, help] of Object.entries(named))
      gauges.set(name, new Gauge({ name, help, labelNames: labels, registers: [registry], collect }))
  const up = new Gauge({
    name: 'anode_database_up',
    help: 'Whether PostgreSQL answers this node',
    registers: [registry],
    collect,
  })
}
