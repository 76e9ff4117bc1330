/** Fields of the shop's own as columns of a product file, `field.KEY`: their values as texts of cells, and back. Pure. */
import {
  fieldCode,
  fitsField,
  isFieldKey,
  longestFieldText,
  longestRichText,
  type CustomField,
  type FieldValue,
} from '../domain/custom-fields/custom-field.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { ProblemDetail } from './problem-details.ts'

/** The key of the field that a column of a feed is for; null: it is for none. */
export function fieldKeyOf(column: string): string | null {
  const key = /^field\.(.+)$/.exec(column)?.[1]
  return key !== undefined && isFieldKey(key) ? key : null
}

export const fieldColumn = fieldCode

/** In one line: paragraphs are separated by U+2029, lines by U+2028. Empty: there is no value. */
export const cellOfValue = (value: FieldValue | null | undefined): string =>
  value === null || value === undefined
    ? ''
    : String(value)
        .replaceAll('\n\n', '\u2029')
        .replaceAll(/\r\n?|\n/g, '\u2028')
        .replaceAll('\t', ' ')
        .trim()

const flags: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
}

export type ReadValue = { ok: true; value: FieldValue | null } | { ok: false; detail: ProblemDetail }

/** The value of a cell; an empty one is none. Choices may be called as the store calls them. */
export function valueOfCell(field: CustomField, cell: string, store: StoreCode): ReadValue {
  const text = cell.trim()
  if (text === '') return { ok: true, value: null }
  const value = typedValue(field, text, store)
  return fitsField(field, value) ? { ok: true, value } : { ok: false, detail: expectedOf(field) }
}

function typedValue({ kind, options }: CustomField, text: string, store: StoreCode): unknown {
  switch (kind) {
    case 'number':
      return /^[-+]?[\d.,]+(?:e[-+]?\d+)?$/i.test(text) ? Number(text.replace(',', '.')) : null
    case 'flag':
      return flags[text.toLowerCase()]
    case 'choice': {
      const isNamed = (name: string | undefined) => name?.toLowerCase() === text.toLowerCase()
      const found =
        options.find(({ code }) => code === text) ??
        options.find(({ code, names }) => isNamed(code) || isNamed(names[store]))
      return found?.code
    }
    case 'text':
    case 'rich_text':
    case 'date':
    case 'reference':
    case 'picture':
      return text.replaceAll('\u2028', '\n').replaceAll('\u2029', '\n\n')
  }
}

/** What a value of the field must be. */
export function expectedOf({ kind, options }: CustomField): ProblemDetail {
  switch (kind) {
    case 'number':
      return { code: 'expected_number' }
    case 'flag':
      return { code: 'expected_flag' }
    case 'date':
      return { code: 'bad_date' }
    case 'picture':
      return { code: 'field_picture' }
    case 'choice':
      return { code: 'one_of', values: { values: options.map(({ code }) => code).join(', ') } }
    case 'rich_text':
      return { code: 'most_characters', values: { maximum: longestRichText } }
    case 'text':
    case 'reference':
      return { code: 'most_characters', values: { maximum: kind === 'text' ? longestFieldText : 100 } }
  }
}
