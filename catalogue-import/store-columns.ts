/**
 * One table for several stores: the store that the heading of a column names by its language, country or currency, and
 * the columns of a mapping that a store gets. Texts and prices of one store are never written to another. Pure.
 */
import type { ColumnMapping, MappedField } from '../domain/catalogue/column-mapping.ts'
import { storeCodes, stores, type StoreCode } from '../domain/stores/stores.ts'
import { choiceColumns } from './feed-variant.ts'
import { seoColumns } from './seo-texts.ts'
import { namedCurrency } from './local-amount.ts'

const amountFields: readonly string[] = ['price', 'ordinary_price', 'sale_price']

/** In the language or the currency of a store. */
const wordedFields: ReadonlySet<string> = new Set([
  ...amountFields,
  'title',
  'description',
  ...seoColumns,
  'product_type',
  'delivery_time',
])

/** What choices of a product are called in a store. The choices are the same in all of them. */
const choiceFields: ReadonlySet<string> = new Set(choiceColumns)

/** Fields whose columns may name a store. The others are the same in all of them. */
export const storeFields: ReadonlySet<string> = new Set([
  ...wordedFields,
  ...choiceFields,
  'quantity',
  'availability',
])

/** Of a heading that may name a store. */
const longestHeading = 200

/** `Title (sv)`, `Name [no]`. */
const inBrackets = /^(.*\S)\s*[([]\s*([^()[\]]+?)\s*[)\]]$/u

/** `title_de`, `Price DKK`, `Beskrivelse - dansk`. */
const behind = /^(.*?[^\s_./:|-])[\s_./:|-]+(\p{L}{2,20}|\p{L}{2}-\p{L}{2}|€)$/u

/** Words that name stores: their codes, languages, countries, and the names of these in English and in all their languages. */
const wordsOfStores: ReadonlyMap<string, ReadonlySet<StoreCode>> = (() => {
  const words = new Map<string, Set<StoreCode>>()
  const add = (word: string | undefined, code: StoreCode) => {
    const key = word?.toLowerCase() ?? ''
    // `norsk bokmål` is also `norsk`.
    for (const each of new Set([key, key.split(' ')[0]!]))
      if (each !== '') words.set(each, (words.get(each) ?? new Set()).add(code))
  }
  const spoken = ['en', ...storeCodes.map((code) => stores[code].iso)]
  for (const code of storeCodes) {
    const { iso, countryCode, country } = stores[code]
    const [language = iso] = iso.split('-')
    for (const word of [code, iso, language, countryCode, country]) add(word, code)
    for (const locale of spoken) {
      add(new Intl.DisplayNames(locale, { type: 'language' }).of(language), code)
      add(new Intl.DisplayNames(locale, { type: 'region' }).of(countryCode), code)
    }
  }
  return words
})()

/** The stores that a word means, those of a currency included; none: it names no store. */
function storesOfWord(word: string): { stores: StoreCode[]; isCurrency: boolean } {
  const found = wordsOfStores.get(word.toLowerCase())
  if (found) return { stores: [...found], isCurrency: false }
  const meant = namedCurrency(`1 ${word}`)?.meant ?? []
  return { stores: storeCodes.filter((code) => meant.includes(stores[code].currency)), isCurrency: true }
}

export interface StoreHeading {
  /** The field without the store, as `fieldOf` knows it. */
  field: string
  /** The stores that the heading may mean: several where they share its currency. */
  stores: StoreCode[]
}

/** `Title (sv)` → the title of one store; null: the heading names no store, or none that its field can have. */
export function storeHeading(
  heading: string,
  fieldOf: (heading: string) => string | null,
): StoreHeading | null {
  if (heading.length > longestHeading) return null
  const [, base = '', word = ''] = inBrackets.exec(heading) ?? behind.exec(heading) ?? []
  if (base === '') return null
  const field = fieldOf(base)
  if (field === null || !storeFields.has(field)) return null
  // `Article no` is a name of its own.
  const whole = fieldOf(heading)
  if (whole !== null && whole !== field) return null
  const named = storesOfWord(word)
  if (named.stores.length === 0 || (named.isCurrency && !amountFields.includes(field))) return null
  return { field, stores: named.stores }
}

export interface SuggestedColumn {
  field: string | null
  store: StoreCode | null
  /** The stores that its heading may mean. */
  stores: StoreCode[]
}

