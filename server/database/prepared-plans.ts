/**
 * Keeps the plans of the statements that run with every order and cart. A statement whose text begins with a
 * comment `plan: name` is prepared once per connection under that name and only executed afterwards: for
 * these statements planning costs PostgreSQL more than running. Without it an order takes 1.25 times the
 * processor time, of PostgreSQL alone 1.45 times (decision 47). `bench/orders.ts` measures it off.
 *
 * Mark only statements whose best plan does not depend on their parameters.
 */
import type pg from 'pg'

const mark = /^\s*\/\* plan: ([a-z-]{1,40}) \*\//

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown

/** Makes a pool's connection prepare the marked statements. */
export function keepPlans(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  // PostgreSQL would plan a statement with an array parameter each time. A lost connection is reported
  // elsewhere.
  client.query('set plan_cache_mode = force_generic_plan').catch(() => {})
  client.query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && Array.isArray(values) ? mark.exec(text)?.[1] : undefined
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
  }) as typeof client.query
}
