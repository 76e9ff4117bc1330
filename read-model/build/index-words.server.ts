/**
 * Collects the searchable texts of a product by column. Folding and weighting are done by the search modules.
 */
import { foldedWords, indexedTexts, indexedWords, textSeparator } from '../../domain/search/search-words.ts'
import { richTextsIn } from './rich-texts.server.ts'
import { baseKind } from '../search/requested-thing.ts'
import { batteryNames, rechargeableNames } from '../../domain/search/kind-names.ts'
import { kindHeads, nameHeads } from '../search/head-words.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { ProductRows, StoreProductRow } from '../schema/catalogue-rows.server.ts'
import {
  attributeText,
  isHidden,
  lineage,
  type CatalogueStructure,
} from '../schema/catalogue-structure.server.ts'

export const wordColumns = [
  'heads',
  'kinds',
  'cells',
  'name',
  'brand',
  'codes',
  'attributes',
  'categories',
  'fits',
  'description',
] as const
/** Maximum number of searchable characters of a description, and of a rich text. */
const indexedDescription = 600

/** Columns whose words are stored readably, in this order, for scoring hits. */
const weighedColumns = wordColumns.slice(0, 8)

export type EntryWords = Record<(typeof wordColumns)[number], string>

/** The searchable words of a product in one store; a parent includes its variants' words. */
export function entryTexts(
  row: ProductRows,
  own: StoreProductRow,
  store: StoreCode,
  variants: ProductRows[],
  structure: CatalogueStructure,
): EntryWords {
  const family = [row, ...variants]
  const texts = family.flatMap((each) =>
    Object.entries({ ...each.attributes, ...each.stores[store]?.fields })
      .filter(
        ([code, value]) =>
          typeof value !== 'boolean' && !isHidden(structure, code) && !isWordless(structure, code),
      )
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
    cells: unique(family.flatMap((each) => cellTexts(each.attributes, store, structure))),
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
    description: unique(
      [own.description, ...richTextsIn(row, store, structure).map(({ text }) => text)].map((text) =>
        text.slice(0, indexedDescription),
      ),
    ),
  }
}

/** Texts with markup are searched as descriptions are; neither the name of another product nor a picture finds this one. */
function isWordless({ attributes }: CatalogueStructure, code: string): boolean {
  const kind = attributes.get(code)?.kind
  return kind === 'rich_text' || kind === 'reference' || kind === 'picture'
}

/**
 * Size and chemistry of a product that is a cell: a battery of a standard size. Empty for everything else, such as the
 * holder, the charger or the lamp of a size, so that a cell is distinguished from what it belongs to.
 */
function cellTexts(
  { battery_size: size, chemistry, rechargeable }: ProductRows['attributes'],
  store: StoreCode,
  structure: CatalogueStructure,
): string[] {
  if (typeof size !== 'string' || typeof chemistry !== 'string') return []
  return [
    ...batteryNames,
    ...(rechargeable === true ? rechargeableNames : []),
    size,
    attributeText(structure, 'battery_size', size, store),
    // As one word: a cell of lithium is no lithium-ion cell.
    ...[chemistry, attributeText(structure, 'chemistry', chemistry, store)].map((name) =>
      name.replace(/[^\p{L}\p{N}]+/gu, ''),
    ),
  ]
}

/** Columns with texts that many products share. */
const sharedColumns: ReadonlySet<string> = new Set(['kinds', 'cells', 'attributes', 'categories', 'fits'])

/** The words of the texts in their folded form. */
export function entryWords(texts: EntryWords, store: StoreCode): EntryWords {
  return Object.fromEntries(
    wordColumns.map((column) => {
      // A brand name is not a dictionary word and keeps its ending: Projecta is not found by `projector`.
      if (column === 'brand') return [column, foldedWords(texts.brand).join(' ')]
      const read = sharedColumns.has(column) ? indexedTexts : indexedWords
      const words = read(texts[column], store)
      return [column, column === 'kinds' || column === 'heads' ? withBaseKinds(words, store) : words]
    }),
  ) as EntryWords
}

/** Also the kind that a compound ends with: a `verktygsbatteri` is a `batteri`. */
function withBaseKinds(words: string, store: StoreCode): string {
  const bases = words.split(' ').flatMap((word) => baseKind(word, store) ?? [])
  return [...new Set([words, ...bases])].join(' ')
}

/** The same as `weighedText`, for a row that stores the words in columns. */
export function weighedSql(row: string): string {
  return weighedColumns.map((column) => `' ' || ${row}.${column} || ' '`).join(` || char(10) || `)
}

/** The weighted columns as lines, with spaces around each word. */
export function weighedText(words: EntryWords): string {
  return weighedColumns.map((column) => ` ${words[column]} `).join('\n')
}
