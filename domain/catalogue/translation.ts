/**
 * Texts of the catalogue that translators get as a table or as XLIFF, and that come back as one (docs/import.md): those
 * that a store may lack, or have in the words of another store. Pure.
 */
import type { StoreCode } from '../stores/stores.ts'
import { longestSeoDescription, longestSeoTitle } from './seo-text.ts'

/** The texts of a product that are translated, with what a record of the catalogue calls them. */
export const translatedFields = {
  name: 'name',
  description: 'description',
  seo_title: 'seoTitle',
  seo_description: 'seoDescription',
} as const
export type TranslatedField = keyof typeof translatedFields
export const translatedFieldNames = Object.keys(translatedFields) as [TranslatedField, ...TranslatedField[]]

/**
 * The texts of each kind of row with the most characters of each, as the forms and records of the catalogue have them.
 * A product field that staff have defined is an attribute with the code `field.KEY` (decision 163), its options are choices.
 */
const longestTexts = {
  product: {
    name: 150,
    description: 20_000,
    seo_title: longestSeoTitle,
    seo_description: longestSeoDescription,
  },
  category: { name: 120, description: 5000 },
  attribute: { name: 120 },
  choice: { name: 255 },
} as const satisfies Record<string, Partial<Record<TranslatedField, number>>>

export type TranslatedKind = keyof typeof longestTexts

export const translatedKinds = Object.keys(longestTexts) as [TranslatedKind, ...TranslatedKind[]]

/** The form of fields has shorter names (`field-resource.server.ts`). */
const longestFieldName = 80

/** A text of the catalogue. */
export interface TranslatedText {
  kind: TranslatedKind
  /** Sku, code of the category or attribute, or `ATTRIBUTE/CHOICE`. */
  id: string
  field: TranslatedField
}

/** The most characters of a text; null: that kind has no such text. */
export function longestText({ kind, id, field }: TranslatedText): number | null {
  const longest = (longestTexts[kind] as Partial<Record<TranslatedField, number>>)[field] ?? null
  return longest !== null && id.startsWith('field.') && (kind === 'attribute' || kind === 'choice')
    ? longestFieldName
    : longest
}

/** The attribute and the choice that an id names; codes of attributes have no slash. Null: it names none. */
export function choiceOf(id: string): { attribute: string; choice: string } | null {
  const slash = id.indexOf('/')
  return slash < 1 ? null : { attribute: id.slice(0, slash), choice: id.slice(slash + 1) }
}

/** The id of a text's unit in XLIFF, which is the same in every file: `product/name/AA-1`, `choice/name/color/red`. */
export const unitIdOf = ({ kind, id, field }: TranslatedText): string => `${kind}/${field}/${id}`

/** The parts of such an id, unchecked. Null: it is none. */
export function partsOfUnitId(unit: string): Record<keyof TranslatedText, string> | null {
  const [kind = '', field = '', ...id] = unit.split('/')
  return id.length === 0 ? null : { kind, field, id: id.join('/') }
}

/** The columns of the table. */
export const translationColumns = [
  'kind',
  'id',
  'field',
  'context',
  'most_characters',
  'source_store',
  'source_text',
  'target_store',
  'target_text',
] as const

/** A text of one store that another lacks. */
export interface MissingTranslation extends TranslatedText {
  sourceText: string
  /** What it is a text of, in the words of the source: the product, the path of the category, the attribute. */
  context: string
}

/**
 * The texts that `target` lacks, or has in the words of `source`: of products that both sell, and of the categories,
 * attributes and choices that these have.
 */
export type MissingTranslations = (source: StoreCode, target: StoreCode) => AsyncIterable<MissingTranslation>
