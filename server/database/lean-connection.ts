/**
 * Fewer and cheaper round trips to PostgreSQL for the statements of an order, transparent to callers:
 *
 * - A statement whose text begins with `plan: name` in a comment is prepared once per connection under that
 *   name and only executed afterwards. Planning such statements costs PostgreSQL more than running them. Only
 *   for statements whose best plan does not depend on their parameters.
 * - The `begin` of a transaction is held back and sent with its first statement.
 */
import type pg from 'pg'

const mark = /^\s*\/\* plan: ([a-z-]{1,40}) \*\//

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown

const nothing = { command: '', rowCount: 0, oid: 0, rows: [], fields: [] }

/**
 * Creates a pool connection that pipelines, keeps prepared plans of marked statements and holds back `begin`.
 */
export function makeLean(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  // PostgreSQL would plan a statement with an array parameter each time. A lost connection is reported
  // elsewhere.
  client.query('set plan_cache_mode = force_generic_plan').catch(() => {})
  let begun = true
  client.query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    if (text === 'begin') {
      begun = false
      return Promise.resolve(nothing)
    }
    const name = typeof text === 'string' && Array.isArray(values) ? mark.exec(text)?.[1] : undefined
    const send = () =>
      name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
    if (begun) return send()
    begun = true
    if (text === 'commit' || text === 'rollback') return Promise.resolve(nothing)
    const { stream } = (client as unknown as { connection: { stream: Stream } }).connection
    stream.cork()
    // If `begin` failed, the transaction must not continue.
    ;(query('begin') as Promise<unknown>).catch(() => stream.destroy())
    const sent = send()
    stream.uncork()
    return sent
  }) as typeof client.query
}

interface Stream {
  cork(): void
  uncork(): void
  destroy(): void
}
