/** The runner of one kind of job of staff. */
import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { RowResult, StaffJobRow } from './staff-job.ts'

/** Changes rows in the transaction; an outcome for each of them. `reason`: for the audit. */
export type RunRows = (
  trx: Transaction<DB>,
  actor: Actor,
  rows: readonly StaffJobRow[],
  reason: string,
) => Promise<RowResult[]>
