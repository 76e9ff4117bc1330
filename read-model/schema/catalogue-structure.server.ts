/**
 * The small tables of the catalogue in memory: categories, brands, tags and attributes by id, with derived
 * data (branches, hierarchies, display texts of attribute values). Names are looked up when a response is
 * written, so that renaming changes no product.
 */
import { textsOf } from '../../locales/texts.server.ts'
import { formatMessage } from '../../domain/content/message.ts'
import { defaultStoreCode, stores, storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import type { CategoryCrumb } from '../../contract/catalogue.ts'
import type { AttributeRow, BrandRow, CategoryRow, StructureRows, TagRow } from './catalogue-rows.server.ts'
import type { AttributeValues } from './stored-details.server.ts'

export interface CatalogueStructure {
  rows: StructureRows
  categories: Map<number, CategoryRow>
  children: Map<number | null, CategoryRow[]>
  brands: Map<number, BrandRow>
  brandBySlug: Map<string, BrandRow>
  tags: Map<number, TagRow>
  attributes: Map<string, AttributeRow>
  /** Category of a path, tag of a slug: keys are `sv/path`. */
  categoryByPath: Map<string, CategoryRow>
  tagBySlug: Map<string, TagRow>
  /** Former addresses, `category sv/path`, and their current owners. */
  formerAddresses: Map<string, number>
}

export const emptyStructure: StructureRows = {
  categories: [],
  brands: [],
  tags: [],
  attributes: [],
  synonyms: [],
  formerAddresses: [],
}

export function createStructure(rows: StructureRows): CatalogueStructure {
  const children = Map.groupBy(rows.categories, (category) => category.parent)
  const categoryByPath = new Map<string, CategoryRow>()
  const tagBySlug = new Map<string, TagRow>()
  for (const store of storeCodes) {
    for (const category of rows.categories) {
      const text = category.texts[store]
      if (text) categoryByPath.set(`${store}/${text.path}`, category)
    }
    for (const tag of rows.tags) {
      const text = tag.texts[store]
      if (text) tagBySlug.set(`${store}/${text.slug}`, tag)
    }
  }
  return {
    rows,
    categories: new Map(rows.categories.map((row) => [row.id, row])),
    children,
    brands: new Map(rows.brands.map((row) => [row.id, row])),
    brandBySlug: new Map(rows.brands.map((row) => [row.slug, row])),
    tags: new Map(rows.tags.map((row) => [row.id, row])),
    attributes: new Map(rows.attributes.map((row) => [row.code, row])),
    categoryByPath,
    tagBySlug,
    formerAddresses: new Map(
      rows.formerAddresses.map(({ kind, store, slug, id }) => [`${kind} ${store}/${slug}`, id]),
    ),
  }
}

/** The category and its ancestors, root first. Stops at a cycle in the parent chain. */
export function lineage(structure: CatalogueStructure, categoryId: number): CategoryRow[] {
  const line: CategoryRow[] = []
  let category = structure.categories.get(categoryId)
  while (category && !line.includes(category)) {
    line.unshift(category)
    category = category.parent === null ? undefined : structure.categories.get(category.parent)
  }
  return line
}

/** Names and paths from the root to the category, as far as the store has texts for them. */
export function hierarchy(
  structure: CatalogueStructure,
  categoryId: number,
  store: StoreCode,
): CategoryCrumb[] {
  return lineage(structure, categoryId).flatMap((category) => {
    const text = category.texts[store]
    return text ? [{ id: category.id, name: text.name, path: text.path }] : []
  })
}

/** Ids of all categories whose branch contains a product of those categories. */
export function branchesOf(structure: CatalogueStructure, categoryIds: readonly number[]): number[] {
  return [...new Set(categoryIds.flatMap((id) => lineage(structure, id).map((category) => category.id)))]
}

const numberFormats = Object.fromEntries(
  storeCodes.map((code) => [
    code,
    new Intl.NumberFormat(stores[code].iso, { maximumFractionDigits: 3, useGrouping: 'min2' }),
  ]),
) as Record<StoreCode, Intl.NumberFormat>

const dateFormats = Object.fromEntries(
  storeCodes.map((code) => [
    code,
    new Intl.DateTimeFormat(stores[code].iso, { dateStyle: 'long', timeZone: 'UTC' }),
  ]),
) as Record<StoreCode, Intl.DateTimeFormat>

/** Whether shoppers see nothing of an attribute: it is a field for staff, or one of a module that is not there any more. */
export function isHidden({ attributes }: Pick<CatalogueStructure, 'attributes'>, code: string): boolean {
  const attribute = attributes.get(code)
  return attribute ? attribute.isHidden === true : code.startsWith('field.')
}

/**
 * An attribute's value in the store's language, with its unit: "2 500 mAh", "Li-Ion", "Ja", "15 000 timmar". Less than
 * an hour is in minutes, a kilogram and more in kilograms.
 */
export function attributeText(
  structure: CatalogueStructure,
  code: string,
  value: AttributeValues[string],
  store: StoreCode,
  unit: string | null = structure.attributes.get(code)?.unit ?? null,
): string {
  if (typeof value === 'boolean') return textsOf(store).attributes[value ? 'yes' : 'no']
  if (typeof value === 'number') {
    if (unit === 'h' && value < 1) return quantityText(Math.round(value * 60), 'min', store)
    if (unit === 'g' && value >= 1000) return quantityText(value / 1000, 'kg', store)
    return quantityText(value, unit, store)
  }
  if (structure.attributes.get(code)?.kind === 'date') return dateText(String(value), store)
  if (Array.isArray(value)) return value.map((each) => valueName(structure, code, each, store)).join(', ')
  return valueName(structure, code, value, store)
}

/** A day of the calendar, as the store writes it; a value that is none, of a field that had another kind, as it is. */
function dateText(day: string, store: StoreCode): string {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? day : dateFormats[store].format(date)
}

/** A number with its unit after a non-breaking space; units that a language words itself are in its texts. */
function quantityText(value: number, unit: string | null, store: StoreCode): string {
  const number = numberFormats[store].format(value)
  if (!unit) return number
  const worded = (textsOf(store).attributes.units as Record<string, string>)[unit]
  return `${number}\u00A0${worded ? formatMessage(worded, { count: value }, stores[store].iso) : unit}`
}

function valueName(structure: CatalogueStructure, code: string, value: string, store: StoreCode): string {
  const names = structure.attributes.get(code)?.values[value]?.names
  return names?.[store] ?? names?.[defaultStoreCode] ?? value
}

/** The attribute's name in the store's language. */
export function attributeName(structure: CatalogueStructure, code: string, store: StoreCode): string {
  const names = structure.attributes.get(code)?.names
  return names?.[store] ?? names?.[defaultStoreCode] ?? code
}
