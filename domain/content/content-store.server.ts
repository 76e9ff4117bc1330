/**
 * The shop's content, held entirely in memory: it is small, and pages must be served while the database is
 * unavailable. Read from PostgreSQL at start and again when the change log contains a `content:` tag.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { followRedirect } from '../redirects/redirect.ts'
import { readRedirects } from '../redirects/redirect-repository.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { readContentFile, writeContentFile } from './content-file.server.ts'
import type { Content, ContentPage, Deal, Widget } from './content.ts'
import { matchHints, type StoredHint } from './match-hints.ts'
import { sanitiseContent } from './sanitise-content.server.ts'

export interface ContentStore {
  content: Content
  /** Reads everything again; the previous content stays in use when the database does not answer. */
  refresh(): Promise<void>
}

type CachedPage = ContentPage & { store: StoreCode; previewKey: string; updatedAt: number }

interface Snapshot {
  pages: Map<string, CachedPage>
  widgets: Map<string, Widget>
  deals: (Deal & { store: StoreCode; startsAtMs: number; expiresAtMs: number })[]
  hints: StoredHint[]
  /** Store and path, as `sv/products/cable`, to the target. */
  redirects: Map<string, string>
}

export interface OpenContentOptions {
  /** Stores the last content read (content-file.server.ts); without it nothing is stored. */
  file?: string
  /** The database is unavailable: opens with the file's content until `refresh`. */
  isAway?: boolean
}

/** Opens the content; rejects when the first read fails. */
export async function openContent(
  db: Kysely<DB>,
  { file, isAway = false }: OpenContentOptions = {},
): Promise<ContentStore> {
  async function read(): Promise<Snapshot> {
    const fresh = await readSnapshot(db)
    if (file !== undefined) writeContentFile(file, storable(fresh))
    return fresh
  }
  let snapshot = isAway ? kept(file) : await read()
  return {
    content: {
      page: (store, path) => {
        const page = snapshot.pages.get(`${store}/${path}`)
        return page?.published ? withoutKey(page) : null
      },
      preview: (store, path, key) => {
        const page = snapshot.pages.get(`${store}/${path}`)
        return page !== undefined && key !== '' && page.previewKey === key ? withoutKey(page) : null
      },
      pages: (store) =>
        [...snapshot.pages.values()]
          .filter((page) => page.store === store && page.published)
          .map(({ path, updatedAt }) => ({ path, updatedAt }))
          .sort((a, b) => (a.path < b.path ? -1 : 1)),
      widget: (store, slug) => snapshot.widgets.get(`${store}/${slug}`) ?? null,
      currentDeal: (store, now) => chooseDeal(snapshot, store, now),
      redirect: (store, address) =>
        followRedirect(
          {
            targetOf: (code, path) => snapshot.redirects.get(code + path) ?? null,
            hasPage: (code, path) => snapshot.pages.get(`${code}/${path}`)?.published === true,
          },
          store,
          address,
        ),
      hints: (store, term) => matchHints(snapshot.hints, store, term),
    },
    async refresh() {
      snapshot = await read()
    },
  }
}

/** A snapshot that JSON can represent. */
const storable = ({ pages, widgets, redirects, ...rest }: Snapshot) => ({
  ...rest,
  pages: [...pages],
  widgets: [...widgets],
  redirects: [...redirects],
})

/** The file's content; empty where there is no file. */
function kept(file: string | undefined): Snapshot {
  const empty = { pages: [], widgets: [], redirects: [], deals: [], hints: [] }
  const read = (file === undefined ? null : readContentFile(file)) as ReturnType<typeof storable> | null
  // A file of an earlier release has no redirects.
  const { pages, widgets, redirects, ...rest } = { ...empty, ...read }
  return { ...rest, pages: new Map(pages), widgets: new Map(widgets), redirects: new Map(redirects) }
}

async function readSnapshot(db: Kysely<DB>): Promise<Snapshot> {
  const [pages, widgets, deals, hints, redirects] = await Promise.all([
    db.selectFrom('content_page').selectAll().execute(),
    db.selectFrom('widget').selectAll().execute(),
    db
      .selectFrom('deal')
      .innerJoin('store_product', (join) =>
        join
          .onRef('store_product.product_id', '=', 'deal.product_id')
          .onRef('store_product.store', '=', 'deal.store'),
      )
      .select([
        'deal.store',
        'deal.title',
        'deal.product_id',
        'store_product.name',
        'store_product.slug',
        'deal.discount_percent',
        'deal.starts_at',
        'deal.expires_at',
      ])
      .orderBy('deal.starts_at')
      .execute(),
    db.selectFrom('search_hint').selectAll().orderBy('id').execute(),
    readRedirects(db),
  ])
  return {
    pages: new Map(
      pages.map((page) => [
        `${page.store}/${page.path}`,
        {
          store: page.store,
          path: page.path,
          title: page.title,
          body: sanitiseContent(page.body),
          published: page.published,
          previewKey: page.preview_key,
          updatedAt: page.updated_at.getTime(),
        },
      ]),
    ),
    widgets: new Map(
      widgets.map((widget) => [
        `${widget.store}/${widget.slug}`,
        { content: sanitiseContent(widget.content), hidden: widget.hidden },
      ]),
    ),
    deals: deals.map((deal) => ({
      store: deal.store,
      title: deal.title,
      productId: deal.product_id,
      productName: deal.name,
      productSlug: deal.slug,
      discount: deal.discount_percent,
      startsAt: deal.starts_at.toISOString(),
      expiresAt: deal.expires_at.toISOString(),
      startsAtMs: deal.starts_at.getTime(),
      expiresAtMs: deal.expires_at.getTime(),
    })),
    hints,
    redirects: new Map(redirects.map(({ store, path, target }) => [store + path, target])),
  }
}

function withoutKey({ path, title, body, published }: CachedPage): ContentPage {
  return { path, title, body, published }
}

function chooseDeal(snapshot: Snapshot, store: StoreCode, now: number): Deal | null {
  const mine = snapshot.deals.filter((deal) => deal.store === store && now < deal.expiresAtMs)
  const found = mine.find((deal) => deal.startsAtMs <= now) ?? mine[0]
  if (found === undefined) return null
  const { store: _store, startsAtMs: _start, expiresAtMs: _end, ...deal } = found
  return deal
}
