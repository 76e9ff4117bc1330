/** Rows of a feed that are choices of one product: what the readers give, and how it is cleaned. Pure. */
import type { PerStore } from '../domain/catalogue/catalogue-record.ts'

/** A row that is one choice of a product. */
export interface FeedVariant {
  /** Id of the group in the file: `item_group_id`, `Handle`, sku of the parent. */
  group: string
  /** Name of the product that groups them. */
  title: string
  /** What the choices differ in, in the order of the file. */
  choices: FeedChoice[]
}

/** Size → M. Names as the file writes them. */
export interface FeedChoice {
  name: string
  value: string
  /**
   * What stores call the value, in a file that says it for several; without the store that is imported, `value` is
   * another one's word. Absent: `value` is that of the store that is imported.
   */
  names?: PerStore<string> | undefined
}

/** Columns of Merchant Center in which the products of an item group differ. */
export const choiceColumns = ['size', 'color', 'material', 'pattern', 'age_group', 'gender'] as const

/** Longest id of a group and longest name, as of the columns `item_group_id` and `title`. */
const longest = { group: 100, title: 150, name: 60, value: 150 }
const mostChoices = 10

/** A choice that can be shown on one line. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\uFFFD]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const cut = (text: string, length: number): string => [...plain(text)].slice(0, length).join('').trim()

const cutNames = (names: PerStore<string>): PerStore<string> =>
  Object.fromEntries(
    Object.entries(names)
      .map(([store, text]) => [store, cut(text, longest.value)] as const)
      .filter(([, text]) => text !== ''),
  )

/**
 * The variant without empty choices; undefined for a row that says nothing it could be chosen by: it is a product on its
 * own.
 */
export function cleanVariant({ group, title, choices }: FeedVariant): FeedVariant | undefined {
  const clean = choices
    .map(({ name, value, names }) => ({
      name: cut(name, longest.name),
      value: cut(value, longest.value),
      ...(names && { names: cutNames(names) }),
    }))
    .filter(({ name, value }) => name !== '' && value !== '')
    .slice(0, mostChoices)
  const id = plain(group)
  if (id === '' || id.length > longest.group || clean.length === 0) return undefined
  return { group: id, title: cut(title, longest.title), choices: clean }
}
