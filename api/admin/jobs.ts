/** Jobs of staff: their progress, the outcome of each row, and their undo. */
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import {
  jobAnswer,
  jobParams,
  jobsAnswer,
  problemsQuery,
  seenBody,
  startedJob,
} from '../../contract/admin/jobs.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import {
  doneRows,
  findJob,
  jobsOf,
  markSeen,
  mostProblems,
  notesOf,
  problemsOf,
} from '../../domain/staff-jobs/staff-job-repository.server.ts'
import {
  maySeeJob,
  mayUndoJob,
  missingToUndo,
  undoStaffJob,
} from '../../domain/staff-jobs/start-staff-job.server.ts'
import {
  undoKindOf,
  type RowOutcome,
  type StaffJob,
  type StaffJobRow,
} from '../../domain/staff-jobs/staff-job.ts'
import { archiveKeptUntil } from '../../domain/staff-jobs/archive-parts.server.ts'
import { keptStock } from '../../domain/stock/counted-stock.server.ts'
import type { Grants } from '../../domain/permissions/permissions.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { problemText } from '../../locales/problem-text.ts'
import type { ProductRecord } from '../../domain/catalogue/catalogue-record.ts'
import type { FeedNote } from '../../domain/catalogue/feed-upload.ts'
import { csvLine, csvStart } from './csv.ts'
import { problemWords } from './problem-words.ts'
import { problemsCsv } from './problems-csv.ts'

/** The person who reads a job. */
interface Viewer {
  id: number
  grants: Grants
}

const viewJob = (job: StaffJob, { id: staffId, grants }: Viewer, now: number) => ({
  id: job.id,
  kind: job.kind,
  terms: { ...job.terms },
  reason: job.reason,
  stores: job.stores,
  state: job.state,
  total: job.total,
  changed: job.changed,
  created: job.created,
  unchanged: job.unchanged,
  refused: job.refused,
  redirects: job.redirects,
  createdAt: job.createdAt.toISOString(),
  finishedAt: job.finishedAt?.toISOString() ?? null,
  seen: job.seenAt !== null,
  undoOf: job.undoOf,
  undoneBy: job.undoneBy,
  canUndo:
    job.finishedAt !== null &&
    job.undoneBy === null &&
    (job.changed > 0 || job.redirects > 0) &&
    undoKindOf(job) !== null &&
    mayUndoJob(job, grants),
  archiveUntil: (job.staffId === staffId && archiveKeptUntil(job, now)?.toISOString()) || null,
})

const mayUndoJobOf = (job: StaffJob, { grants }: { grants: Grants }): boolean => mayUndoJob(job, grants)

/** All problems but the notes. */
const refusedRows = ({ problems }: StaffJob, notes: readonly FeedNote[]) =>
  Math.max(0, problems - notes.reduce((sum, { count }) => sum + count, 0))

/** A product that an import has made, or added to the store, is new, as in its check. */
function outcomeOf(
  { outcome, store, before }: StaffJobRow,
  { kind }: StaffJob,
): RowOutcome | 'created' | null {
  if (kind !== 'feed-import' || outcome !== 'changed' || keptStock.safeParse(before).success) return outcome
  const stores = (before as Partial<Pick<ProductRecord, 'stores'>> | null)?.stores ?? {}
  return store !== null && Object.hasOwn(stores, store) ? 'changed' : 'created'
}

/** The columns of the outcomes of a job. */
const rowsHeader = [
  'object',
  'store',
  'outcome',
  'refusal',
  'before',
  'after',
  'row',
  'column',
  'value',
  'title',
]

/** The name of a row's product in its store, as far as its job has kept it; ''. */
function nameIn({ before, after, store }: StaffJobRow): string {
  for (const record of [after, before] as (Partial<Pick<ProductRecord, 'stores'>> | null)[]) {
    const sections = record?.stores ?? {}
    const own = store === null ? undefined : sections[store]
    const name = (own ?? Object.values(sections).find(Boolean))?.name
    if (name !== undefined) return name
  }
  return ''
}

/** Rows and problems that a page shows. */
const shownRows = 200

