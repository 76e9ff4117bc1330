/**
 * The only SQL of pages of a former shop: what is proposed for their addresses, and the redirects that staff make of the
 * proposals.
 */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { publicPaths } from '../stores/paths.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { Confidence, KnownPage, MatchReason } from './match-address.ts'
import { readRedirect, redirectPath, type RedirectProblem } from './redirect.ts'
import { addProductRedirects, pathsWithoutRedirect, saveRedirects } from './redirect-repository.server.ts'

/** The pages of a store to which former addresses can lead: its products, categories, brands and content pages. */
export async function knownPages(db: Kysely<DB>, store: StoreCode): Promise<KnownPage[]> {
  const { rows: products } = await sql<{ sku: string; gtin: string | null; name: string; slug: string }>`
    select p.sku, p.gtin, s.name, s.slug from store_product s join product p on p.id = s.product_id
    where s.store = ${store} order by p.variant_of nulls first, p.id`.execute(db)
  const { rows: categories } = await sql<{ name: string; slug: string; path: string }>`
    select name, slug, path from category_text where store = ${store} order by length(path), path`.execute(db)
  const { rows: brands } = await sql<{ name: string; slug: string }>`
    select b.name, b.slug from brand b where exists (
      select from product p join store_product s on s.product_id = p.id
      where p.brand_id = b.id and s.store = ${store}) order by b.id`.execute(db)
  const { rows: pages } = await sql<{ name: string; path: string }>`
    select title as name, path from content_page where store = ${store} and published order by path`.execute(
    db,
  )
  return [
    ...products.map((product) => ({
      kind: 'product' as const,
      target: publicPaths.product(store, product.slug),
      ...product,
    })),
    ...categories.map(({ name, slug, path }) => ({
      kind: 'category' as const,
      target: publicPaths.category(store, path),
      name,
      slug,
    })),
    ...brands.map(({ name, slug }) => ({
      kind: 'brand' as const,
      target: publicPaths.brand(store, slug),
      name,
      slug,
    })),
    ...pages.map(({ name, path }) => ({
      kind: 'page' as const,
      target: publicPaths.page(store, path),
      name,
      slug: path.split('/').at(-1) ?? path,
    })),
  ]
}

export interface ProposedPage {
  /** As `redirectPath` compares it. */
  path: string
  title: string | null
  /** Null: the store has nothing for it. */
  target: string | null
  reason: MatchReason | null
  confidence: Confidence
}

/** `redirected`: a redirect leads from it already, and it is not listed. */
export type SavedPage = 'created' | 'changed' | 'unchanged' | 'redirected'

/**
 * Stores addresses of a former shop with what is proposed for them, each once, and answers what became of each. What staff
 * have chosen stays. The caller records them.
 */
export async function saveFormerPages(
  trx: Kysely<DB>,
  { store, pages, now }: { store: StoreCode; pages: readonly ProposedPage[]; now: Date },
): Promise<SavedPage[]> {
  const open = await pathsWithoutRedirect(
    trx,
    store,
    pages.map(({ path }) => path),
  )
  const wanted = pages.filter(({ path }) => open.has(path))
  const { rows: written } = await sql<{ path: string; isNew: boolean }>`
    insert into former_page as f (store, path, title, target, reason, confidence, imported_at)
    select ${store}, w.path, w.title, w.target, w.reason, w.confidence, ${now}
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w (path text, title text, target text, reason text, confidence text)
    on conflict (store, path) do update set title = excluded.title, target = excluded.target,
      reason = excluded.reason, confidence = excluded.confidence, imported_at = excluded.imported_at
    where (f.reason is null or f.reason <> 'staff')
      and (f.title, f.target, f.reason, f.confidence)
        is distinct from (excluded.title, excluded.target, excluded.reason, excluded.confidence)
    returning path, xmax = 0 as "isNew"`.execute(trx)
  const outcomes = new Map(written.map(({ path, isNew }) => [path, isNew ? 'created' : 'changed'] as const))
  return pages.map(({ path }) => (open.has(path) ? (outcomes.get(path) ?? 'unchanged') : 'redirected'))
}

export interface FormerPage {
  id: number
  store: StoreCode
  path: string
  target: string | null
  redirectId: number | null
}

export type ChosenTarget =
  | { ok: true }
  | { ok: false; code: RedirectProblem | 'unknown_former_page' | 'redirect_exists' }

