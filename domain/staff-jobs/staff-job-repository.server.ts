/** The only SQL of `staff_job` and `staff_job_row`. */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { FeedNote, FeedProblem } from '../catalogue/feed-upload.ts'
import type { StoreCode } from '../stores/stores.ts'
import type {
  JobCounts,
  NewStaffJobRow,
  RowOutcome,
  RowResult,
  StaffJob,
  StaffJobKind,
  StaffJobRow,
  StaffJobState,
} from './staff-job.ts'

export interface NewStaffJob {
  kind: StaffJobKind
  staffId: number
  actor: Actor
  terms: Readonly<Record<string, unknown>>
  reason: string | null
  stores: readonly StoreCode[]
  undoOf: number | null
  /** Number of rows; absent: of those given. */
  total?: number
  /** Rows with an outcome are refused already. */
  rows: readonly NewStaffJobRow[]
  now: Date
}

export async function insertJob(trx: Transaction<DB>, job: NewStaffJob): Promise<number> {
  const count = (outcome: RowOutcome) => job.rows.filter((row) => row.outcome === outcome).length
  const { id } = await trx
    .insertInto('staff_job')
    .values({
      kind: job.kind,
      staff_id: job.staffId,
      actor: JSON.stringify(job.actor),
      terms: JSON.stringify(job.terms),
      reason: job.reason,
      stores: [...job.stores],
      undo_of: job.undoOf,
      total: job.total ?? job.rows.length,
      unchanged: count('unchanged'),
      refused: count('refused'),
      created_at: job.now,
      progressed_at: job.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = job.rows.map((row, position) => ({ ...row, position }))
  await sql`insert into staff_job_row (job_id, position, object_id, store, before, after, outcome, refusal)
    select ${id}, w.position, w."objectId", w.store, w.before, w.after, w.outcome, w.refusal
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (position integer, "objectId" text, store text,
      before jsonb, after jsonb, outcome text, refusal text)`.execute(trx)
  return id
}

interface JobRow {
  id: number
  kind: string
  staffId: number
  actor: unknown
  terms: unknown
  reason: string | null
  stores: string[]
  undoOf: number | null
  undoneBy: number | null
  state: string
  total: number
  changed: number
  created: number | null
  unchanged: number
  refused: number
  problems: number
  redirects: number
  createdAt: Date
  finishedAt: Date | null
  seenAt: Date | null
}

const columns = sql`j.id, j.kind, j.staff_id as "staffId", j.actor, j.terms, j.reason, j.stores,
  j.undo_of as "undoOf", (select u.id from staff_job u where u.undo_of = j.id) as "undoneBy", j.state, j.total,
  j.changed, j.created, j.unchanged, j.refused, j.problems, j.redirects, j.created_at as "createdAt", j.finished_at as "finishedAt", j.seen_at as "seenAt"`

const jobOf = (row: JobRow): StaffJob => ({
  ...row,
  kind: row.kind as StaffJobKind,
  actor: row.actor as Actor,
  terms: row.terms as StaffJob['terms'],
  stores: row.stores as StoreCode[],
  state: row.state as StaffJobState,
})

/** `lock`: until the transaction ends. */
export async function findJob(db: Kysely<DB>, id: number, { lock = false } = {}): Promise<StaffJob | null> {
  const { rows } =
    await sql<JobRow>`select ${columns} from staff_job j where j.id = ${id} ${lock ? sql`for update of j` : sql``}`.execute(
      db,
    )
  return rows[0] ? jobOf(rows[0]) : null
}

/**
 * The last job of the same file that came after this one, for another store, and is not taken back yet; null: there is
 * none.
 */
export async function laterJobOf(db: Kysely<DB>, { id, terms }: StaffJob): Promise<StaffJob | null> {
  const { together } = terms
  if (typeof together !== 'string') return null
  const { rows } = await sql<JobRow>`select ${columns} from staff_job j
    where j.id > ${id} and j.terms ->> 'together' = ${together}
      and (j.finished_at is null or j.changed > 0 or j.redirects > 0)
      and not exists (select from staff_job u where u.undo_of = j.id and u.finished_at is not null)
    order by j.id desc limit 1`.execute(db)
  return rows[0] ? jobOf(rows[0]) : null
}

/** A person's newest jobs. */
export async function jobsOf(
  db: Kysely<DB>,
  { staffId, limit }: { staffId: number; limit: number },
): Promise<StaffJob[]> {
  const { rows } = await sql<JobRow>`select ${columns} from staff_job j where j.staff_id = ${staffId}
    order by j.id desc limit ${limit}`.execute(db)
  return rows.map(jobOf)
}

/** Jobs that no run has progressed since `before`: their process was killed. */
export async function abandonedJobs(db: Kysely<DB>, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('staff_job')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .where('progressed_at', '<', before)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

interface RowColumns {
  position: number
  objectId: string
  store: string | null
  before: unknown
  after: unknown
  outcome: string | null
  refusal: string | null
}

const rowOf = (row: RowColumns): StaffJobRow => ({
  ...row,
  store: row.store as StoreCode | null,
  outcome: row.outcome as RowOutcome | null,
})

/** The next rows that are not done. */
export async function openRows(db: Kysely<DB>, id: number, limit: number): Promise<StaffJobRow[]> {
  const { rows } =
    await sql<RowColumns>`select position, object_id as "objectId", store, before, after, outcome,
      refusal from staff_job_row where job_id = ${id} and outcome is null order by position limit ${limit}`.execute(
      db,
    )
  return rows.map(rowOf)
}

/** Rows with an outcome; those that were refused first unless one outcome is asked for. */
export async function doneRows(
  db: Kysely<DB>,
  id: number,
  { outcome, limit }: { outcome?: RowOutcome; limit: number },
): Promise<StaffJobRow[]> {
  const condition = outcome === undefined ? sql`outcome is not null` : sql`outcome = ${outcome}`
  const { rows } =
    await sql<RowColumns>`select position, object_id as "objectId", store, before, after, outcome,
      refusal from staff_job_row where job_id = ${id} and ${condition}
    order by outcome <> 'refused', position limit ${limit}`.execute(db)
  return rows.map(rowOf)
}

/** Writes the outcomes of rows and the job's progress. */
export async function recordResults(
  trx: Transaction<DB>,
  id: number,
  results: readonly RowResult[],
  now: Date,
): Promise<void> {
  await sql`update staff_job_row r set outcome = w.outcome, refusal = w.refusal
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as w (position integer, outcome text, refusal text)
    where r.job_id = ${id} and r.position = w.position`.execute(trx)
  const count = (outcome: RowOutcome) => results.filter((row) => row.outcome === outcome).length
  await sql`update staff_job set state = 'running', progressed_at = ${now},
      changed = changed + ${count('changed')}, unchanged = unchanged + ${count('unchanged')},
      refused = refused + ${count('refused')} where id = ${id}`.execute(trx)
}

/** Gives an undoing job the changed rows of another one, with their values exchanged. */
export async function copyRowsReversed(trx: Transaction<DB>, from: number, to: number): Promise<void> {
  await sql`insert into staff_job_row (job_id, position, object_id, store, before, after)
    select ${to}, position, object_id, store, after, before from staff_job_row
    where job_id = ${from} and outcome = 'changed'`.execute(trx)
}

/** How many rows of a job have this outcome. */
export async function countOutcome(db: Kysely<DB>, id: number, outcome: RowOutcome): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from staff_job_row
    where job_id = ${id} and outcome = ${outcome}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Positions of the rows that earlier runs of an import have written, with what they did. */
export async function donePositions(db: Kysely<DB>, id: number): Promise<Map<number, 'created' | 'changed'>> {
  const { rows } = await sql<{
    position: number
    isNew: boolean
  }>`select position, before is null or not jsonb_exists(before->'stores', store) as "isNew"
    from staff_job_row where job_id = ${id} and outcome is not null`.execute(db)
  return new Map(rows.map(({ position, isNew }) => [position, isNew ? 'created' : 'changed']))
}

/** Keeps rows that an import has changed, in the transaction of the change. */
export async function keepChangedRows(
  trx: Kysely<DB>,
  id: number,
  changed: readonly Pick<StaffJobRow, 'position' | 'objectId' | 'store' | 'before' | 'after'>[],
): Promise<void> {
  await sql`insert into staff_job_row (job_id, position, object_id, store, before, after, outcome)
    select ${id}, w.position, w."objectId", w.store, w.before, w.after, 'changed'
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as w (position integer, "objectId" text,
      store text, before jsonb, after jsonb)
    on conflict (job_id, position) do update set after = excluded.after`.execute(trx)
}

/**
 * Keeps changes that an import makes after its rows. One of a row that has changed before goes on from there; one without
 * a position gets a position after the rows of the file.
 */
export async function keepLaterRows(
  trx: Kysely<DB>,
  id: number,
  changed: readonly (Pick<StaffJobRow, 'objectId' | 'store' | 'before' | 'after'> & {
    position: number | null
  })[],
  lastRow: number,
): Promise<void> {
  await sql`insert into staff_job_row (job_id, position, object_id, store, before, after, outcome)
    select ${id}, coalesce(w.position, l.last + row_number() over (partition by w.position is null)), w."objectId",
      w.store, w.before, w.after, 'changed'
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as w (position integer, "objectId" text,
      store text, before jsonb, after jsonb),
    (select greatest(${lastRow}, max(position)) as last from staff_job_row where job_id = ${id}) l
    on conflict (job_id, position) do update set after = excluded.after`.execute(trx)
}

/** Sets how far an import has come. */
export async function setProgress(
  db: Kysely<DB>,
  id: number,
  { changed, created, unchanged, refused }: JobCounts & { created: number },
  now: Date,
): Promise<void> {
  await db
    .updateTable('staff_job')
    .set({ state: 'running', progressed_at: now, changed, created, unchanged, refused })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
}

/** Adds to the redirects that a job has made, or removed. */
export async function countRedirects(trx: Kysely<DB>, id: number, counted: number): Promise<void> {
  await sql`update staff_job set redirects = redirects + ${counted} where id = ${id}`.execute(trx)
}

/** Keeps the file of a job in parts of at most a megabyte. */
export async function keepFile(
  trx: Transaction<DB>,
  id: number,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  let part = 0
  for await (const chunk of content) {
    await trx.insertInto('staff_job_file').values({ job_id: id, part, content: chunk }).execute()
    part += 1
  }
}

/** The parts of a job's file in order. */
export async function* fileParts(db: Kysely<DB>, id: number): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const row = await db
      .selectFrom('staff_job_file')
      .select('content')
      .where('job_id', '=', id)
      .where('part', '=', part)
      .executeTakeFirst()
    if (!row) return
    yield row.content
  }
}

/** So many refused rows of a job are kept, the first ones; all are counted. */
export const mostProblems = 1000

/** Repairs and notes of a job, by kind. */
export async function notesOf(db: Kysely<DB>, id: number): Promise<FeedNote[]> {
  const row = await db.selectFrom('staff_job').select('notes').where('id', '=', id).executeTakeFirst()
  const notes = (row?.notes ?? []) as unknown as FeedNote[]
  // A node of a release without titles may have written them.
  return notes.map((note) => ({
    ...note,
    examples: note.examples.map((example) => ({ ...example, title: example.title ?? null })),
  }))
}

/** A run that continues another one finds no more what was noted when rows were written: the higher count is right. */
export function mergedNotes(earlier: readonly FeedNote[], found: readonly FeedNote[]): FeedNote[] {
  const keyOf = ({ outcome, code, column }: FeedNote) => JSON.stringify([outcome, code, column])
  const merged = new Map(earlier.map((note) => [keyOf(note), note]))
  for (const note of found)
    if (note.count >= (merged.get(keyOf(note))?.count ?? 0)) merged.set(keyOf(note), note)
  return [...merged.values()].toSorted((a, b) => b.count - a.count)
}

/**
 * Adds refused rows, and counts `counted` problems: how many the run has found so far, in all, with those of `notes`.
 * Those that an earlier run has reported stay as they are; a run reads the file from its beginning and finds them again.
 */
export async function addProblems(
  db: Kysely<DB>,
  id: number,
  problems: readonly FeedProblem[],
  { counted, notes }: { counted: number; notes?: readonly FeedNote[] },
): Promise<void> {
  await sql`insert into staff_job_problem (job_id, row_number, sku, title, field, value, outcome, code, detail)
    select ${id}, w."row", w.sku, w.title, coalesce(w."column", ''), w.value, w.outcome, w.code, nullif(w.detail, 'null')
    from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb) as w ("row" integer, sku text, title text, "column" text,
      value text, outcome text, code text, detail jsonb)
    limit greatest(0, ${mostProblems} - (select count(*) from staff_job_problem where job_id = ${id}))
    on conflict do nothing`.execute(db)
  const kept = notes === undefined ? sql`` : sql`, notes = ${JSON.stringify(notes)}::jsonb`
  await sql`update staff_job set problems = greatest(problems, ${counted})${kept} where id = ${id}`.execute(
    db,
  )
}

/** How long the problems of a finished job are kept. Its counts stay. */
const problemDays = 90

/** Deletes the problems of jobs that finished long ago. */
export async function tidyJobProblems(db: Kysely<DB>): Promise<void> {
  await sql`delete from staff_job_problem where job_id in (select id from staff_job
    where problems > 0 and finished_at < now() - make_interval(days => ${problemDays}))`.execute(db)
  await sql`update staff_job set notes = '[]' where notes <> '[]'
    and finished_at < now() - make_interval(days => ${problemDays})`.execute(db)
}

/** The first problems of a job that are kept: refused rows first, in the order of the file. */
export async function problemsOf(
  db: Kysely<DB>,
  id: number,
  { limit }: { limit: number },
): Promise<FeedProblem[]> {
  const { rows } = await sql<FeedProblem>`select outcome, row_number as "row", sku, title,
      nullif(field, '') as "column", value, code, detail from staff_job_problem where job_id = ${id}
    order by outcome <> 'refused', row_number, field, code limit ${limit}`.execute(db)
  return rows
}

/** Counts a run that begins; answers how many there have been. */
export async function countRun(db: Kysely<DB>, id: number, now: Date): Promise<number> {
  const row = await db
    .updateTable('staff_job')
    .set({ tries: sql`tries + 1`, progressed_at: now })
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirst()
  return row?.tries ?? 0
}

/** A run that could not begin, because another import runs, is not counted. */
export async function uncountRun(db: Kysely<DB>, id: number): Promise<void> {
  await db
    .updateTable('staff_job')
    .set({ tries: sql`tries - 1` })
    .where('id', '=', id)
    .execute()
}

/** Ends a job, and removes its file. */
export async function finishJob(
  db: Kysely<DB>,
  id: number,
  state: 'done' | 'failed',
  now: Date,
): Promise<void> {
  await db.deleteFrom('staff_job_file').where('job_id', '=', id).execute()
  await db
    .updateTable('staff_job')
    .set({ state, finished_at: now, progressed_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
}

/** Notes that a person has seen that their jobs up to this one have finished. */
export async function markSeen(
  db: Kysely<DB>,
  { staffId, upTo, now }: { staffId: number; upTo: number; now: Date },
): Promise<void> {
  await db
    .updateTable('staff_job')
    .set({ seen_at: now })
    .where('staff_id', '=', staffId)
    .where('id', '<=', upTo)
    .where('finished_at', 'is not', null)
    .where('seen_at', 'is', null)
    .execute()
}
