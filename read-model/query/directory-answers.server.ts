/** The addresses of the catalogue, read from the index: products by id ranges, listings from memory. */
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import {
  productsPerShard,
  type ListingAddresses,
  type MovedListing,
  type ProductAddress,
} from '../../domain/catalogue/catalogue-directory.ts'
import type { PerStore } from '../../domain/catalogue/catalogue-record.ts'
import { countOf } from './category-answers.server.ts'
import {
  productOfKey,
  scopeKey,
  storeNumber,
  storeSlots,
  type ScopeKind,
} from '../schema/index-schema.server.ts'
import { keep, type IndexState } from '../schema/index-state.server.ts'

/** Steps from shard to shard along the key: as many queries as there are shards. */
export function productShards(state: IndexState, store: StoreCode): number[] {
  return keep(state, `shards/${store}`, () => {
    const shards: number[] = []
    for (let from = 0; ;) {
      const next = state.db.get<{ key: number }>(
        `select key from entry where key >= ? and key % ${storeSlots} = ? order by key limit 1`,
        from,
        storeNumber[store],
      )
      if (!next) return shards
      const shard = Math.floor(productOfKey(next.key) / productsPerShard)
      shards.push(shard)
      from = (shard + 1) * productsPerShard * storeSlots
    }
  })
}

export function productAddresses(
  state: IndexState,
  { fromId, toId, limit }: { fromId: number; toId: number; limit: number },
): ProductAddress[] {
  const rows = state.db.all<{ id: number; slugs: string; updatedAt: number }>(
    `select id, body ->> '$.slugs' as slugs, body ->> '$.updatedAt' as updatedAt
     from product where id >= ? and id < ? order by id limit ?`,
    fromId,
    toId,
    limit,
  )
  return rows.map(({ id, slugs, updatedAt }) => ({
    id,
    slugs: JSON.parse(slugs) as PerStore<string>,
    updatedAt,
  }))
}

export function listingAddresses(state: IndexState, store: StoreCode): ListingAddresses {
  const { rows } = state.structure
  const filled = (kind: ScopeKind, id: number, code: StoreCode) =>
    countOf(state, scopeKey(kind, id, code)) > 0
  const everywhere = (kind: ScopeKind, id: number, addressIn: (code: StoreCode) => string | undefined) => {
    const addresses: PerStore<string> = {}
    for (const code of storeCodes) {
      const address = addressIn(code)
      if (address !== undefined && filled(kind, id, code)) addresses[code] = address
    }
    return addresses[store] === undefined ? [] : [addresses]
  }
  return {
    categories: rows.categories.flatMap(({ id, texts }) =>
      everywhere('category', id, (code) => texts[code]?.path),
    ),
    brands: rows.brands.flatMap(({ id, slug }) => everywhere('brand', id, () => slug)),
    tags: rows.tags.flatMap(({ id, texts }) => everywhere('tag', id, (code) => texts[code]?.slug)),
  }
}

export function movedListing(
  { structure }: IndexState,
  store: StoreCode,
  kind: ScopeKind,
  slug: string,
): MovedListing | null {
  const id = structure.formerAddresses.get(`${kind} ${store}/${slug}`)
  if (id === undefined) return null
  const present = {
    category: () => structure.categories.get(id)?.texts[store]?.path,
    brand: () => structure.brands.get(id)?.slug,
    tag: () => structure.tags.get(id)?.texts[store]?.slug,
  }
  const slugNow = present[kind]()
  return slugNow === undefined ? { gone: true } : { gone: false, slug: slugNow }
}
