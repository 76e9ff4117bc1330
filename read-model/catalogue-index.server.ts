/**
 * The catalogue index of a node: opens or builds the file, keeps it fresh from PostgreSQL's change log and
 * implements `Catalogue`. The file can be deleted at any time and never holds original data. Without
 * PostgreSQL it keeps serving its current contents.
 */
import type { ExpectedCampaign } from '../domain/catalogue/campaigns-at.server.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { deviceAnswers } from './devices/device-answers.server.ts'
import { productFacts } from './query/product-facts.server.ts'
import { createSearches, cachedSearches } from './search/searches.server.ts'
import { startSearchThreads, type SearchThreads } from './search/search-threads.server.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import {
  listingAddresses,
  movedListing,
  productAddresses,
  productShards,
} from './query/directory-answers.server.ts'
import { isFacet } from './query/facet-answers.server.ts'
import { goneProduct } from './build/gone-products.server.ts'
import { categoryDetails, categoryTree, countOf } from './query/category-answers.server.ts'
import { IndexKeeper, type KeeperOptions } from './refresh/index-keeper.server.ts'
import { attributeText } from './schema/catalogue-structure.server.ts'
import { readMeta } from './schema/index-database.server.ts'
import { isDamage } from './schema/index-file.server.ts'
import { scopeKey, storeNumber, storeSlots } from './schema/index-schema.server.ts'
import { keep, type IndexState } from './schema/index-state.server.ts'
import { listingAnswer } from './query/listing-answers.server.ts'
import { boughtTogether, categoryChildren, productPage } from './query/product-answers.server.ts'
import { cartProducts, cartProductsBySku, productsById, productsBySku } from './query/product-cards.server.ts'

export interface CatalogueIndexOptions {
  /** The data directory; the index is in its subdirectory `index/`. */
  dataDir: string
  databaseUrl: string
  log: KeeperOptions['log']
  /**
   * Receives the page-cache tags of changes: `product:1001`, `category:7`, `brand:3`, `tag:2`, `content:…`,
   * `catalogue`.
   */
  onChange?: (tags: string[]) => void
  /** Called when the index was replaced as a whole: any page and all content may have changed. */
  onReplace?: () => void
  /** Clock, epoch milliseconds. */
  now?: () => number
  /** Search threads beside the main thread; 0, the default: the main thread searches. */
  searchThreads?: number
  /** Number of searches cached until the index changes. */
  cachedSearches?: number
  /** Interval of reading the change log when no change is announced. */
  pollMs?: number
}

/** The position recorded in the file; written with every change and at least once a minute. */
export interface IndexProgress {
  /** Transaction id up to which the change log has been read; null without a usable file. */
  position: string | null
  /** When the index was last up to date with the database, epoch milliseconds; null without a usable file. */
  caughtUpAt: number | null
}

export interface CatalogueIndex {
  catalogue: Catalogue
  /**
   * The same products as they will be at another moment, epoch milliseconds: campaigns and dates of stock are in the
   * index with their periods. Its answers are not cached. `expected`: campaigns of later, which are planned beside the
   * prices, by product.
   */
  catalogueAt(moment: number, expected?: ReadonlyMap<number, ExpectedCampaign>): Catalogue
  /** Resolves when the index is up to date with the database: caught up, or built. */
  ready: Promise<void>
  /** Resolves when a search thread is ready; at once if none is configured. */
  searchReady: Promise<void>
  /** Applies everything committed before the call. */
  refresh(): Promise<void>
  /** Rebuilds the file; if another process writes it, asks all nodes to rebuild. */
  rebuild(): Promise<void>
  /** State for metrics. */
  progress(): IndexProgress
  /** SQL statements run on the index so far. */
  executions(): number
  close(): Promise<void>
}

/** Opens the index; the catalogue answers at once, from the existing file or empty until `ready`. */
export function openCatalogueIndex(options: CatalogueIndexOptions): CatalogueIndex {
  const keeper = new IndexKeeper({
    now: Date.now,
    pollMs: 1_500,
    onChange: () => {},
    onReplace: () => {},
    ...options,
  })
  const { state } = keeper
  const onDamage = () => keeper.reportDamage()
  const wanted = options.searchThreads ?? 0
  const threads: SearchThreads | null =
    wanted > 0 ? startSearchThreads({ threads: wanted, log: options.log, onDamage }) : null
  const remembered = options.cachedSearches ?? cachedSearches
  const searches = createSearches({ state, threads, remembered })
  return {
    catalogue: guarded(answersOf(state, searches.search), onDamage),
    catalogueAt: (moment, expected) =>
      guarded(answersOf(stateAt(state, moment, expected), searches.search), onDamage),
    ready: keeper.ready,
    searchReady: threads?.ready ?? Promise.resolve(),
    refresh: () => keeper.refresh(),
    rebuild: () => keeper.rebuild(),
    progress: () => progressOf(state),
    executions: () => state.db.executions(),
    async close() {
      // The last process to close the file writes its write-ahead log back into it.
      await threads?.close()
      await keeper.close()
    },
  }
}

