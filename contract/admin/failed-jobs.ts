/** Background jobs that fail, as staff see them. */
import { z } from 'zod'
import { storeCode } from './fields.ts'
import { listOf, tableQuery } from './table.ts'

export const failedJobState = z.enum(['failed', 'retry'])

export const failedJobsQuery = tableQuery({
  filters: {
    queue: listOf(z.string().regex(/^[a-z-]{1,40}$/)),
    /** Also jobs of no store. */
    store: listOf(storeCode),
    state: listOf(failedJobState),
  },
  sorts: ['failed'],
  defaultSort: '-failed',
  columns: ['id', 'queue', 'store', 'order', 'state', 'failed_at', 'next_at', 'attempts', 'error'],
})

export const failedJobRow = z.object({
  id: z.string(),
  /** Name of its queue, as `order-mail`. */
  queue: z.string(),
  /** Null: of no store, or not known. */
  store: z.string().nullable(),
  /** Number of the order that it is about. */
  order: z.string().nullable(),
  /** `failed`: given up; `retry`: waits for another attempt. */
  state: failedJobState,
  failed_at: z.iso.datetime().nullable(),
  next_at: z.iso.datetime().nullable(),
  attempts: z.number(),
  /** Code or class of the error. Its message is not shown: it may name a person. */
  error: z.string().nullable(),
  /** Whether the person may run it again or dismiss it now. */
  may_change: z.boolean(),
})
export const failedJobParams = z.object({ id: z.uuid() })
