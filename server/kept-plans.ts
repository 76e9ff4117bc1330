/**
 * Lets a statement that runs with every order keep its plan: one whose text begins with `plan: name` in a comment is
 * prepared once per connection under that name and only executed afterwards. Planning costs PostgreSQL more than
 * running such statements. Only for statements whose best plan does not depend on their parameters.
 */
import type pg from 'pg'

const mark = /^\s*\/\* plan: ([a-z-]{1,40}) \*\//

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown

/** Makes a new connection of the pool keep marked plans. A name must always bear the same text. */
export function keepPlans(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  // PostgreSQL would plan a statement with an array anew each time; a connection that is lost says so elsewhere.
  client.query('set plan_cache_mode = force_generic_plan').catch(() => {})
  client.query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && Array.isArray(values) ? mark.exec(text)?.[1] : undefined
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
  }) as typeof client.query
}
