/** Scheduled imports: how staff set them, and the only SQL for them. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { Keyring } from '../../domain/keys/keyring.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import {
  hostOfFile,
  isFileUrl,
  mostScheduledImports,
  needsLogin,
  problemsAfterHostKey,
  readFingerprint,
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
    | 'scheduled_import_bad_fingerprint'
    | 'scheduled_import_no_host_key'
    | 'scheduled_import_other_host_key'
    | 'too_many_scheduled_imports'
    | 'scheduled_import_unknown_mapping'
}
const refused = (code: Refused['code']): Refused => ({ ok: false, code })

/** A key may have less than its person, and ends before: it starts nothing that goes on without it. */
const personAt = ({ kind, id }: Actor): string | null => (kind === 'staff' ? id : null)

/** The address without its query, which may hold a key. */
const shownUrl = (text: string): string => hostOfFile(text) + (URL.parse(text)?.pathname ?? '')

/** What the audit keeps: never the password, nor a user of it. */
const recordedOf = ({
  name,
  url,
  hostKey,
  mapping,
  everyHours,
  report,
  isActive,
  user,
}: ScheduledImportTerms) => ({
  name,
  url: shownUrl(url),
  hostKey,
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
  { store, ...entered }: ScheduledImportTerms & { store: StoreCode },
): Promise<{ ok: true; id: number } | Refused> {
  const staffId = personAt(actor)
  if (staffId === null) return refused('scheduled_import_needs_person')
  const terms = withFingerprint(entered)
  if (terms === null) return refused('scheduled_import_bad_fingerprint')
  if (terms.user === null ? needsLogin(terms.url) : terms.password === null)
    return refused('scheduled_import_login_incomplete')
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

/** Null: what was entered as a fingerprint holds none. */
function withFingerprint(terms: ScheduledImportTerms): ScheduledImportTerms | null {
  if (terms.hostKey === null) return terms
  const hostKey = readFingerprint(terms.hostKey)
  return hostKey === null ? null : { ...terms, hostKey }
}

const fieldsOf = ({ name, url, hostKey, mapping, everyHours, report, isActive }: ScheduledImportTerms) => ({
  name,
  url,
  host_key: hostKey,
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
 * Changes an import, which from then on is that of the person who changed it, and runs soon. The password and the
 * fingerprint go with the host that they were entered for: another one needs them again.
 */
export async function changeScheduledImport(
  { db, keys, clock }: Services,
  actor: Actor,
  id: number,
  entered: ScheduledImportTerms,
): Promise<{ ok: true } | Refused> {
  const staffId = personAt(actor)
  if (staffId === null) return refused('scheduled_import_needs_person')
  const given = withFingerprint(entered)
  if (given === null) return refused('scheduled_import_bad_fingerprint')
  return audited(db, actor, async (trx, record): Promise<{ ok: true } | Refused> => {
    const former = await trx
      .selectFrom('scheduled_import')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!former) return refused('unknown_scheduled_import')
    const problem = await problemOf(trx, given)
    if (problem !== null) return problem
    const isSameFile = former.url === given.url && former.mapping === given.mapping
    const isSameHost = hostOfFile(former.url) === hostOfFile(given.url)
    // What the form has of the former host is not meant for the new one.
    const isOfFormer = !isSameHost && given.hostKey === former.host_key
    const terms = isOfFormer ? { ...given, hostKey: null } : given
    const keepsPassword = terms.password === null && former.login_user === terms.user && isSameHost
    if (terms.user === null ? needsLogin(terms.url) : terms.password === null && !keepsPassword)
      return refused('scheduled_import_login_incomplete')
    await trx
      .updateTable('scheduled_import')
      .set({
        ...fieldsOf(terms),
        seen_host_key: null,
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
      hostKey: former.host_key,
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

/**
 * Accepts the key that the host has shown: from then on the host must prove that it has it. The import runs soon.
 * `seenHostKey`: the fingerprint that the person has seen, alone or within a line of `ssh-keygen -l`; refused where another
 * key is on offer by then.
 */
export async function acceptHostKey(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Actor,
  { id, seenHostKey }: { id: number; seenHostKey: string },
): Promise<{ ok: true } | Refused> {
  if (personAt(actor) === null) return refused('scheduled_import_needs_person')
  return audited(db, actor, async (trx, record): Promise<{ ok: true } | Refused> => {
    const former = await trx
      .selectFrom('scheduled_import')
      .select(['store', 'host_key', 'seen_host_key'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!former) return refused('unknown_scheduled_import')
    const offered = former.seen_host_key
    if (offered === null) return refused('scheduled_import_no_host_key')
    if (offered !== readFingerprint(seenHostKey)) return refused('scheduled_import_other_host_key')
    await trx
      .updateTable('scheduled_import')
      .set({ host_key: offered, seen_host_key: null, next_run_at: new Date(clock()) })
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .execute()
    record({
      action: 'scheduled_import.accept_host_key',
      object: ['scheduled_import', id],
      store: former.store,
      before: { hostKey: former.host_key },
      after: { hostKey: offered },
    })
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
      s.host_key as "hostKey", s.seen_host_key as "seenHostKey", s.staff_id as "staffId", s.password_encrypted as "loginEncrypted", s.login_user as "loginUser", s.etag,
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
  /** Fingerprint that the host has shown and that is not the accepted one. */
  hostKey?: string | undefined
  job?: number
  /** Of the file, when its import was started. */
  etag?: string | null
  lastModified?: string | null
  sha256?: Buffer
}

/**
 * Records a run and gives the claim back. What staff have changed or asked for meanwhile stays: it runs again at once, with
 * the file whatever it is. Of keys that the host shows the first one is kept until staff have accepted it or changed the
 * import: what they see is what they accept.
 */
export async function recordRun(
  trx: Kysely<DB>,
  { id, revision }: Pick<DueImport, 'id' | 'revision'>,
  { state, problem, detail, hostKey, job, etag, lastModified, sha256 }: RunResult,
  { startedAt, nextRunAt }: { startedAt: Date; nextRunAt: Date },
): Promise<void> {
  await sql`update scheduled_import set state = ${state}, problem = ${problem ?? null},
      problem_detail = ${detail?.slice(0, 300) ?? null}, last_run_at = ${startedAt}, claimed_until = null,
      last_job = coalesce(${job ?? null}, last_job),
      open_jobs = array_cat(open_jobs, ${job === undefined ? [] : [job]}::bigint[])
    where id = ${id}`.execute(trx)
  // Otherwise staff would accept the key of somebody else who answered once.
  const hasMetHost = problem === undefined || problemsAfterHostKey.has(problem)
  await sql`update scheduled_import set next_run_at = ${nextRunAt},
      seen_host_key = case when ${hasMetHost} then null else coalesce(seen_host_key, ${hostKey ?? null}) end
    where id = ${id} and revision = ${revision}`.execute(trx)
  if (sha256 !== undefined)
    await sql`update scheduled_import
      set etag = ${etag ?? null}, last_modified = ${lastModified ?? null}, sha256 = ${sha256}
      where id = ${id} and revision = ${revision}`.execute(trx)
}

/** Notes that a job has ended before its end: the next run imports the file again, although it is the same. */
export async function noteUnfinished(
  trx: Kysely<DB>,
  { id, job }: { id: number; job: number },
): Promise<void> {
  await sql`update scheduled_import set state = 'failed', problem = 'unfinished_import', problem_detail = null,
      etag = null, last_modified = null, sha256 = null
    where id = ${id} and last_job = ${job}`.execute(trx)
}

/**
 * The import that has started this job, once for each job; null: there is none, or it was asked before. A version of the
 * software that does not know `open_jobs` stores only the last job.
 */
export async function takeEndOfJob(
  trx: Kysely<DB>,
  job: number,
): Promise<{ id: number; report: Report } | null> {
  const { rows } = await sql<{ id: number; report: Report }>`
    update scheduled_import
    set reported_job = greatest(reported_job, ${job}::bigint), open_jobs = array_remove(open_jobs, ${job}::bigint)
    where ${job}::bigint = any(open_jobs)
      or (last_job = ${job} and (reported_job is null or reported_job < ${job}))
    returning id, report`.execute(trx)
  return rows[0] ?? null
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
