/** A product while it is edited: the texts of its controls, and the record that is sent. */
import type { ProductPage, ProductReferences } from '../../../contract/admin/product-page.ts'

type Value = string | number | boolean | string[]

/** The part of the record that the form edits; what it does not know is sent as it was. */
export interface StoreSection {
  name: string
  slug: string
  description: string
  seoTitle?: string
  seoDescription?: string
  vatPercent: number
  prices: { q: number; p: number }[]
  stock: { available: number; discontinued?: boolean }
}
export interface EditedRecord {
  sku: string
  type: string
  brand?: string
  variantOf?: string
  categories: string[]
  attributes?: Record<string, Value>
  relations?: Partial<Record<RelationName, string[]>>
  fits?: string[]
  stores: Partial<Record<string, StoreSection>>
}

export const relationNames = [
  'accessories',
  'related',
  'crossSelling',
  'upselling',
  'recommended',
  'spareParts',
] as const
export type RelationName = (typeof relationNames)[number]

/** Plain fields, with the type that the record has. */
export const plainFields = [
  ['gtin', 'text'],
  ['mpn', 'text'],
  ['unNumber', 'text'],
  ['batteryEnergyMilliwattHours', 'number'],
  ['lithiumContentMilligrams', 'number'],
  ['grossWeightGrams', 'number'],
  ['hsCode', 'text'],
  ['originCountry', 'text'],
] as const

export interface StoreDraft {
  isSold: boolean
  isShown: boolean
  name: string
  slug: string
  description: string
  seoTitle: string
  seoDescription: string
  price: string
  vat: string
}

export interface Draft {
  sku: string
  brand: string
  variantOf: string
  categories: string
  fits: string
  fields: Readonly<Record<string, string>>
  relations: Readonly<Record<string, string>>
  attributes: readonly { code: string; text: string }[]
  stores: Readonly<Record<string, StoreDraft>>
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** What is edited of an answer's record. */
export const editedRecord = (page: ProductPage): EditedRecord => page.record as unknown as EditedRecord

const attributeText = (value: Value): string => (Array.isArray(value) ? value.join(', ') : String(value))

export function draftOf(
  record: EditedRecord | null,
  stores: readonly string[],
  { vat }: ProductReferences,
): Draft {
  const values = (record ?? {}) as unknown as Record<string, unknown>
  return {
    sku: record?.sku ?? '',
    brand: record?.brand ?? '',
    variantOf: record?.variantOf ?? '',
    categories: (record?.categories ?? []).join(', '),
    fits: (record?.fits ?? []).join('\n'),
    fields: Object.fromEntries(plainFields.map(([name]) => [name, textOf(values[name])])),
    relations: Object.fromEntries(
      relationNames.map((name) => [name, (record?.relations?.[name] ?? []).join(', ')]),
    ),
    attributes: Object.entries(record?.attributes ?? {}).map(([code, value]) => ({
      code,
      text: attributeText(value),
    })),
    stores: Object.fromEntries(
      stores.map((store) => {
        const section = record?.stores[store]
        const price = section?.prices.find(({ q }) => q === 1)?.p
        return [
          store,
          {
            isSold: section !== undefined || record === null,
            isShown: section?.stock.discontinued !== true,
            name: section?.name ?? '',
            slug: section?.slug ?? '',
            description: section?.description ?? '',
            seoTitle: section?.seoTitle ?? '',
            seoDescription: section?.seoDescription ?? '',
            price: price === undefined ? '' : Number.isInteger(price) ? String(price) : price.toFixed(2),
            vat: String(section?.vatPercent ?? vat[store] ?? ''),
          },
        ]
      }),
    ),
  }
}

/** The parts of a text with commas, each once. */
export const partsOf = (text: string, separator = ','): string[] => [
  ...new Set(
    text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

/** What is not a number is sent as it was typed, so that the answer names the field. */
export function numberIn(text: string): number {
  const value = Number(text.trim().replace(',', '.'))
  return (Number.isFinite(value) ? value : text) as number
}

function sectionOf(draft: StoreDraft, former: StoreSection | undefined): StoreSection {
  const { isShown, name, slug, description, price, vat } = draft
  const { seoTitle: _title, seoDescription: _description, ...kept } = former ?? {}
  const [seoTitle, seoDescription] = [draft.seoTitle.trim(), draft.seoDescription.trim()]
  const tiers = (former?.prices ?? []).filter(({ q }) => q !== 1)
  return {
    ...kept,
    ...(seoTitle !== '' && { seoTitle }),
    ...(seoDescription !== '' && { seoDescription }),
    name: name.trim(),
    slug: slug.trim(),
    description,
    vatPercent: numberIn(vat),
    prices: price.trim() === '' ? tiers : [{ q: 1, p: numberIn(price) }, ...tiers],
    stock: { ...(former?.stock ?? { available: 0 }), discontinued: !isShown },
  }
}

export function recordOf(
  draft: Draft,
  former: EditedRecord | null,
  attributes: ProductReferences['attributes'],
): Record<string, unknown> {
  const kinds = new Map(attributes.map(({ code, kind }) => [code, kind]))
  const valueOf = ({ code, text }: Draft['attributes'][number]): Value => {
    const stored = former?.attributes?.[code]
    if (stored !== undefined && attributeText(stored) === text) return stored
    if (Array.isArray(stored)) return partsOf(text)
    const kind = kinds.get(code)
    if (kind === 'number') return numberIn(text)
    if (kind === 'flag') return text === 'true'
    return kind === 'choice' && text.includes(',') ? partsOf(text) : text.trim()
  }
  const filled = (entries: [string, unknown][]) =>
    Object.fromEntries(entries.filter(([, value]) => value !== '' && value !== undefined))
  const known = ['brand', 'variantOf', ...plainFields.map(([name]) => name)]
  const kept = Object.entries(former ?? { type: 'standard' }).filter(([name]) => !known.includes(name))
  return {
    ...Object.fromEntries(kept),
    ...filled([
      ['brand', draft.brand],
      ['variantOf', draft.variantOf.trim()],
      ...plainFields.map(([name, type]): [string, unknown] => {
        const text = (draft.fields[name] ?? '').trim()
        return [name, text === '' || type === 'text' ? text : numberIn(text)]
      }),
    ]),
    ...(former === null && draft.variantOf.trim() !== '' && { type: 'variant' }),
    sku: draft.sku.trim(),
    categories: partsOf(draft.categories),
    attributes: Object.fromEntries(
      draft.attributes.filter(({ text }) => text.trim() !== '').map((each) => [each.code, valueOf(each)]),
    ),
    fits: partsOf(draft.fits, '\n'),
    relations: Object.fromEntries(relationNames.map((name) => [name, partsOf(draft.relations[name] ?? '')])),
    stores: Object.fromEntries(
      Object.entries(draft.stores)
        .filter(([, { isSold }]) => isSold)
        .map(([store, each]) => [store, sectionOf(each, former?.stores[store])]),
    ),
  }
}
