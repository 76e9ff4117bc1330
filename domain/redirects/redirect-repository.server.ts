/** The only SQL of redirects of former addresses. Running nodes pick up changes within a second. */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import {
  followRedirect,
  mostHops,
  productPath,
  readRedirect,
  redirectPath,
  type Redirect,
  type RedirectProblem,
} from './redirect.ts'

export interface StoreRedirect extends Redirect {
  store: StoreCode
}

/** All redirects. */
export async function readRedirects(db: Kysely<DB>): Promise<StoreRedirect[]> {
  return db.selectFrom('redirect').select(['store', 'path', 'target']).execute()
}

/** `before`: the former target; absent of a new one. */
export type SavedRedirect =
  | { ok: true; id: number; outcome: 'created' | 'unchanged' }
  | { ok: true; id: number; outcome: 'changed'; before: string }
  | { ok: false; code: 'redirect_loop' }

/**
 * Writes redirects that have been read, one after the other: each may follow those before it. The caller records them.
 */
export async function saveRedirects(
  trx: Transaction<DB>,
  redirects: readonly StoreRedirect[],
  now: Date,
): Promise<SavedRedirect[]> {
  await lockRedirects(trx)
  const saved: SavedRedirect[] = []
  for (const redirect of redirects) saved.push(await saveRedirect(trx, redirect, now))
  return saved
}

