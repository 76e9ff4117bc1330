/** Scheduled imports: how staff set them, and the only SQL for them. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { Keyring } from '../../domain/keys/keyring.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import {
  isFileUrl,
  mostScheduledImports,
  type DueImport,
  type Report,
  type ScheduledImportTerms,
  type ScheduledProblem,
  type ScheduledState,
} from './scheduled-import.ts'

interface Services {
  db: Kysely<DB>
  keys: Keyring
  /** Epoch milliseconds. */
  clock: () => number
}

const purpose = 'scheduled-import-login'

interface Refused {
  ok: false
  code:
    | 'unknown_scheduled_import'
    | 'scheduled_import_url_refused'
    | 'scheduled_import_needs_person'
    | 'scheduled_import_login_incomplete'
    | 'too_many_scheduled_imports'
    | 'scheduled_import_unknown_mapping'
}
const refused = (code: Refused['code']): Refused => ({ ok: false, code })

/** A key may have less than its person, and ends before: it starts nothing that goes on without it. */
const personAt = ({ kind, id }: Actor): string | null => (kind === 'staff' ? id : null)

/** The address without its query, which may hold a key. */
function shownUrl(text: string): string {
  const url = URL.parse(text)
  return url ? url.origin + url.pathname : text
}

/** What the audit keeps: never the password, nor a user of it. */
const recordedOf = ({ name, url, mapping, everyHours, report, isActive, user }: ScheduledImportTerms) => ({
  name,
  url: shownUrl(url),
  mapping,
  everyHours,
  report,
  isActive,
  hasLogin: user !== null,
})

/** Adds an import of the person who asks for it: it may do what that person may. */
export async function addScheduledImport(
  { db, keys, clock }: Services,
  actor: Actor,
  { store, ...terms }: ScheduledImportTerms & { store: StoreCode },
): Promise<{ ok: true; id: number } | Refused> {
  const staffId = personAt(actor)
  if (staffId === null) return refused('scheduled_import_needs_person')
  if (terms.user !== null && terms.password === null) return refused('scheduled_import_login_incomplete')
  return audited(db, actor, async (trx, record): Promise<{ ok: true; id: number } | Refused> => {
    await sql`lock table scheduled_import in share row exclusive mode`.execute(trx)
    const problem = await problemOf(trx, terms)
    if (problem !== null) return problem
    const { count } = await trx
      .selectFrom('scheduled_import')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= mostScheduledImports) return refused('too_many_scheduled_imports')
    const now = new Date(clock())
    const { id } = await trx
      .insertInto('scheduled_import')
      .values({
        ...fieldsOf(terms),
        store,
        staff_id: Number(staffId),
        login_user: terms.user,
        password_encrypted: terms.user === null ? null : keys.encrypt(purpose, terms.password ?? ''),
        created_at: now,
        next_run_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    record({
      action: 'scheduled_import.add',
      object: ['scheduled_import', id],
      store,
      after: recordedOf(terms),
    })
    return { ok: true, id }
  })
}

const fieldsOf = ({ name, url, mapping, everyHours, report, isActive }: ScheduledImportTerms) => ({
  name,
  url,
  mapping,
  every_hours: everyHours,
  report,
  is_active: isActive,
})

async function problemOf(
  trx: Kysely<DB>,
  { url, mapping }: Pick<ScheduledImportTerms, 'url' | 'mapping'>,
): Promise<Refused | null> {
  if (!isFileUrl(url)) return refused('scheduled_import_url_refused')
  if (mapping === null) return null
  const found = await trx
    .selectFrom('import_mapping')
    .select('id')
    .where('name', '=', mapping)
    .executeTakeFirst()
  return found ? null : refused('scheduled_import_unknown_mapping')
}

/**
 * Changes an import, which from then on is that of the person who changed it, and runs soon. A password goes with the
 * address it was entered for: another host needs it again.
 */
export async function changeScheduledImport(
  { db, keys, clock }: Services,
  actor: Actor,
  id: number,
  terms: ScheduledImportTerms,
): Promise<{ ok: true } | Refused> {
  const staffId = personAt(actor)
  if (staffId === null) return refused('scheduled_import_needs_person')
  return audited(db, actor, async (trx, record): Promise<{ ok: true } | Refused> => {
    const former = await trx
      .selectFrom('scheduled_import')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!former) return refused('unknown_scheduled_import')
    const problem = await problemOf(trx, terms)
    if (problem !== null) return problem
    const isSameFile = former.url === terms.url && former.mapping === terms.mapping
    const keepsPassword =
      terms.password === null &&
      former.login_user === terms.user &&
      URL.parse(former.url)?.origin === URL.parse(terms.url)?.origin
    if (terms.user !== null && terms.password === null && !keepsPassword)
      return refused('scheduled_import_login_incomplete')
    await trx
      .updateTable('scheduled_import')
      .set({
        ...fieldsOf(terms),
        staff_id: Number(staffId),
        login_user: terms.user,
        ...(!keepsPassword && {
          password_encrypted: terms.user === null ? null : keys.encrypt(purpose, terms.password ?? ''),
        }),
        ...(!isSameFile && { etag: null, last_modified: null, sha256: null }),
        next_run_at: new Date(clock()),
      })
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .execute()
    const before = recordedOf({
      name: former.name,
      url: former.url,
      mapping: former.mapping,
      everyHours: former.every_hours,
      report: former.report as Report,
      isActive: former.is_active,
      user: former.login_user,
      password: null,
    })
    record({
      action: 'scheduled_import.change',
      object: ['scheduled_import', id],
      store: former.store,
      before,
      after: recordedOf(terms),
    })
    return { ok: true }
  })
}

