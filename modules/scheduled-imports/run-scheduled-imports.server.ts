/** Fetches the files that are due and starts their imports. */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '../../domain/audit/actor.ts'
import type { FeedUpload, FileContents } from '../../domain/catalogue/feed-upload.ts'
import { oweMail } from '../../domain/mail/mail-outbox.server.ts'
import { grantsOf, type Permission } from '../../domain/permissions/permissions.ts'
import { findStaff } from '../../domain/staff/staff-repository.server.ts'
import type { JobServices } from '../../sdk/module.ts'
import { downloadFile, type FileNetwork } from './download-file.server.ts'
import { claimDueImport, loginOf, recordRun, type RunResult } from './scheduled-import-repository.server.ts'
import { scheduledProblems, type DueImport, type ScheduledProblem } from './scheduled-import.ts'

/** What a scheduled import may hold, each with the permission that its person needs besides `import:run`. */
const permissionFor: Partial<Record<FileContents, Permission>> = {
  products: 'import:run',
  stock: 'stock:edit',
}

/** Largest file, 100 MiB. */
const mostBytes = 104_857_600

const hourMs = 3_600_000
/** After a failure, if that is sooner than the next time. */
const retryMs = hourMs
/** While another import runs. */
const soonMs = 10 * 60_000

/** No further import is begun after that: the job ends before its queue gives it up. */
const budgetMs = 60_000

/** Runs what is due, one after the other. Nothing is done in a process that starts no imports. */
export function createScheduledImports(network: FileNetwork = {}) {
  return async (services: JobServices): Promise<void> => {
    const { db, clock, imports } = services
    if (imports === undefined) return
    const end = clock() + budgetMs
    while (clock() <= end) {
      const startedAt = new Date(clock())
      const due = await claimDueImport(db, startedAt)
      if (due === null) return
      const running = { ...services, imports }
      const result = await runOne(running, due, { network, startedAt }).catch((error: unknown) => {
        services.log.warn({ import: due.id, err: error }, 'a scheduled import had a fault')
        return failed('fault')
      })
      if (result !== 'started') await finish(services, due, { result, startedAt })
    }
  }
}

const after = (startedAt: Date, ms: number) => new Date(startedAt.getTime() + ms)

type Running = JobServices & { imports: NonNullable<JobServices['imports']> }

async function finish(
  { db, log }: JobServices,
  due: DueImport,
  { result, startedAt }: { result: RunResult | 'later'; startedAt: Date },
): Promise<void> {
  if (result === 'later') {
    // The state is still that of the run before.
    await db
      .updateTable('scheduled_import')
      .set({ claimed_until: null, next_run_at: after(startedAt, soonMs) })
      .where('id', '=', due.id)
      .where('revision', '=', due.revision)
      .execute()
    await db.updateTable('scheduled_import').set({ claimed_until: null }).where('id', '=', due.id).execute()
    return
  }
  const isFailed = result.state === 'failed'
  const every = due.everyHours * hourMs
  await db.transaction().execute(async (trx) => {
    const nextRunAt = after(startedAt, isFailed ? Math.min(every, retryMs) : every)
    await recordRun(trx, due, result, { startedAt, nextRunAt })
    // Only the first failure, and a key that staff have not accepted yet; the import that follows is reported by its
    // own event.
    const isNews = due.state !== 'failed' || (result.hostKey !== undefined && due.seenHostKey === null)
    const isReported = isFailed && isNews && due.report !== 'never'
    if (isReported)
      await oweMail(trx, { template: 'scheduled-import-mail', data: { importId: due.id, job: null } })
  })
  if (isFailed)
    log.warn({ import: due.id, code: result.problem, detail: result.detail }, 'a scheduled import failed')
}

const failed = (problem: ScheduledProblem, detail?: string, hostKey?: string): RunResult => ({
  state: 'failed',
  problem,
  ...(detail !== undefined && { detail }),
  ...(hostKey !== undefined && { hostKey }),
})

/** `started`: the run was recorded with its job. `later`: another import runs. */
async function runOne(
  services: Running,
  due: DueImport,
  { network, startedAt }: { network: FileNetwork; startedAt: Date },
): Promise<RunResult | 'later' | 'started'> {
  const { db, keys, imports } = services
  const person = await findStaff(db, due.staffId)
  if (person === null || person.deactivatedAt !== null) return failed('person_gone')
  const grants = grantsOf(person.roles)
  const may = (permission: Permission | undefined) =>
    permission !== undefined && grants[permission]?.includes(due.store) === true
  if (!may('import:run')) return failed('not_permitted')
  const login = loginOf(due, keys)
  if (login === 'unreadable') return failed('login_unreadable')
  const mapping = due.mapping === null ? null : await imports.mapping(due.mapping)
  if (due.mapping !== null && mapping === null) return failed('unknown_mapping')
  // The file would have to be fetched again.
  if (await imports.isRunning()) return 'later'
  const folder = await mkdtemp(join(tmpdir(), 'anode-scheduled-import-'))
  const path = join(folder, 'file')
  try {
    const { url, hostKey, seenHostKey, etag, lastModified } = due
    const asked = { url, login, hostKey, seenHostKey, etag, lastModified, path, mostBytes }
    const file = await downloadFile(asked, network)
    if (!file.ok) return failed(file.code, file.detail, file.hostKey)
    if (!file.isNew || due.sha256?.equals(file.sha256)) return { state: 'unchanged' }
    const upload: FeedUpload = {
      content: createReadStream(path),
      announcedBytes: null,
      store: due.store,
      sheet: null,
      mapping: mapping && { fields: mapping.fields, headerRow: mapping.headerRow },
      clear: [],
      location: null,
      alsoStores: [],
      pictures: null,
      // It is fetched again and again for its stock.
      setStock: true,
      may: (contents) => may(permissionFor[contents]),
    }
    const { staffId, name } = due
    const { etag: tag, lastModified: modified, sha256 } = file
    const answer = await imports.start(actorOf(staffId), {
      ...upload,
      staffId,
      name,
      isSteppedUp: false,
      // With the job: its end can come at once, and a node that dies after the start has noted it.
      onStarted: (trx, job) =>
        recordRun(
          trx,
          due,
          { state: 'started', job, etag: tag, lastModified: modified, sha256 },
          { startedAt, nextRunAt: after(startedAt, due.everyHours * hourMs) },
        ),
    })
    if (answer.ok) return 'started'
    if (answer.code === 'import_running') return 'later'
    if (answer.code === 'unreadable_feed') return failed('unreadable_feed', answer.fault.code)
    if (answer.code === 'clears_too_much')
      return failed('clears_too_much', answer.clears.map(({ column }) => column).join(', '))
    return failed(scheduledProblems.find((code) => code === answer.code) ?? 'unsuitable_file')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const actorOf = (staffId: number): Actor => ({
  kind: 'job',
  id: 'scheduled-imports',
  onBehalfOf: String(staffId),
  requestId: null,
})
