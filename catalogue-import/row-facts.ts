/**
 * What rows say of a product beside its fields, such as `Material: Cotton`: columns that become attributes with values of
 * their own. Shopify has them as metafields, whose columns it writes `Material (product.metafields.custom.material)`. Pure.
 */
import { longestAttributeName } from '../domain/catalogue/column-mapping.ts'
import { hasMarkup } from '../domain/content/text-of-html.ts'

/** `Material` and what it is. Names as the file writes them. */
export interface RowFact {
  name: string
  value: string
}

/** Of a row. */
export const mostFacts = 50

/** Characters of a value that people can compare and filter by. */
const longestValue = 100

/** Characters of a column that is looked at: a hostile file has one of megabytes. */
const longestColumn = 500

const metafieldColumn = /^(.*?)\s*\((?:product|variant)\.metafields\.([\w-]+)\.([\w-]+)\)$/i

/**
 * Namespaces of Shopify itself and of its sales channels: references, ratings and settings. Apps have reserved ones,
 * `app--123--…`. What merchants define is in `custom`, or in a namespace that they have named.
 */
const otherNamespaces =
  /^(?:shopify|shopify--.*|app--.*|mm-google-shopping|mc-facebook|reviews|global|seo|facts|instructions)$/i

export interface Metafield {
  name: string
  /** `product.metafields.custom.material`, as `Option1 Linked To` names it. */
  key: string
  /** Of a variant; otherwise the first row of the product has it. */
  isOfVariant: boolean
}

/** The metafield that a column holds, if a merchant has defined it; null: it holds none, or one of Shopify or an app. */
export function metafieldOf(column: string): Metafield | null {
  const [, name = '', namespace = '', key = ''] =
    metafieldColumn.exec(column.slice(0, longestColumn).trim()) ?? []
  if (key === '' || otherNamespaces.test(namespace)) return null
  const isOfVariant = column.includes('(variant.')
  return {
    name: attributeNameOfColumn(name === '' ? key : name),
    key: `${isOfVariant ? 'variant' : 'product'}.metafields.${namespace}.${key}`,
    isOfVariant,
  }
}

/** What an attribute is called that is made of a column: its name without the key of a metafield. */
export function attributeNameOfColumn(column: string): string {
  const given = column.slice(0, longestColumn)
  const [, name = ''] = metafieldColumn.exec(given.trim()) ?? []
  const plain = (name === '' ? given : name)
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\uFFFD]+/gu, ' ')
    .replace(/[\s_]+/g, ' ')
    .trim()
  const characters = [...plain]
  while (characters.join('').length > longestAttributeName) characters.pop()
  return characters.join('').trim()
}

/**
 * The value of a cell; null: it is no short text, but a list, a reference, an address, a measure or a rating in JSON, text
 * with markup, or a plain yes or no.
 */
export function factValue(cell: string): string | null {
  const text = cell.trim()
  const isOther =
    [...text].length > longestValue ||
    /[\r\n]/.test(text) ||
    /gid:\/\//i.test(text) ||
    /^https?:\/\//i.test(text) ||
    /^(?:true|false)$/i.test(text) ||
    hasMarkup(text) ||
    isJson(text)
  return isOther ? null : text
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
