/** Work that a person starts in the back office and a background job does, row by row. Types; pure. */
import type { Actor } from '../audit/actor.ts'
import type { StoreCode } from '../stores/stores.ts'

/** What jobs do. Each kind has its runner in `run-staff-job.server.ts`. */
export const staffJobKinds = [
  'price-change',
  'assortment-change',
  'campaign-plan',
  'cost-import',
  'feed-import',
  'import-rollback',
  'order-shipping',
  'archive-export',
] as const
export type StaffJobKind = (typeof staffJobKinds)[number]

export type StaffJobState = 'waiting' | 'running' | 'done' | 'failed'
export type RowOutcome = 'changed' | 'unchanged' | 'refused'

export interface StaffJob {
  id: number
  kind: StaffJobKind
  staffId: number
  actor: Actor
  /** What was asked for, for people to read. */
  terms: Readonly<Record<string, unknown>>
  reason: string | null
  stores: StoreCode[]
  undoOf: number | null
  /** The job that took this one back. */
  undoneBy: number | null
  state: StaffJobState
  total: number
  changed: number
  /** Of an import: those of `changed` that are new; null otherwise, and where it is not known. */
  created: number | null
  unchanged: number
  refused: number
  /** Problems of an imported file; only the first ones are kept. */
  problems: number
  /** Redirects from former addresses of products that the import made; of its roll back: removed. */
  redirects: number
  createdAt: Date
  finishedAt: Date | null
  seenAt: Date | null
}

/** One object of a job: a product by its sku, or an order by its number. `before` is compared with what is stored: a change meanwhile refuses the row. */
export interface StaffJobRow<Values = unknown> {
  position: number
  objectId: string
  store: StoreCode | null
  before: Values | null
  after: Values | null
  outcome: RowOutcome | null
  /** Code of the refusal. */
  refusal: string | null
}

export type NewStaffJobRow<Values = unknown> = Omit<StaffJobRow<Values>, 'position'>

/** Counts of a job's rows so far. */
export type JobCounts = Pick<StaffJob, 'changed' | 'unchanged' | 'refused'>

/** What an imported file holds whose rows are kept. */
const reversibleContents: ReadonlySet<unknown> = new Set(['products', 'stock'])

/**
 * The kind of the job that takes a job of this kind back; null: it cannot be taken back. The rows of an NDJSON import
 * are not kept: it changes more than products; nor are those of tables of other shops, but for stock. What is handed to a carrier does not come back.
 */
export function undoKindOf({ kind, terms }: Pick<StaffJob, 'kind' | 'terms'>): StaffJobKind | null {
  switch (kind) {
    case 'price-change':
    case 'assortment-change':
    case 'campaign-plan':
    case 'cost-import':
      return kind
    case 'feed-import':
      return terms['format'] === 'ndjson' || !reversibleContents.has(terms['holds'] ?? 'products')
        ? null
        : 'import-rollback'
    case 'import-rollback':
    case 'order-shipping':
    case 'archive-export':
      return null
  }
}

export interface RowResult {
  position: number
  outcome: RowOutcome
  refusal: string | null
}
