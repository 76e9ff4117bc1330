/**
 * Fields of the shop's own: what they are, and which values fit them. Staff define them on a screen, modules in their
 * declarations; both are the same from then on. Pure.
 */
import type { PerStore } from '../catalogue/catalogue-record.ts'
import { stores, storeCodes, type StoreCode } from '../stores/stores.ts'

/** What has fields. */
export const fieldObjects = ['product', 'customer', 'company', 'order', 'coupon'] as const
export type FieldObject = (typeof fieldObjects)[number]

/** `flag`: yes or no. `date`: of the calendar, `YYYY-MM-DD`. */
export const fieldKinds = ['text', 'number', 'choice', 'flag', 'date'] as const
export type FieldKind = (typeof fieldKinds)[number]

/** `shared`: one value; otherwise one for each store, or for each language of the stores. */
export const fieldScopes = ['shared', 'store', 'language'] as const
export type FieldScope = (typeof fieldScopes)[number]

export interface FieldOption {
  code: string
  names: PerStore<string>
}

export interface CustomField {
  object: FieldObject
  /** Lower-case words joined by underscores; it never changes. */
  key: string
  kind: FieldKind
  /** Of a number, shown after it. */
  unit: string | null
  names: PerStore<string>
  /** Of a choice. */
  options: readonly FieldOption[]
  scope: FieldScope
  /** To everybody: in pages, API and structured data. Of products alone. */
  isShown: boolean
  /** Listings can be filtered by it. Of products alone. */
  isFacet: boolean
  /** In the public product feed. Of products alone. */
  isInFeed: boolean
  /** A form that changes values refuses to leave it empty. */
  isRequired: boolean
  position: number
  /** Not offered any more; its values stay. */
  isArchived: boolean
  /** The module that declares it; null: staff have defined it. */
  module: string | null
}

export type FieldValue = string | number | boolean

/** By the code of the store or the language; `''`: the value of a shared field. */
export type ScopedValues = Readonly<Record<string, FieldValue>>

/** By key of the field. */
export type FieldValues = Readonly<Record<string, ScopedValues>>

/** A staff-defined or declared key. */
export const fieldKeyPattern = /^[a-z][a-z0-9_]{0,39}$/

/** What the audit and addresses call a field. */
export const fieldId = ({ object, key }: Pick<CustomField, 'object' | 'key'>): string => `${object}.${key}`

/** What the catalogue calls a field of products, beside the codes of attributes. */
export const fieldCode = (key: string): string => `field.${key}`

/** The language of a store's pages: `sv`, `nb`. */
export const languageOfStore = (store: StoreCode): string => stores[store].iso.split('-')[0]!

/** The scopes in which a field may have values, of the stores that the object is in. */
export function scopesIn(
  { scope }: Pick<CustomField, 'scope'>,
  codes: readonly StoreCode[] = storeCodes,
): string[] {
  switch (scope) {
    case 'shared':
      return ['']
    case 'store':
      return [...codes]
    case 'language':
      return [...new Set(codes.map(languageOfStore))]
  }
}

/** The stores whose pages a value is for: those in which a person must be permitted to change it. */
export function storesOfScope(
  { scope }: Pick<CustomField, 'scope'>,
  value: string,
  codes: readonly StoreCode[],
): StoreCode[] {
  switch (scope) {
    case 'shared':
      return [...codes]
    case 'store':
      return codes.filter((code) => code === value)
    case 'language':
      return codes.filter((code) => languageOfStore(code) === value)
  }
}

/** The scope of the value that holds in a store. */
export const scopeOf = ({ scope }: Pick<CustomField, 'scope'>, store: StoreCode): string =>
  scope === 'shared' ? '' : scope === 'store' ? store : languageOfStore(store)

/** The value that holds in a store; undefined: none. */
export const valueInStore = (
  field: Pick<CustomField, 'scope'>,
  values: ScopedValues,
  store: StoreCode,
): FieldValue | undefined => values[scopeOf(field, store)]

export const longestFieldText = 2_000

/** Whether a value is one of the field. */
export function fitsField(
  { kind, options }: Pick<CustomField, 'kind' | 'options'>,
  value: unknown,
): value is FieldValue {
  switch (kind) {
    case 'text':
      return typeof value === 'string' && value !== '' && value.length <= longestFieldText
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 1e12
    case 'choice':
      return options.some(({ code }) => code === value)
    case 'flag':
      return typeof value === 'boolean'
    case 'date':
      return typeof value === 'string' && isDate(value)
  }
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
