/** Which words the index searches for a product, by where they stand. Gathers texts; folding and weighing are the search's. */
import { kindHeads, nameHeads } from '../search/head-words.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { ProductRows, StoreProductRow } from './catalogue-rows.server.ts'
import { attributeText, lineage, type CatalogueStructure } from './catalogue-structure.server.ts'

export const wordColumns = [
  'heads',
  'kinds',
  'name',
  'brand',
  'codes',
  'attributes',
  'categories',
  'fits',
  'description',
] as const
/** Characters of a description that are searched. */
const indexedDescription = 600

/** Columns whose words are kept readable, in this order, for weighing one hit against another. */
const weighedColumns = wordColumns.slice(0, 7)

export type EntryWords = Record<(typeof wordColumns)[number], string>

/** The words a product is found by in one store; a parent is found by its variants' words too. */
export function entryTexts(
  row: ProductRows,
  own: StoreProductRow,
  store: StoreCode,
  variants: ProductRows[],
  structure: CatalogueStructure,
): EntryWords {
  const family = [row, ...variants]
  const texts = family.flatMap((each) =>
    Object.entries(each.attributes)
      .filter(([, value]) => typeof value !== 'boolean')
      .map(([code, value]) => attributeText(structure, code, value, store)),
  )
  const categories = row.categories.flatMap((id) =>
    lineage(structure, id).map((each) => each.texts[store]?.name ?? ''),
  )
  const brand = row.brandId === null ? '' : (structure.brands.get(row.brandId)?.name ?? '')
  const unique = (parts: string[]) => [...new Set(parts)].join(' \n ')
  const kinds = row.categories.map((id) =>
    kindHeads(lineage(structure, id).map((each) => each.texts[store]?.name ?? '')),
  )
  return {
    heads: nameHeads(own.name, brand),
    kinds: unique(kinds),
    name: unique([
      own.prefix ?? '',
      own.name,
      ...variants.map((variant) => variant.stores[store]?.name ?? ''),
    ]),
    brand: unique([brand]),
    codes: unique(family.flatMap((each) => [each.sku, each.gtin ?? '', each.mpn ?? ''])),
    attributes: unique(texts),
    categories: unique(categories),
    fits: unique(family.flatMap((each) => each.fits)),
    description: own.description.slice(0, indexedDescription),
  }
}

/** The weighed columns in lines, each word between spaces. */
export function weighedText(words: EntryWords): string {
  return weighedColumns.map((column) => ` ${words[column]} `).join('\n')
}
