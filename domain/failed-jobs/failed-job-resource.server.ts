/** Background jobs that fail, as staff see them (decision 96): another attempt, or off the list. */
import { sql } from 'kysely'
import {
  action,
  choice,
  defineResource,
  integer,
  moment,
  order,
  store,
  text,
  type Resource,
} from '../resources/resource.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { failingJobs } from './failing-jobs.server.ts'
import { dismissFailedJob, retryFailedJob } from './given-up-jobs.server.ts'

interface FailedJob {
  id: string
  /** Null: of no store, or not known. */
  store: StoreCode | null
  state: 'failed' | 'retry'
}

const isGivenUp = ({ state }: FailedJob): boolean => state === 'failed'

/** `queues`: those that jobs are listed of, and the templates of mails. */
export const failedJobResource = (queues: readonly string[]): Resource =>
  defineResource({
    name: 'failed-jobs',
    section: { after: '/event-deliveries', icon: 'alarm', keys: 'g 6' },
    permission: 'settings:read',
    auditObject: 'background_job',
    source: sql`(${failingJobs}) f`,
    key: 'id',
    title: 'queue',
    defaultSort: '-failed',
    isPersonal: false,
    fields: {
      queue: choice(sql`f.queue`, Object.fromEntries(queues.map((queue) => [queue, 'neutral' as const])), {
        filter: true,
        words: 'queue.',
      }),
      order: order(sql`f.order_number`, { isNullable: true, isSearched: true }),
      store: store(sql`f.store`, { isNullable: true, filter: true }),
      state: choice(sql`f.state`, { failed: 'bad', retry: 'warning' }, { filter: true }),
      failedAt: moment(sql`f.failed_at`, { isNullable: true, sort: 'failed' }),
      nextAt: moment(sql`f.next_at`, { isNullable: true, shown: 'chosen' }),
      attempts: integer(sql`f.attempts`),
      // Code or class of the error. Its message is not shown: it may name a person.
      error: text(sql`f.error`, { isNullable: true }),
      id: text(sql`f.id`, { isSearched: true, shown: 'chosen' }),
    },
    actions: {
      retry: action<FailedJob>()({
        description: 'run a job again that was given up',
        permission: 'settings:edit',
        isOffered: isGivenUp,
        run: async ({ db }, actor, { row }) => retryFailedJob(db, actor, row),
      }),
      dismiss: action<FailedJob>()({
        description: 'take a job off the list that was given up',
        permission: 'settings:edit',
        isOffered: isGivenUp,
        isConfirmed: true,
        run: async ({ db }, actor, { row }) => dismissFailedJob(db, actor, row),
      }),
    },
    todo: { jobs_failed: { query: () => '', isUrgent: true } },
  })
