/** Which words the index searches for a product, by where they stand. Gathers texts; folding and weighing are the search's. */
import { foldedWords, indexedTexts, indexedWords, textSeparator } from '../../domain/search/search-words.ts'
import { kindHeads, nameHeads } from '../search/head-words.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { ProductRows, StoreProductRow } from '../schema/catalogue-rows.server.ts'
import { attributeText, lineage, type CatalogueStructure } from '../schema/catalogue-structure.server.ts'

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
  const unique = (parts: string[]) => [...new Set(parts)].join(textSeparator)
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

/** Columns made of texts that many products share. */
const sharedColumns: ReadonlySet<string> = new Set(['kinds', 'attributes', 'categories', 'fits'])

/** The words of the texts as the index compares them. */
export function entryWords(texts: EntryWords, store: StoreCode): EntryWords {
  return Object.fromEntries(
    wordColumns.map((column) => {
      // A maker's name is no word of the language and keeps its ending: Projecta is not found by `projector`.
      if (column === 'brand') return [column, foldedWords(texts.brand).join(' ')]
      const read = sharedColumns.has(column) ? indexedTexts : indexedWords
      return [column, read(texts[column], store)]
    }),
  ) as EntryWords
}

/** The same as `weighedText`, of a row that has the words in columns. */
export function weighedSql(row: string): string {
  return weighedColumns.map((column) => `' ' || ${row}.${column} || ' '`).join(` || char(10) || `)
}

/** The weighed columns in lines, each word between spaces. */
export function weighedText(words: EntryWords): string {
  return weighedColumns.map((column) => ` ${words[column]} `).join('\n')
}
