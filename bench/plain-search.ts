/**
 * A baseline without the shop's search: any word of the query, stemmed, over names, brands, codes,
 * categories, attributes and descriptions, ranked by BM25. The shop's search must be better.
 */
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { indexedWords, queryWords } from '../domain/search/search-words.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import type { Database } from '../server/database/database.ts'
import type { AskPage, RankedProduct } from './search-judgement.ts'

const perPage = 24

interface TextRow extends RankedProduct {
  store: string
  brand: string
  codes: string
  categories: string
  attributes: string
  fits: string
  description: string
}

/** Every listed product's texts; a product with variants has theirs too. */
async function readTexts(db: Database): Promise<TextRow[]> {
  const { rows } = await sql<TextRow>`
    with recursive line as (
      select id as leaf, id, parent_id from category
      union all select line.leaf, c.id, c.parent_id from line join category c on c.id = line.parent_id
    ), category_names as (
      select pc.product_id, t.store, string_agg(distinct t.name, ' ') as names
      from product_category pc join line on line.leaf = pc.category_id join category_text t on t.category_id = line.id
      group by pc.product_id, t.store
    )
    select sp.store, parent.sku, min(own.name) as name, coalesce(min(b.name), '') as brand,
      string_agg(distinct concat_ws(' ', p.sku, p.gtin, p.mpn), ' ') as codes,
      coalesce(min(c.names), '') as categories,
      string_agg(distinct p.attributes::text, ' ') as attributes,
      string_agg(distinct array_to_string(p.fits, ' '), ' ') as fits,
      min(own.description) as description
    from product p join store_product sp on sp.product_id = p.id
      join product parent on parent.id = coalesce(p.variant_of, p.id)
      join store_product own on own.product_id = parent.id and own.store = sp.store
      left join brand b on b.id = parent.brand_id
      left join category_names c on c.product_id = parent.id and c.store = sp.store
    group by sp.store, parent.sku`.execute(db)
  return rows
}

/** `isEnglish`: stems as Porter does, otherwise by the store's own language. */
export async function plainSearch(db: Database, isEnglish: boolean): Promise<AskPage> {
  const index = new DatabaseSync(':memory:')
  const stemmed = (text: string, store: (typeof storeCodes)[number]) =>
    isEnglish ? text.toLowerCase() : indexedWords(text, store)
  const tokenizer = isEnglish ? 'porter unicode61' : 'unicode61'
  for (const store of storeCodes)
    index.exec(
      `create virtual table ${store} using fts5(sku unindexed, shown unindexed, name, brand, codes, categories, attributes, fits, description, tokenize='${tokenizer}')`,
    )
  for (const row of await readTexts(db)) {
    const store = row.store as (typeof storeCodes)[number]
    const texts = [row.name, row.brand, row.codes, row.categories, row.attributes, row.fits, row.description]
    index
      .prepare(`insert into ${store} values (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
      .run(row.sku, row.name, ...texts.map((text) => stemmed(text, store)))
  }
  return async (store, query, page) => {
    const words = isEnglish
      ? (query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      : queryWords(query, store).map((word) => word.text)
    const match = words.map((word) => `"${word}"`).join(' OR ')
    if (match === '') return { products: [], total: 0 }
    const products = index
      .prepare(
        `select sku, shown as name from ${store} where ${store} match ? order by bm25(${store}) limit ${perPage} offset ?`,
      )
      .all(match, (page - 1) * perPage)
    const { total } = index
      .prepare(`select count(*) as total from ${store} where ${store} match ?`)
      .get(match) as { total: number }
    return { products: products as unknown as RankedProduct[], total }
  }
}
