/**
 * Fields of the shop's own: what they are, and which values fit them. Staff define them on a screen, modules in their
 * declarations; both are the same from then on. Pure.
 */
import type { PerStore } from '../catalogue/catalogue-record.ts'
import { stores, storeCodes, type StoreCode } from '../stores/stores.ts'

/** What has fields. */
export const fieldObjects = ['product', 'customer', 'company', 'order', 'coupon'] as const
export type FieldObject = (typeof fieldObjects)[number]

/**
 * `rich_text`: HTML, sanitised where it is shown. `flag`: yes or no. `date`: of the calendar, `YYYY-MM-DD`. `reference`: the
 * name of another object, as staff have it (`findFieldOwner`). `picture`: of products alone, `picture:` and the SHA-256 of
 * its original, and after a space its alternative text, if it has one.
 */
export const fieldKinds = [
  'text',
  'rich_text',
  'number',
  'choice',
  'flag',
  'date',
  'reference',
  'picture',
] as const
export type FieldKind = (typeof fieldKinds)[number]

/** What a reference may be to: objects that the search of the back office finds. */
export const referenceObjects = ['product', 'customer', 'order', 'coupon'] as const satisfies FieldObject[]
export type ReferenceObject = (typeof referenceObjects)[number]

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
  /** Of a reference, null otherwise. */
  refersTo: ReferenceObject | null
  scope: FieldScope
  /** To everybody: in pages, API and structured data. Of products alone. */
  isShown: boolean
  /** Listings can be filtered by it. Of shown fields of products alone, and of those kinds that `isFacetKind`. */
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

/** Whether a key may be one of a field; `constructor` and the like, which every object has, may not. */
export const isFieldKey = (key: string): boolean =>
  /^[a-z][a-z0-9_]{0,39}$/.test(key) && !(key in Object.prototype)

/** What the audit and addresses call a field. */
export const fieldId = ({ object, key }: Pick<CustomField, 'object' | 'key'>): string => `${object}.${key}`

/** What the catalogue calls a field of products, beside the codes of attributes. */
export const fieldCode = (key: string): `field.${string}` => `field.${key}`

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
/** As long as the description of a product. */
export const longestRichText = 20_000
/** A sku is the longest. */
const longestReference = 100

/** Whether listings may be filtered by values of the kind. */
export const isFacetKind = (kind: FieldKind): boolean =>
  kind !== 'rich_text' && kind !== 'reference' && kind !== 'picture'

/** Characters of the alternative text of a picture. */
export const longestAlt = 500

/** A value that is a picture: the source of its original, and its alternative text, '' where it has none. Null: it is none. */
export function readPicture(value: unknown): { source: string; alt: string } | null {
  const [, source, alt = ''] =
    typeof value === 'string' ? (/^(picture:[0-9a-f]{64})(?: (\S[^]*))?$/.exec(value) ?? []) : []
  return source === undefined || alt.length > longestAlt ? null : { source, alt }
}

/** Whether a value is one of the field. */
export function fitsField(
  { kind, options }: Pick<CustomField, 'kind' | 'options'>,
  value: unknown,
): value is FieldValue {
  switch (kind) {
    case 'text':
      return typeof value === 'string' && value !== '' && value.length <= longestFieldText
    case 'rich_text':
      return typeof value === 'string' && value !== '' && value.length <= longestRichText
    case 'picture':
      return readPicture(value) !== null
    case 'reference':
      return typeof value === 'string' && value !== '' && value.length <= longestReference
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