/** Until the transaction ends: two that write at once could close a circle together. */
async function lockRedirects(trx: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('redirects', 0))`.execute(trx)
}

async function saveRedirect(
  trx: Transaction<DB>,
  { store, path, target }: StoreRedirect,
  now: Date,
): Promise<SavedRedirect> {
  const targetPath = redirectPath(target) ?? ''
  if (await closesCircle(trx, { store, path, targetPath })) return { ok: false, code: 'redirect_loop' }
  const former = await trx
    .selectFrom('redirect')
    .select(['id', 'target'])
    .where('store', '=', store)
    .where('path', '=', path)
    .executeTakeFirst()
  if (!former) {
    const { id } = await trx
      .insertInto('redirect')
      .values({ store, path, target, target_path: targetPath, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ok: true, id, outcome: 'created' }
  }
  const { id, target: before } = former
  if (before === target) return { ok: true, id, outcome: 'unchanged' }
  await trx
    .updateTable('redirect')
    .set({ target, target_path: targetPath, made_by_job: null })
    .where('id', '=', id)
    .execute()
  return { ok: true, id, outcome: 'changed', before }
}

/** Those of former addresses, as they are compared, that lead to a page of the store. */
export async function resolvedPaths(
  db: Kysely<DB>,
  store: StoreCode,
  paths: readonly string[],
): Promise<Set<string>> {
  const targets = new Map<string, string>()
  let asked = paths
  for (let hops = 0; asked.length > 0 && hops < mostHops; hops += 1) {
    const names = asked.flatMap((path) => [path, productPath(path) ?? []].flat())
    const { rows } = await sql<Redirect>`
      select path, target from redirect where store = ${store} and path = any(${names}::text[])`.execute(db)
    for (const { path, target } of rows) targets.set(path, target)
    asked = rows.flatMap(({ target }) => redirectPath(target) ?? []).filter((path) => !targets.has(path))
  }
  const pages = await db
    .selectFrom('content_page')
    .select('path')
    .where('store', '=', store)
    .where('published', '=', true)
    .execute()
  const published = new Set(pages.map(({ path }) => path))
  const lookup = {
    targetOf: (_: StoreCode, path: string) => targets.get(path) ?? null,
    hasPage: (_: StoreCode, path: string) => published.has(path),
  }
  return new Set(paths.filter((path) => followRedirect(lookup, store, path) !== null))
}

/** Redirects of a store that an import of products makes. */
interface ProductRedirects {
  store: StoreCode
  redirects: readonly Redirect[]
  /** The job that imports; null: none does. */
  job: number | null
  now: Date
}

/** Those of these paths of a store, as they are compared, from which no redirect leads. */
export async function pathsWithoutRedirect(
  db: Kysely<DB>,
  store: StoreCode,
  paths: Iterable<string>,
): Promise<Set<string>> {
  const missing = new Set(paths)
  const { rows: known } = await sql<{ path: string }>`
    select path from redirect where store = ${store} and path = any(${[...missing]}::text[])`.execute(db)
  for (const { path } of known) missing.delete(path)
  return missing
}

/**
 * Adds redirects to pages of products, and answers how many. One that exists stays as it is, and an address that leads
 * elsewhere is no target. The caller records them.
 */
export async function addProductRedirects(
  trx: Kysely<DB>,
  { store, redirects, job, now }: ProductRedirects,
): Promise<number> {
  const rows = redirects.map(({ path, target }) => ({ path, target, targetPath: redirectPath(target) ?? '' }))
  await lockRedirects(trx)
  const { numAffectedRows = 0n } = await sql`
    insert into redirect (store, path, target, target_path, created_at, made_by_job)
    select ${store}, w.path, w.target, w."targetPath", ${now}, ${job}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (path text, target text, "targetPath" text)
    where not exists (select from redirect r where r.store = ${store} and r.path = w."targetPath")
    on conflict do nothing`.execute(trx)
  return Number(numAffectedRows)
}

/** Removes the redirects that a job has made and nobody has changed since; answers how many. The caller records them. */
export async function removeRedirectsOfJob(trx: Kysely<DB>, job: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('redirect')
    .where('made_by_job', '=', job)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Whether following the target leads back to the path, or over more redirects than are followed. */
async function closesCircle(
  db: Kysely<DB>,
  { store, path, targetPath }: { store: StoreCode; path: string; targetPath: string },
): Promise<boolean> {
  const { rows } = await sql<{ closes: boolean }>`
    with recursive chain (path, hops) as (
      select ${targetPath}::text, 1
      union all
      select r.target_path, c.hops + 1 from chain c join redirect r on r.path = c.path and r.store =
        case when split_part(c.path, '/', 2) = any(${[...storeCodes]}::text[]) then split_part(c.path, '/', 2)
          else ${store}::text end
      where c.path <> ${path} and c.hops <= ${mostHops}
    )
    select bool_or(path = ${path} or hops > ${mostHops}) as closes from chain`.execute(db)
  return rows[0]?.closes ?? false
}

export type WrittenRedirect =
  | { ok: true; id: number }
  | { ok: false; code: RedirectProblem | 'already_there' | 'unknown_redirect' }

/** Adds a redirect, or refuses where the store has one of that address. `publicUrl`: a target may name its host. */
export async function addRedirect(
  { db, clock, publicUrl }: { db: Kysely<DB>; clock: () => number; publicUrl: string },
  actor: Actor,
  { store, from, to }: { store: StoreCode; from: string; to: string },
): Promise<WrittenRedirect> {
  const read = readRedirect(from, to, { store, ownHosts: [new URL(publicUrl).host] })
  if (!read.ok) return read
  const { path, target } = read
  return audited(db, actor, async (trx, record, rollBack): Promise<WrittenRedirect> => {
    const [saved] = await saveRedirects(trx, [{ store, path, target }], new Date(clock()))
    if (!saved!.ok) return saved!
    if (saved!.outcome !== 'created') return rollBack({ ok: false, code: 'already_there' })
    record({ action: 'redirect.add', object: ['redirect', saved!.id], store, after: { path, target } })
    return { ok: true, id: saved!.id }
  })
}

export async function changeRedirect(
  { db, publicUrl }: { db: Kysely<DB>; publicUrl: string },
  actor: Actor,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<WrittenRedirect> {
  return audited(db, actor, async (trx, record, rollBack): Promise<WrittenRedirect> => {
    await lockRedirects(trx)
    const former = await trx
      .selectFrom('redirect')
      .select(['store', 'path', 'target'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!former) return { ok: false, code: 'unknown_redirect' }
    const { store, ...before } = former
    const read = readRedirect(from, to, { store, ownHosts: [new URL(publicUrl).host] })
    if (!read.ok) return read
    const { path, target } = read
    const other = await trx
      .selectFrom('redirect')
      .select('id')
      .where('store', '=', store)
      .where('path', '=', path)
      .where('id', '<>', id)
      .executeTakeFirst()
    if (other) return { ok: false, code: 'already_there' }
    const targetPath = redirectPath(target) ?? ''
    const led = await resolvedPaths(trx, store, [path])
    await trx
      .updateTable('redirect')
      .set({ path, target, target_path: targetPath, made_by_job: null })
      .where('id', '=', id)
      .execute()
    if (await closesCircle(trx, { store, path, targetPath }))
      return rollBack({ ok: false, code: 'redirect_loop' })
    if (led.has(path) && !(await resolvedPaths(trx, store, [path])).has(path))
      return rollBack({ ok: false, code: 'dead_target' })
    record({ action: 'redirect.change', object: ['redirect', id], store, before, after: { path, target } })
    return { ok: true, id }
  })
}

/** Removes a redirect; false: there is none of that id. */
export async function removeRedirect(db: Kysely<DB>, actor: Actor, id: number): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const removed = await trx
      .deleteFrom('redirect')
      .where('id', '=', id)
      .returning(['store', 'path', 'target'])
      .executeTakeFirst()
    if (!removed) return false
    const { store, ...before } = removed
    record({ action: 'redirect.remove', object: ['redirect', id], store, before })
    return true
  })
}
