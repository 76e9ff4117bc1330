/**
 * Rich texts of the shop's own fields as pages show them. They are sanitised here, once; what the index has of them is safe
 * to insert into a page.
 */
import { sanitiseContent } from '../../domain/content/sanitise-content.server.ts'
import { textOfHtml } from '../../domain/content/text-of-html.ts'
import type { PerStore } from '../../domain/catalogue/catalogue-record.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { ProductRows } from '../schema/catalogue-rows.server.ts'
import { isHidden, type CatalogueStructure } from '../schema/catalogue-structure.server.ts'
import type { AttributeValues, RichText } from '../schema/stored-details.server.ts'

const isRichText = ({ attributes }: CatalogueStructure, code: string): boolean =>
  attributes.get(code)?.kind === 'rich_text'

/** The shown ones of a product, in the stores that have any. */
export function richTextsOf(row: ProductRows, structure: CatalogueStructure): PerStore<RichText[]> {
  const stores = Object.keys(row.stores) as StoreCode[]
  return Object.fromEntries(
    stores
      .map((store) => [store, richTextsIn(row, store, structure)] as const)
      .filter(([, texts]) => texts.length > 0),
  )
}

/** In any order. */
export function richTextsIn(row: ProductRows, store: StoreCode, structure: CatalogueStructure): RichText[] {
  return Object.entries({ ...row.attributes, ...row.stores[store]?.fields })
    .filter(([code]) => isRichText(structure, code) && !isHidden(structure, code))
    .map(([code, value]) => ({ code, ...converted(row, String(value)) }))
}

/** By product, for as long as it is built: most stores have the same text, and its words are indexed beside it. */
const convertedOf = new WeakMap<ProductRows, Map<string, Omit<RichText, 'code'>>>()

function converted(row: ProductRows, value: string): Omit<RichText, 'code'> {
  const known = convertedOf.get(row) ?? new Map<string, Omit<RichText, 'code'>>()
  convertedOf.set(row, known)
  const former = known.get(value)
  if (former !== undefined) return former
  const html = sanitiseContent(value)
  const text = { html, text: textOfHtml(html) ?? html }
  known.set(value, text)
  return text
}

/** The values that are no texts with markup. */
export function withoutRichTexts(values: AttributeValues, structure: CatalogueStructure): AttributeValues {
  const entries = Object.entries(values)
  return entries.some(([code]) => isRichText(structure, code))
    ? Object.fromEntries(entries.filter(([code]) => !isRichText(structure, code)))
    : values
}
