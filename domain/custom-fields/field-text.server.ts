/** Values of fields as texts for machines: numbers with a point, days as ISO 8601, names in the store's language. */
import { sanitiseContent } from '../content/sanitise-content.server.ts'
import { textOfHtml } from '../content/text-of-html.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { defaultStoreCode, type StoreCode } from '../stores/stores.ts'
import type { CustomField, FieldValue } from './custom-field.ts'

/** Undefined: it has no name there, and none in the first store. */
export const nameInStore = (names: CustomField['names'], store: StoreCode): string | undefined =>
  names[store] ?? names[defaultStoreCode]

/**
 * Empty for a switch that is off: what an object is not, is not said. Rich text is without its markup. The value of a
 * reference is the name of what it refers to.
 */
export function machineText(
  { kind, unit, options }: CustomField,
  value: FieldValue,
  store: StoreCode,
): string {
  if (kind === 'flag') return value === true ? textsOf(store).attributes.yes : ''
  if (kind === 'rich_text') return textOfHtml(sanitiseContent(String(value))) ?? String(value)
  if (kind === 'number' && unit !== null) return `${value} ${unit}`
  const option = options.find(({ code }) => code === value)
  return (option && nameInStore(option.names, store)) ?? String(value)
}
