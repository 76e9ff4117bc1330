/** A database that counts its queries and can be made unavailable. */
import type { Database } from '../server/database/database.ts'

export interface WatchedQueries {
  db: Database
  /** Queries so far, failed ones excluded. */
  queries: number
  /** While it is set, every query fails. */
  isGone: boolean
}

export function watchedQueries(db: Database): WatchedQueries {
  const watched: WatchedQueries = {
    queries: 0,
    isGone: false,
    db: db.withPlugin({
      transformQuery({ node }) {
        if (watched.isGone) throw new Error('The database is gone')
        watched.queries += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }),
  }
  return watched
}
