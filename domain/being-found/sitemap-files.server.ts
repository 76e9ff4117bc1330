/**
 * Which sitemaps there are and what stands in each. Products are read some hundred at a time along their ids,
 * so a million of them need no more memory than ten, and shoppers are served in between.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { productsPerShard } from '../catalogue/catalogue-directory.ts'
import type { PerStore } from '../catalogue/catalogue-record.ts'
import type { Content } from '../content/content.ts'
import { machinePaths, publicPaths } from '../stores/paths.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import {
  addressesPerFile,
  sitemapEnd,
  sitemapEntry,
  sitemapIndex,
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

export function sitemapIndexText(sources: SitemapSources): string {
  const paths = storeCodes.flatMap((store) =>
    sitemapNames(sources, store).map((name) => machinePaths.sitemap(store, name)),
  )
  return sitemapIndex(sources.publicUrl, paths)
}

/** The pieces of a sitemap; null: there is none of that name. */
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
  { catalogue, publicUrl }: SitemapSources,
  store: StoreCode,
  shard: number,
): AsyncGenerator<string> {
  yield sitemapStart
  const toId = (shard + 1) * productsPerShard
  for (let fromId = shard * productsPerShard; ;) {
    const products = catalogue.productAddresses({ fromId, toId, limit: productsAtOnce })
    const last = products.at(-1)
    if (last === undefined) break
    yield products
      .map(({ slugs, updatedAt }) =>
        sitemapEntry(publicUrl, store, {
          paths: pathsOf(slugs, publicPaths.product),
          changedAt: updatedAt,
        }),
      )
      .join('')
    fromId = last.id + 1
    await nextTurn()
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

/** What is small enough to be listed whole. */
function otherPages({ catalogue, content }: SitemapSources, store: StoreCode): Record<string, SitemapPage[]> {
  const { categories, brands, tags } = catalogue.listingAddresses(store)
  const home: SitemapPage = { paths: pathsOf({ sv: '', no: '', de: '', da: '' }, publicPaths.home) }
  const written = Object.fromEntries(
    storeCodes.map((code) => [code, new Set(content.pages(code).map(({ path }) => path))]),
  ) as Record<StoreCode, Set<string>>
  const pages = content.pages(store).map(({ path, updatedAt }): SitemapPage => {
    const slugs = Object.fromEntries(
      storeCodes.filter((code) => written[code].has(path)).map((code) => [code, path]),
    ) as PerStore<string>
    return { paths: pathsOf(slugs, publicPaths.page), changedAt: updatedAt }
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
