import type { PostgresBinaries } from './binaries.ts'
import type { DatabaseUser } from './database-user.ts'

/** A cluster on disk that may or may not run. */
export interface Cluster {
  /** Folder that holds everything of it: `cluster/`, `password`, `users/`, `postgres.log`. */
  home: string
  /** PostgreSQL's own data directory. */
  directory: string
  logFile: string
  password: string
  binaries: PostgresBinaries
  user: DatabaseUser | undefined
}