/** What it has imported stays. */
export async function removeScheduledImport(
  db: Kysely<DB>,
  actor: Actor,
  id: number,
): Promise<{ ok: true } | Refused> {
  return audited(db, actor, async (trx, record) => {
    const removed = await trx
      .deleteFrom('scheduled_import')
      .where('id', '=', id)
      .returning(['name', 'url', 'store'])
      .executeTakeFirst()
    if (!removed) return refused('unknown_scheduled_import')
    const { store, url, ...rest } = removed
    const before = { ...rest, url: shownUrl(url) }
    record({ action: 'scheduled_import.remove', object: ['scheduled_import', id], store, before })
    return { ok: true }
  })
}

/** Lets it run within minutes, also with a file that was imported before. */
export async function requestScheduledImport(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Actor,
  id: number,
): Promise<{ ok: true } | Refused> {
  return audited(db, actor, async (trx, record) => {
    const found = await trx
      .updateTable('scheduled_import')
      .set({ next_run_at: new Date(clock()), etag: null, last_modified: null, sha256: null })
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .returning('store')
      .executeTakeFirst()
    if (!found) return refused('unknown_scheduled_import')
    record({ action: 'scheduled_import.request', object: ['scheduled_import', id], store: found.store })
    return { ok: true }
  })
}

/** Longer than a run needs; another node takes over what a killed one left. */
const leaseMinutes = 60

/** Claims one that is due; null: none is. */
export async function claimDueImport(db: Kysely<DB>, now: Date): Promise<DueImport | null> {
  const { rows } = await sql<DueImport>`
    with due as (
      select id from scheduled_import
      where is_active and next_run_at <= ${now} and (claimed_until is null or claimed_until < ${now})
      order by next_run_at limit 1 for update skip locked
    )
    update scheduled_import s
    set claimed_until = ${now}::timestamptz + make_interval(mins => ${sql.lit(leaseMinutes)})
    from due where s.id = due.id
    returning s.id, s.revision, s.name, s.store, s.url, s.mapping, s.every_hours as "everyHours", s.report,
      s.staff_id as "staffId", s.password_encrypted as "loginEncrypted", s.login_user as "loginUser", s.etag,
      s.last_modified as "lastModified", s.sha256, s.state`.execute(db)
  return rows[0] ?? null
}

/** Name and password for the host; null: it asks for none; `unreadable`: its secret is no longer listed. */
export function loginOf(
  { loginUser, loginEncrypted }: Pick<DueImport, 'loginUser' | 'loginEncrypted'>,
  keys: Keyring,
): { user: string; password: string } | null | 'unreadable' {
  if (loginUser === null || loginEncrypted === null) return null
  const password = keys.decrypt(purpose, loginEncrypted)
  return password === null ? 'unreadable' : { user: loginUser, password }
}

export interface RunResult {
  state: ScheduledState
  problem?: ScheduledProblem
  detail?: string
  job?: number
  /** Of the file, when its import was started. */
  etag?: string | null
  lastModified?: string | null
  sha256?: Buffer
}

/**
 * Records a run and gives the claim back. What staff have changed or asked for meanwhile stays: it runs again at once, with
 * the file whatever it is.
 */
export async function recordRun(
  trx: Kysely<DB>,
  { id, revision }: Pick<DueImport, 'id' | 'revision'>,
  { state, problem, detail, job, etag, lastModified, sha256 }: RunResult,
  { startedAt, nextRunAt }: { startedAt: Date; nextRunAt: Date },
): Promise<void> {
  await sql`update scheduled_import set state = ${state}, problem = ${problem ?? null},
      problem_detail = ${detail?.slice(0, 300) ?? null}, last_run_at = ${startedAt}, claimed_until = null,
      last_job = coalesce(${job ?? null}, last_job)
    where id = ${id}`.execute(trx)
  await sql`update scheduled_import set next_run_at = ${nextRunAt}
    where id = ${id} and revision = ${revision}`.execute(trx)
  if (sha256 !== undefined)
    await sql`update scheduled_import
      set etag = ${etag ?? null}, last_modified = ${lastModified ?? null}, sha256 = ${sha256}
      where id = ${id} and revision = ${revision}`.execute(trx)
}

/** Notes that a job has ended before its end: the next run imports the file again, although it is the same. */
export async function noteUnfinished(trx: Kysely<DB>, id: number): Promise<void> {
  await sql`update scheduled_import set state = 'failed', problem = 'unfinished_import', problem_detail = null,
      etag = null, last_modified = null, sha256 = null
    where id = ${id}`.execute(trx)
}

/** The import whose last job this is, once for each job; null: there is none, or it was asked before. */
export async function takeEndOfJob(
  trx: Kysely<DB>,
  job: number,
): Promise<{ id: number; report: Report } | null> {
  const row = await trx
    .updateTable('scheduled_import')
    .set({ reported_job: job })
    .where('last_job', '=', job)
    .where((eb) => eb('reported_job', 'is distinct from', job))
    .returning(['id', 'report'])
    .executeTakeFirst()
  return row ? { id: row.id, report: row.report as Report } : null
}

export interface ReportedImport {
  id: number
  name: string
  store: StoreCode
  staffId: number
  problem: ScheduledProblem | null
  detail: string | null
}

export async function findReported(db: Kysely<DB>, id: number): Promise<ReportedImport | null> {
  const row = await db
    .selectFrom('scheduled_import')
    .select(['id', 'name', 'store', 'staff_id as staffId', 'problem', 'problem_detail as detail'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, problem: row.problem as ScheduledProblem | null } : null
}