/** Chooses where a former address leads: a path of the shop, or the number of a product of the store. */
export async function chooseTarget(
  { db, publicUrl }: { db: Kysely<DB>; publicUrl: string },
  actor: Actor,
  { id, to }: { id: number; to: string },
): Promise<ChosenTarget> {
  return audited(db, actor, async (trx, record): Promise<ChosenTarget> => {
    const former = await trx
      .selectFrom('former_page')
      .select(['store', 'path', 'target', 'redirect_id'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!former) return { ok: false, code: 'unknown_former_page' }
    if (former.redirect_id !== null) return { ok: false, code: 'redirect_exists' }
    const { store, path } = former
    const page = to.includes('/') ? to : ((await productPage(trx, store, to)) ?? to)
    const read = readRedirect(path, page, { store, ownHosts: [new URL(publicUrl).host] })
    if (!read.ok) return read
    const { target } = read
    if (redirectPath(target) === path) return { ok: false, code: 'redirect_loop' }
    await trx
      .updateTable('former_page')
      .set({ target, reason: 'staff', confidence: 'sure' })
      .where('id', '=', id)
      .execute()
    record({
      action: 'former_page.change',
      object: ['former_page', id],
      store,
      before: { target: former.target },
      after: { target },
    })
    return { ok: true }
  })
}

async function productPage(db: Kysely<DB>, store: StoreCode, sku: string): Promise<string | null> {
  const { rows } = await sql<{ slug: string }>`
    select s.slug from store_product s join product p on p.id = s.product_id
    where s.store = ${store} and sku_key(p.sku) = sku_key(${sku.trim()}) limit 1`.execute(db)
  return rows[0] === undefined ? null : publicPaths.product(store, rows[0].slug)
}

/** Rows of a bulk change that were changed, and those that could not be. */
export interface BulkOutcome {
  done: number
  refused: number
}

/**
 * Makes redirects of the proposals of these rows. Those without a proposal, with a redirect, or whose redirect would lead
 * back to itself are counted as refused. All of them in a store are one entry of the audit, which is undone as a whole.
 */
export async function confirmFormerPages(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  rows: readonly FormerPage[],
): Promise<BulkOutcome> {
  const now = new Date(clock())
  return audited(db, actor, async (trx, record) => {
    let done = 0
    for (const [store, inStore] of Map.groupBy(rows, (row) => row.store)) {
      const made = await confirmInStore(trx, { store, ids: inStore.map(({ id }) => id), now })
      if (made === null) continue
      record({
        action: 'former_page.confirm',
        object: ['former_page', `${store}-${made.confirmation}`],
        store,
        after: { confirmation: made.confirmation, redirects: made.redirects },
      })
      done += made.redirects
    }
    return { done, refused: rows.length - done }
  })
}

async function confirmInStore(
  trx: Transaction<DB>,
  { store, ids, now }: { store: StoreCode; ids: readonly number[]; now: Date },
): Promise<{ confirmation: number; redirects: number } | null> {
  // One confirmation of a store at a time: a row is made a redirect of once.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`former pages ${store}`}, 0))`.execute(trx)
  const { rows: wanted } = await sql<{ id: number; path: string; target: string }>`
    select id, path, target from former_page
    where store = ${store} and id = any(${[...ids]}::bigint[]) and redirect_id is null and target is not null
    order by id for update`.execute(trx)
  const free = await pathsWithoutRedirect(
    trx,
    store,
    wanted.map(({ path }) => path),
  )
  const redirects = wanted.filter(({ path }) => free.has(path))
  if (redirects.length === 0) return null
  // A page of the store leads no further; any other target may close a circle.
  const isPage = ({ target }: { target: string }) => target.startsWith(`/${store}/`)
  await addProductRedirects(trx, { store, redirects: redirects.filter(isPage), job: null, now })
  await saveRedirects(
    trx,
    redirects.filter((each) => !isPage(each)).map(({ path, target }) => ({ store, path, target })),
    now,
  )
  // The number of its last redirect: it is of no other confirmation, also once rows are taken off the list.
  const { rows: numbers } = await sql<{ last: number | null }>`
    select max(r.id)::integer as last from redirect r join former_page f on f.store = r.store and f.path = r.path
      and f.target = r.target
    where f.id = any(${redirects.map(({ id }) => id)}::bigint[])`.execute(trx)
  const confirmation = numbers[0]!.last
  if (confirmation === null) return null
  const { numAffectedRows = 0n } = await sql`
    update former_page f set redirect_id = r.id, confirmation = ${confirmation}
    from redirect r where r.store = f.store and r.path = f.path and r.target = f.target
      and f.id = any(${redirects.map(({ id }) => id)}::bigint[])`.execute(trx)
  return { confirmation, redirects: Number(numAffectedRows) }
}

/** Removes the redirects of a confirmation that nobody has changed since; false: there is none left. */
export async function revokeConfirmation(
  db: Kysely<DB>,
  actor: Actor,
  { store, confirmation }: { store: StoreCode; confirmation: number },
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const { numAffectedRows = 0n } = await sql`
      delete from redirect r using former_page f where f.redirect_id = r.id and f.target = r.target
        and f.store = ${store} and f.confirmation = ${confirmation}`.execute(trx)
    if (numAffectedRows === 0n) return false
    record({
      action: 'former_page.revoke',
      object: ['former_page', `${store}-${confirmation}`],
      store,
      before: { confirmation, redirects: Number(numAffectedRows) },
    })
    return true
  })
}

/** Takes rows off the list; the redirects that were made of them stay. A later import of their addresses lists them again. */
export async function discardFormerPages(
  db: Kysely<DB>,
  actor: Actor,
  rows: readonly FormerPage[],
): Promise<BulkOutcome> {
  return audited(db, actor, async (trx, record) => {
    let done = 0
    for (const [store, inStore] of Map.groupBy(rows, (row) => row.store)) {
      const { numAffectedRows = 0n } = await sql`
        delete from former_page where store = ${store}
          and id = any(${inStore.map(({ id }) => id)}::bigint[])`.execute(trx)
      const addresses = Number(numAffectedRows)
      if (addresses === 0) continue
      record({ action: 'former_page.discard', object: ['former_page', store], store, before: { addresses } })
      done += addresses
    }
    return { done, refused: rows.length - done }
  })
}