/**
 * What headings suggest in a file for `chosen` and others: `plain` says it without stores. A store is suggested where the
 * file has its names of products; what names no store is that of the chosen one then.
 */
export function suggestedStores(
  headings: readonly string[],
  {
    plain,
    fieldOf,
    chosen,
  }: {
    plain: readonly (string | null)[]
    fieldOf: (heading: string) => string | null
    chosen: StoreCode
  },
): SuggestedColumn[] {
  const named = headings.map((heading) => storeHeading(heading, fieldOf))
  const storeOf = (heading: StoreHeading): StoreCode | null =>
    heading.stores.length === 1 ? heading.stores[0]! : heading.stores.includes(chosen) ? chosen : null
  const titled = new Set(
    named.flatMap((heading) => (heading?.field === 'title' ? (storeOf(heading) ?? []) : [])),
  )
  const hasCommonTitle = plain.some((field, at) => field === 'title' && named[at] === null)
  if (hasCommonTitle && titled.size > 0) titled.add(chosen)
  const taken = new Set<string>()
  const take = (
    field: string,
    store: StoreCode | null,
  ): { field: string; store: StoreCode | null } | null => {
    const key = `${field} ${store}`
    if (taken.has(key)) return null
    taken.add(key)
    return { field, store }
  }
  const nothing = { field: null, store: null }
  // Columns that name their store come before those that do not.
  const own = named.map((heading) => {
    const store = heading && storeOf(heading)
    return heading && store !== null && titled.has(store) ? (take(heading.field, store) ?? nothing) : null
  })
  return headings.map((_, at) => {
    const known = { stores: named[at]?.stores ?? [] }
    if (own[at]) return { ...own[at], ...known }
    const field = plain[at] ?? null
    if (field === null) return { ...nothing, ...known }
    // The words of one store among those of others; a column of choices without a store is for all of them.
    const isWorded =
      wordedFields.has(field) || (choiceFields.has(field) && own.some((each) => each?.field === field))
    if (titled.size === 0 || !isWorded) return { ...(take(field, null) ?? nothing), ...known }
    // Another store's, for which the file has no names.
    const isChosen = titled.has(chosen) && (named[at]?.stores.includes(chosen) ?? true)
    return { ...((isChosen ? take(field, chosen) : null) ?? nothing), ...known }
  })
}

/** The stores to which columns of a mapping give products. A column of choices by itself makes no store one of them. */
export const namedStores = ({ fields }: ColumnMapping): StoreCode[] =>
  storeCodes.filter((code) => fields.some(({ store, field }) => store === code && !choiceFields.has(field)))

/**
 * The fields of a mapping that a store gets, without their stores: its own, and those of all stores. A store that columns
 * name gets no texts and prices but its own: those of all are in another language or currency.
 */
export function fieldsOfStore({ fields }: ColumnMapping, code: StoreCode): MappedField[] {
  const own = fields.filter(({ store }) => store === code)
  const isNamed = own.some(({ field }) => !choiceFields.has(field))
  const has = new Set(own.map(({ field }) => field))
  const common = fields.filter(
    ({ store, field }) => store === undefined && !has.has(field) && !(isNamed && wordedFields.has(field)),
  )
  return [...common, ...own].map(({ field, column, text, steps }) => ({ field, column, text, steps }))
}

/** What other stores call the choices of a mapping: an import of one store needs them to know which values are one. */
export const choicesOfOthers = (
  { fields }: ColumnMapping,
  code: StoreCode,
): (MappedField & { store: StoreCode })[] =>
  fields.flatMap((each) => {
    const { store, field } = each
    return store !== undefined && store !== code && choiceFields.has(field) ? [{ ...each, store }] : []
  })

/** A mapping as the import of one store keeps it. */
export const mappingOfStore = (mapping: ColumnMapping, code: StoreCode): ColumnMapping => ({
  headerRow: mapping.headerRow,
  fields: [...fieldsOfStore(mapping, code), ...choicesOfOthers(mapping, code)],
})

/**
 * The columns that the import of a store may clear: of a file for several, those that are named with the store. A consent
 * for one of them says nothing about another.
 */
export function clearsOf(
  clear: readonly string[],
  { store, targets }: { store: StoreCode; targets: readonly StoreCode[] },
): string[] {
  if (targets.length === 1) return [...clear]
  const prefix = `${store}:`
  return clear.flatMap((each) => (each.startsWith(prefix) ? [each.slice(prefix.length)] : []))
}