export const adminJobRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db } = services
  const jobFor = async (request: FastifyRequest, id: number) => {
    const job = await findJob(db, id)
    // A key sees the jobs that it might have started, and no others of its person.
    const isSeen = request.apiKey === null ? maySeeJob : mayUndoJobOf
    if (!job || !isSeen(job, request.staff)) throw new AdminRefusal(404, 'unknown_job')
    return job
  }

  app.get(
    '/admin/api/jobs',
    {
      config: { permission: 'signed-in' },
      schema: { summary: 'The person’s newest jobs with their progress', response: { 200: jobsAnswer } },
    },
    async ({ staff }) => ({
      jobs: (await jobsOf(db, { staffId: staff.id, limit: 20 })).map((job) =>
        viewJob(job, staff, services.clock()),
      ),
    }),
  )

  app.post(
    '/admin/api/jobs/seen',
    {
      config: { permission: 'signed-in' },
      schema: {
        summary: 'Note that the person has seen that jobs have finished',
        body: seenBody,
        response: { 200: doneAnswer },
      },
    },
    async ({ staff, body }) => {
      await markSeen(db, { staffId: staff.id, upTo: body.upTo, now: new Date(services.clock()) })
      return { done: true as const }
    },
  )

  app.get(
    '/admin/api/jobs/:id',
    {
      config: { permission: 'signed-in', forKeys: true },
      schema: {
        summary: 'A job with the outcome of its first rows',
        params: jobParams,
        response: { 200: jobAnswer, 404: adminError },
      },
    },
    async (request) => {
      const job = await jobFor(request, request.params.id)
      const rows = await doneRows(db, job.id, { limit: shownRows })
      const notes = await notesOf(db, job.id)
      const refused = refusedRows(job, notes)
      return {
        job: viewJob(job, request.staff, services.clock()),
        rows: rows.flatMap((row) => {
          const { objectId, store, refusal } = row
          const outcome = outcomeOf(row, job)
          return outcome === null ? [] : [{ objectId, store, outcome, refusal }]
        }),
        problems: await problemsOf(db, job.id, { limit: shownRows }),
        notes,
        problemCount: refused,
        keptProblemCount: Math.min(refused, mostProblems),
      }
    },
  )

  app.get(
    '/admin/api/jobs/:id/rows.csv',
    {
      config: { permission: 'signed-in', forKeys: true },
      schema: {
        summary: 'The outcome of every row of a job, as CSV; refused rows of a file first',
        params: jobParams,
        querystring: problemsQuery,
      },
    },
    async (request, reply) => {
      const job = await jobFor(request, request.params.id)
      const rows = await doneRows(db, job.id, { limit: job.total })
      const problems = await problemsOf(db, job.id, { limit: mostProblems })
      const say = await problemWords(request.query.language)
      function* lines() {
        yield csvStart + csvLine(rowsHeader)
        for (const { outcome, sku, title, row, column, value, ...problem } of problems) {
          // Jobs of earlier releases have kept notes, too.
          if (outcome !== 'refused') continue
          const reason = problemText(problem, say)
          yield csvLine([sku, job.stores[0], outcome, reason, null, null, row, column, value, title])
        }
        for (const row of rows)
          yield csvLine([
            row.objectId,
            row.store,
            outcomeOf(row, job),
            row.refusal,
            row.before,
            row.after,
            '',
            '',
            '',
            nameIn(row),
          ])
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="job-${job.id}.csv"`)
        .send(Readable.from(lines()))
    },
  )

  app.get(
    '/admin/api/jobs/:id/problems.csv',
    {
      config: { permission: 'signed-in', forKeys: true },
      schema: {
        summary: 'Rows of an imported file that were refused or repaired, as CSV',
        params: jobParams,
        querystring: problemsQuery,
      },
    },
    async (request, reply) => {
      const job = await jobFor(request, request.params.id)
      const problems = await problemsOf(db, job.id, { limit: mostProblems })
      const notes = await notesOf(db, job.id)
      const words = await problemWords(request.query.language)
      const lines = problemsCsv({ problems, notes, count: refusedRows(job, notes) }, words)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="job-${job.id}-problems.csv"`)
        .send(Readable.from(lines))
    },
  )

  app.post(
    '/admin/api/jobs/:id/undo',
    {
      config: { permission: 'signed-in', forKeys: true },
      schema: {
        summary: 'Take a job back by another one; rows that were changed since are refused',
        params: jobParams,
        response: { 200: startedJob, 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request) => {
      const job = await jobFor(request, request.params.id)
      const permission = missingToUndo(job, request.staff.grants)
      if (permission !== null) throw new AdminRefusal(403, 'permission_missing', { permission })
      const answer = await undoStaffJob(services, request.actor, { id: job.id, staffId: request.staff.id })
      requireOk(answer)
      return { job: answer.id }
    },
  )
}
