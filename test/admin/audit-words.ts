/** What an entry of the audit shows as a code, because it has no words in the languages of staff. */
import { codeText, isCodeField, isNamedField } from '../../admin/shell/change-words.ts'

/** Fields whose values are names, codes of other companies or texts of a person. */
const ownWords = new Set([
  'attempt',
  'brand',
  'carrier',
  'categories',
  'changed',
  'city',
  'company',
  'description',
  'fields',
  'keys',
  'label',
  'mpn',
  'name',
  'note',
  'notes',
  'order',
  'queue',
  'reason',
  'roles',
  'slug',
  'source',
  'stores',
  'street',
  'trackingNumber',
  'value',
  'variantOf',
])

/** Fields whose parts are named by people: attributes, terms of coupons, texts by store, settings by their method. */
const namedByPeople = new Set(['attributes', 'discounts', 'photos', 'relations', 'terms', 'alt', 'shipping'])

export interface AuditedEntry {
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Entries of other objects may still have names without words, as those of saved views. */
const judged = /^(?:account|company|cost|photo|price|product|settings|stock)\./

/** `product.create: type "standard"`, of each value, and `product.create: doneAt`, of each name. */
export function wordless({ action, before, after }: AuditedEntry): string[] {
  const found = new Set<string>()
  if (!judged.test(action)) return []
  const walk = (name: string, value: unknown): void => {
    if (value === null || value === undefined || value === '') return
    if (typeof value === 'string') {
      const isText = ownWords.has(name) || /^[A-Z]|[\s\d:/@]/.test(value)
      const isCode = isCodeField(name) ? !isText : !isText && /^[a-z]+(?:[_-][a-z]+)*$/.test(value)
      if (isCode && codeText((key) => key, name, value) === null) found.add(`${action}: ${name} "${value}"`)
    } else if (Array.isArray(value)) for (const each of value) walk(name, each)
    else if (typeof value === 'object' && !namedByPeople.has(name)) walkFields(value)
  }
  const walkFields = (fields: object): void => {
    for (const [path, value] of Object.entries(fields)) {
      // Of the shop's own fields, names and values are those of its staff.
      if (path.startsWith('field.')) continue
      const name = path.slice(path.lastIndexOf('.') + 1)
      // Texts by store, costs by currency, shipping methods, and prices, which are shown as amounts.
      const isKnown = /^(?:[a-z]{2}|[A-Z]{3}|p|q|change|tiers|priceMinor|price_minor|.*-.*)$/.test(name)
      if (!isKnown && !isNamedField(name) && !namedByPeople.has(name)) found.add(`${action}: ${name}`)
      walk(name, value)
    }
  }
  for (const side of [before, after]) if (side !== null) walkFields(side)
  return [...found]
}
