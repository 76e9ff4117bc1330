/** The descriptions of a record as plain text (domain/content/text-of-html.ts). Pure. */
import type { ProductRecord } from '../domain/catalogue/catalogue-record.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import { textOfHtml } from '../domain/content/text-of-html.ts'

export function withPlainDescriptions(record: ProductRecord): ProductRecord {
  const stores: ProductRecord['stores'] = { ...record.stores }
  for (const code of storeCodes) {
    const section = record.stores[code]
    const text = section && textOfHtml(section.description)
    if (section && text !== null && text !== undefined) stores[code] = { ...section, description: text }
  }
  return { ...record, stores }
}
