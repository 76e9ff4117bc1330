/** Reads texts of the catalogue that translators have filled in: the table that the back office gives them. */
import { z } from 'zod'
import { hasControlCharacter } from '../catalogue-import/feed-row.ts'
import { hasColumns, namedCells, unreadColumns } from '../catalogue-import/named-cells.ts'
import { shortened } from '../catalogue-import/row-report.ts'
import type { Table } from '../catalogue-import/table.ts'
import {
  longestText,
  translatedFieldNames,
  translatedKinds,
  translationColumns,
  type TranslatedText,
} from '../domain/catalogue/translation.ts'
import { hasMarkup } from '../domain/content/text-of-html.ts'
import { storeCodes, type Store, type StoreCode } from '../domain/stores/stores.ts'
import { readFields, type ShopTablePreset, type ShopTableRow } from './shop-table.ts'

export interface TranslationValues extends TranslatedText {
  sourceStore: StoreCode
  sourceText: string
  /** '': it is not translated yet. */
  targetText: string
}

/** As they are read, before any check. */
export type TranslationTexts = Record<keyof typeof columns, string>

/** Tables of earlier releases have texts of products alone: the column `sku`, and no kind. */
const columns = {
  kind: ['kind'],
  id: ['id', 'sku'],
  field: ['field'],
  sourceStore: ['source_store'],
  sourceText: ['source_text'],
  targetStore: ['target_store'],
  targetText: ['target_text'],
} as const

export const translations: ShopTablePreset<TranslationValues> = {
  name: 'translations',
  holds: 'translations',
  matches: (names) => {
    const { kind: _kind, ...needed } = columns
    return hasColumns(names, ...Object.values(needed).map((spellings) => [...spellings]))
  },
  unused: (names) => unreadColumns(names, [...translationColumns, 'sku']),
  read: readTranslations,
}

/** The apostrophes that keep a spreadsheet from running a line as a formula (api/admin/csv.ts). */
const protection = /(^|[;\t\n])("*)'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** A text as it was before a spreadsheet had it: line ends, outer space and protected lines are no differences. */
export const plainText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(protection, '$1$2')
    .replace(/[ \t]+$/gm, '')
    .trim()

const rowFor = (store: Store) =>
  z
    .object({
      kind: z.string().toLowerCase().pipe(z.enum(translatedKinds, 'no_translated_text')),
      id: z.string().min(1, 'missing'),
      field: z.string().toLowerCase().pipe(z.enum(translatedFieldNames, 'no_translated_text')),
      sourceStore: z.string().toLowerCase().pipe(z.enum(storeCodes, 'unknown_store')),
      sourceText: z.string().min(1, 'missing').transform(plainText),
      targetStore: z
        .string()
        .toLowerCase()
        .refine((code) => code === store.code, 'other_store'),
      targetText: z.string().transform(plainText),
    })
    .check(({ value, issues }) => {
      const { field, sourceText, targetText } = value
      const isText = field === 'description'
      const longest = longestText(value)
      const refuse = (message: string, path: keyof TranslationTexts) =>
        issues.push({ code: 'custom', message, path: [path], input: value[path] })
      if (longest === null) refuse('no_translated_text', 'field')
      else if ([...targetText].length > longest) refuse('too_long', 'targetText')
      else if (hasControlCharacter(targetText.replaceAll('\t', ' '), isText))
        refuse('control_character', 'targetText')
      // Texts are shown as they are: what a translation marks up, shoppers would read as tags.
      else if (hasMarkup(targetText) && !hasMarkup(sourceText)) refuse('markup', 'targetText')
    })
    .transform(({ targetStore: _targetStore, ...values }): TranslationValues => values)

/** Checks the texts of a row or a unit for a store. `place`: of its report. */
export function translationReader(store: Store) {
  const schema = rowFor(store)
  return (place: Omit<ShopTableRow, 'values' | 'refused'>, texts: TranslationTexts) => {
    const read = readFields(schema, columns, texts)
    return read.ok ? { ...place, values: read.values } : { ...place, refused: read.problem }
  }
}

/** How reports name a text; a product by its sku alone. */
const idOf = ({ kind, id }: TranslationTexts) => (kind === 'product' ? id : `${kind} ${id}`)

async function* readTranslations(
  table: Table,
  store: Store,
): AsyncGenerator<ShopTableRow<TranslationValues>> {
  const cell = namedCells(table.columns)
  const read = translationReader(store)
  for await (const { row, line, bytes, cells, refused } of table.rows) {
    const entries = Object.entries(columns).map(([field, names]) => [field, cell(cells, ...names) ?? ''])
    const texts = Object.fromEntries(entries) as TranslationTexts
    if (texts.kind === '') texts.kind = 'product'
    const place = { row, line, bytes, ...(texts.id !== '' && { id: shortened(idOf(texts)) }) }
    yield refused ? { ...place, refused } : read(place, texts)
  }
}
