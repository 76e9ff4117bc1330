import type { PostgresBinaries } from './binaries.ts'
import type { DatabaseUser } from './database-user.ts'

/** A cluster on disk, running or not. */
export interface Cluster {
  /** Directory with all its files: `cluster/`, `password`, `users/`, `postgres.log`. */
  home: string
  /** PostgreSQL's own data directory. */
  directory: string
  logFile: string
  password: string
  binaries: PostgresBinaries
  user: DatabaseUser | undefined
}