/** The open index with another clock; it follows the index when a new file is swapped in. */
function stateAt(
  state: IndexState,
  moment: number,
  expected?: ReadonlyMap<number, ExpectedCampaign>,
): IndexState {
  const own: Pick<IndexState, 'now' | 'kept' | 'expected'> = {
    now: () => moment,
    kept: new Map(),
    ...(expected && { expected }),
  }
  return Object.assign(Object.create(state) as IndexState, own)
}

function progressOf({ db }: IndexState): IndexProgress {
  const caughtUpAt = readMeta(db, 'caught_up_at')
  return {
    position: readMeta(db, 'position'),
    caughtUpAt: caughtUpAt === null ? null : Number(caughtUpAt),
  }
}

function answersOf(state: IndexState, search: Catalogue['search']): Catalogue {
  return {
    ...deviceAnswers(state),
    attributeValueName: (store, attribute, value) => attributeText(state.structure, attribute, value, store),
    productFacts: (store, facts) => productFacts(state, store, facts),
    isFacet: (code) => isFacet(state, code),
    product: (store, slug) => productPage(state, store, slug),
    productsById: (store, ids) => productsById(state, store, ids),
    productsBySku: (store, skus) => productsBySku(state, store, skus),
    boughtTogether: (store, id) => boughtTogether(state, store, id),
    cartProducts: (store, ids) => cartProducts(state, store, ids),
    cartProductsBySku: (store, skus) => cartProductsBySku(state, store, skus),
    categoryTree: (store, { mainMenu }) => categoryTree(state, store, mainMenu),
    category: (store, path) => categoryDetails(state, store, path),
    listing: (store, query) => listingAnswer(state, store, query),
    search,
    brand(store, slug) {
      const brand = state.structure.brandBySlug.get(slug)
      return brand
        ? { id: brand.id, name: brand.name, slug, count: countOf(state, scopeKey('brand', brand.id, store)) }
        : null
    },
    tag(store, slug) {
      const tag = state.structure.tagBySlug.get(`${store}/${slug}`)
      if (!tag) return null
      const slugs = Object.fromEntries(Object.entries(tag.texts).map(([code, text]) => [code, text.slug]))
      const count = countOf(state, scopeKey('tag', tag.id, store))
      return { id: tag.id, name: tag.texts[store]?.name ?? slug, slug, count, slugs }
    },
    categoryChildren: (store, productIds, categoryIds) =>
      categoryChildren(state, store, productIds, categoryIds),
    pictureSource: (key) =>
      state.db.get<{ source: string }>('select source from picture where key = ?', key)?.source ?? null,
    size: () => sizeOf(state),
    productShards: (store) => productShards(state, store),
    productAddresses: (range) => productAddresses(state, range),
    listingAddresses: (store) => listingAddresses(state, store),
    movedListing: (store, kind, slug) => movedListing(state, store, kind, slug),
    goneProduct: (store, slug) => goneProduct(state, store, slug),
  }
}

function sizeOf(state: IndexState): Record<StoreCode, number> {
  return keep(state, 'size', () => {
    const rows = state.db.all<{ store: number; total: number }>(
      `select key % ${storeSlots} as store, count(*) as total from entry where listed = 1 group by 1`,
    )
    const totals = new Map(rows.map((row) => [row.store, row.total]))
    return Object.fromEntries(storeCodes.map((code) => [code, totals.get(storeNumber[code]) ?? 0])) as Record<
      StoreCode,
      number
    >
  })
}

/** A query on a damaged file fails once, and the file is rebuilt. */
function guarded(catalogue: Catalogue, reportDamage: () => void): Catalogue {
  const fail = (error: unknown) => {
    if (isDamage(error)) reportDamage()
    throw error
  }
  const answers = Object.entries(catalogue).map(
    ([name, answer]: [string, (...input: never[]) => unknown]) => [
      name,
      (...input: never[]) => {
        try {
          const answered = answer(...input)
          return answered instanceof Promise ? answered.catch(fail) : answered
        } catch (error) {
          return fail(error)
        }
      },
    ],
  )
  return Object.fromEntries(answers)
}
