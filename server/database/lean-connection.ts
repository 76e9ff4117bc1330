/**
 * Fewer and cheaper trips to PostgreSQL for what runs with every order, without the callers knowing:
 *
 * - A statement whose text begins with `plan: name` in a comment is prepared once per connection under that name and
 *   only executed afterwards. Planning costs PostgreSQL more than running such statements. Only for statements whose
 *   best plan does not depend on their parameters.
 * - A transaction's `begin` waits for its first statement and travels with it.
 */
import type pg from 'pg'

const mark = /^\s*\/\* plan: ([a-z-]{1,40}) \*\//

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown

const nothing = { command: '', rowCount: 0, oid: 0, rows: [], fields: [] }

/** Makes a new connection of the pool, which must pipeline, keep marked plans and hold back `begin`. */
export function makeLean(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  // PostgreSQL would plan a statement with an array anew each time; a connection that is lost says so elsewhere.
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
    // Without its beginning a transaction must not go on.
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
