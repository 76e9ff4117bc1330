/** Content pages as staff write them. Running nodes pick up changes within a second. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { StoreCode } from '../stores/stores.ts'

export interface PageText {
  /** After the store: `terms`, `about/history`. */
  path: string
  title: string
  /** HTML, sanitised before it is shown (PAGE-09). */
  body: string
  published: boolean
}

type PageRefusal = { ok: false; code: 'bad_page_path' | 'already_there' | 'unknown_page' }

export const longestPagePath = 255
export const longestPageTitle = 255
export const longestPageBody = 500_000

/** Names a page of a store in lists and in the audit. */
export const pageKey = (store: StoreCode, path: string): string => `${store}:${path}`

/** The path of a page of the store from its key. */
export const pageOf = (store: StoreCode, key: string): { store: StoreCode; path: string } => ({
  store,
  path: key.slice(store.length + 1),
})

export async function findPage(
  db: Kysely<DB>,
  { store, path }: { store: StoreCode; path: string },
): Promise<PageText | null> {
  const row = await db
    .selectFrom('content_page')
    .select(['path', 'title', 'body', 'published'])
    .where('store', '=', store)
    .where('path', '=', path)
    .executeTakeFirst()
  return row ?? null
}

/** Lower-case words joined by hyphens, below each other by slashes. */
const isPagePath = (path: string): boolean =>
  path.length <= longestPagePath && /^[\p{Ll}\p{N}]+(?:[-/][\p{Ll}\p{N}]+)*$/u.test(path)

const fieldsOf = ({ path, title, body, published }: PageText): PageText => ({ path, title, body, published })

/** Adds a page; refused where the store has one at the path. */
export async function addPage(
  db: Kysely<DB>,
  actor: Actor,
  { store, ...text }: PageText & { store: StoreCode },
): Promise<{ ok: true; key: string } | PageRefusal> {
  if (!isPagePath(text.path)) return { ok: false, code: 'bad_page_path' }
  return audited(db, actor, async (trx, record): Promise<{ ok: true; key: string } | PageRefusal> => {
    const added = await trx
      .insertInto('content_page')
      .values({ ...fieldsOf(text), store, preview_key: randomBytes(16).toString('base64url') })
      .onConflict((conflict) => conflict.doNothing())
      .returning('path')
      .executeTakeFirst()
    if (!added) return { ok: false, code: 'already_there' }
    const key = pageKey(store, text.path)
    record({ action: 'page.add', object: ['page', key], store, after: { ...fieldsOf(text) } })
    return { ok: true, key }
  })
}

/** Changes the page at `path`; with another path it moves there, and its former address answers 404. */
export async function changePage(
  db: Kysely<DB>,
  actor: Actor,
  { store, path }: { store: StoreCode; path: string },
  text: PageText,
): Promise<{ ok: true } | PageRefusal> {
  // A page of an import may have another form of path, and keeps it.
  if (text.path !== path && !isPagePath(text.path)) return { ok: false, code: 'bad_page_path' }
  return audited(db, actor, async (trx, record): Promise<{ ok: true } | PageRefusal> => {
    const pages = await trx
      .selectFrom('content_page')
      .select(['path', 'title', 'body', 'published'])
      .where('store', '=', store)
      .where('path', 'in', [path, text.path])
      .forUpdate()
      .execute()
    const former = pages.find((page) => page.path === path)
    if (!former) return { ok: false, code: 'unknown_page' }
    if (pages.length > 1) return { ok: false, code: 'already_there' }
    await trx
      .updateTable('content_page')
      .set((eb) => ({ ...fieldsOf(text), updated_at: eb.fn('now') }))
      .where('store', '=', store)
      .where('path', '=', path)
      .execute()
    // The address that it has left: the trigger logs the new one.
    if (text.path !== path)
      await trx
        .insertInto('change_log')
        .values({ topic: 'content', key: `page:${pageKey(store, path)}` })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    record({
      action: 'page.change',
      object: ['page', pageKey(store, text.path)],
      store,
      before: former,
      after: { ...fieldsOf(text) },
    })
    return { ok: true }
  })
}
