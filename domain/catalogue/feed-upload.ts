/** A feed that staff upload: what an import of it would do, and its start. The back office's view of `catalogue-import/`. Pure. */
import type { Readable } from 'node:stream'
import type { Actor } from '../audit/actor.ts'
import type { StoreCode } from '../stores/stores.ts'

export interface FeedUpload {
  content: Readable
  /** Size that the request announces; null: it announces none. What arrives is counted in both cases. */
  announcedBytes: number | null
  store: StoreCode
  /** Columns that the file may clear in any number of products. */
  clear: readonly string[]
}

/** More about a problem: a code with values, worded at the edge (`catalogue-import/problem-details.ts`). */
export interface FeedProblemDetail {
  code: string
  values?: Readonly<Record<string, string | number>> | undefined
}

/** A row of an imported file that was refused, imported after a repair, or imported with a note. */
export interface FeedProblem {
  outcome: 'refused' | 'repaired' | 'noted'
  /** 1 is the first row after the header. */
  row: number
  sku: string | null
  column: string | null
  value: string | null
  /** A code of docs/import.md. */
  code: string
  detail: FeedProblemDetail | null
}

export interface FeedChange {
  row: number
  sku: string | null
  column: string
  before: string
  after: string
}

/** A column that the file would clear in more than a tenth of its products. */
export interface FeedClear {
  column: string
  filled: number
  cleared: number
}

export interface FeedOutcome {
  format: string
  read: number
  created: number
  changed: number
  unchanged: number
  refused: number
  repaired: number
  columns: { column: string; changed: number; cleared: number }[]
  /** Without them being allowed the import is refused. */
  clears: FeedClear[]
  /** The first ones. */
  changes: FeedChange[]
  problems: FeedProblem[]
  /** All of them. */
  problemCount: number
}

export type FeedRefusal =
  | { ok: false; code: 'too_large'; megabytes: number }
  /** The file as a whole cannot be read; `fault` says why. */
  | { ok: false; code: 'unreadable_feed'; fault: FeedProblemDetail }
  | { ok: false; code: 'import_running' }

export interface FeedUploads {
  /** Reports what an import would change, and changes nothing. */
  check(actor: Actor, upload: FeedUpload): Promise<{ ok: true; outcome: FeedOutcome } | FeedRefusal>
  /** Starts the import as a job of staff. `name`: the file's, for people; null: unknown. */
  start(
    actor: Actor,
    upload: FeedUpload & { staffId: number; name: string | null },
  ): Promise<
    { ok: true; job: number } | FeedRefusal | { ok: false; code: 'clears_too_much'; clears: FeedClear[] }
  >
}

/** The products of a store as lines of a feed, which an import reads again. */
export type ExportFeed = (store: StoreCode) => AsyncIterable<string>
