/**
 * The list of sitemaps and the content of each. Products are read in batches of some hundred along their ids,
 * so memory does not grow with their number, and other requests are served in between.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { productsPerShard, type ProductAddress } from '../catalogue/catalogue-directory.ts'
import type { PerStore } from '../catalogue/catalogue-record.ts'
import type { Content } from '../content/content.ts'
import { pagesOf } from '../content/page-at.server.ts'
import { openStoreCodes } from '../stores/open-stores.ts'
import { machinePaths, publicPaths } from '../stores/paths.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import {
  addressesPerFile,
  sitemapEnd,
  sitemapEntry,
  sitemapIndexEnd,
  sitemapIndexEntry,
  sitemapIndexStart,
  sitemapStart,
  type SitemapPage,
} from './sitemap.ts'

export interface SitemapSources {
  catalogue: Pick<Catalogue, 'productShards' | 'productAddresses' | 'listingAddresses'>
  content: Pick<Content, 'pages'>
  publicUrl: string
}

const productsAtOnce = 500

/** Names of a store's sitemaps: `products-0`, `categories-0` … */
export function sitemapNames(sources: SitemapSources, store: StoreCode): string[] {
  const products = sources.catalogue.productShards(store).map((shard) => `products-${shard}`)
  const others = Object.entries(otherPages(sources, store)).flatMap(([kind, pages]) =>
    Array.from({ length: Math.ceil(pages.length / addressesPerFile) }, (_, index) => `${kind}-${index}`),
  )
  return [...others, ...products]
}

/** The chunks of the index; every file with the time its newest page changed. */
export async function* sitemapIndexText(sources: SitemapSources): AsyncGenerator<string> {
  yield sitemapIndexStart
  const { catalogue, content, publicUrl } = sources
  const codes = openStoreCodes()
  const shards = new Set(codes.flatMap((store) => catalogue.productShards(store)))
  const newest = new Map<string, number>()
  const note = (file: string, changedAt: number) =>
    newest.set(file, Math.max(newest.get(file) ?? 0, changedAt))
  for (const shard of shards) {
    for await (const products of productsOf(sources, shard)) {
      for (const store of codes) {
        const changed = products.flatMap(({ slugs, updatedAt }) =>
          slugs[store] === undefined ? [] : [updatedAt],
        )
        if (changed.length === 0) continue
        note(`${store}/products-${shard}`, Math.max(...changed))
        // A listing changes when one of its products does.
        note(`${store}/listings`, Math.max(...changed))
      }
    }
  }
  for (const store of codes) {
    for (const { updatedAt } of content.pages(store)) note(`${store}/pages-0`, updatedAt)
    for (const name of sitemapNames(sources, store)) {
      const changedAt =
        newest.get(`${store}/${name}`) ??
        (name.startsWith('pages-') ? undefined : newest.get(`${store}/listings`))
      yield sitemapIndexEntry(publicUrl, machinePaths.sitemap(store, name), changedAt)
    }
  }
  yield sitemapIndexEnd
}

/** The products of a shard, read in batches. */
async function* productsOf({ catalogue }: SitemapSources, shard: number): AsyncGenerator<ProductAddress[]> {
  const toId = (shard + 1) * productsPerShard
  for (let fromId = shard * productsPerShard; ;) {
    const products = catalogue.productAddresses({ fromId, toId, limit: productsAtOnce })
    const last = products.at(-1)
    if (last === undefined) return
    yield products
    fromId = last.id + 1
    await nextTurn()
  }
}

/** The chunks of a sitemap; null: no sitemap has that name. */
export function sitemapText(
  sources: SitemapSources,
  store: StoreCode,
  name: string,
): AsyncGenerator<string> | null {
  if (!sitemapNames(sources, store).includes(name)) return null
  const [kind = '', number = ''] = name.split('-')
  const file = Number(number)
  return kind === 'products' ? productsText(sources, store, file) : othersText(sources, store, kind, file)
}

async function* productsText(
  sources: SitemapSources,
  store: StoreCode,
  shard: number,
): AsyncGenerator<string> {
  yield sitemapStart
  for await (const products of productsOf(sources, shard)) {
    const entries = products.map(({ slugs, updatedAt }) =>
      sitemapEntry(sources.publicUrl, store, {
        paths: pathsOf(slugs, publicPaths.product),
        changedAt: updatedAt,
      }),
    )
    yield entries.join('')
  }
  yield sitemapEnd
}

async function* othersText(
  sources: SitemapSources,
  store: StoreCode,
  kind: string,
  file: number,
): AsyncGenerator<string> {
  yield sitemapStart
  const pages = otherPages(sources, store)[kind] ?? []
  for (const page of pages.slice(file * addressesPerFile, (file + 1) * addressesPerFile))
    yield sitemapEntry(sources.publicUrl, store, page)
  yield sitemapEnd
}

/** The sitemaps small enough to be listed whole. */
function otherPages({ catalogue, content }: SitemapSources, store: StoreCode): Record<string, SitemapPage[]> {
  const { categories, brands, tags } = catalogue.listingAddresses(store)
  const home: SitemapPage = {
    paths: pathsOf(Object.fromEntries(storeCodes.map((code) => [code, ''])), publicPaths.home),
  }
  const written = Object.fromEntries(
    storeCodes.map((code) => [code, new Set(pagesOf(content, code).map(({ path }) => path))]),
  ) as Record<StoreCode, Set<string>>
  const pages = pagesOf(content, store).map(({ path, updatedAt }): SitemapPage => {
    const slugs = Object.fromEntries(
      storeCodes.filter((code) => written[code].has(path)).map((code) => [code, path]),
    ) as PerStore<string>
    return { paths: pathsOf(slugs, publicPaths.page), ...(updatedAt !== null && { changedAt: updatedAt }) }
  })
  const all = (addresses: PerStore<string>[], pathOf: (store: StoreCode, slug: string) => string) =>
    addresses.map((slugs): SitemapPage => ({ paths: pathsOf(slugs, pathOf) }))
  return {
    pages: [home, ...pages],
    categories: all(categories, publicPaths.category),
    brands: all(brands, publicPaths.brand),
    tags: all(tags, publicPaths.tag),
  }
}

function pathsOf(
  slugs: PerStore<string>,
  pathOf: (store: StoreCode, slug: string) => string,
): PerStore<string> {
  const paths: PerStore<string> = {}
  for (const code of storeCodes) {
    const slug = slugs[code]
    if (slug !== undefined) paths[code] = pathOf(code, slug)
  }
  return paths
}
