/**
 * Loader data of listings as one text. React Router serialises loader data value by value, to support promises,
 * dates and the like: for the two thousand plain values of a listing that takes a fifth of the processor time of
 * the whole page. Without this module a category page costs 1.23 times as much (decision 47).
 */
import { useMemo } from 'react'
import type { RenderingOptimisation } from '../shop-context.ts'

declare const value: unique symbol

/** JSON of a record of plain data: strings, numbers, booleans, null, lists and records. */
export type AsText<T> = string & { readonly [value]: T }

/** Recent texts with their data: the page that shows one is rendered in the same process a moment later. */
const written: { text: string; plain: unknown }[] = []
const mostRemembered = 8

/** Serialised list items, cached because an item is on many pages. */
const items = new WeakMap<object, string>()

/**
 * The text is quoted twice more before it is in the page, and each level adds a backslash to every double
 * quote: backticks are used in their place. The data's lists must not be changed afterwards.
 *
 * With `sent-as-text` switched off the data is returned as it is, and `fromText` returns it unchanged.
 */
export function asText<T extends object>(
  plain: T,
  switchedOff: ReadonlySet<RenderingOptimisation>,
): AsText<T> {
  if (switchedOff.has('sent-as-text')) return plain as unknown as AsText<T>
  const fields = Object.entries(plain).filter(([, field]) => field !== undefined)
  const text = `{${fields.map(([name, field]) => `${quoted(name)}:${Array.isArray(field) ? listText(field) : quoted(field)}`).join(',')}}`
  written.unshift({ text, plain })
  written.length = Math.min(written.length, mostRemembered)
  return text as AsText<T>
}

const listText = (list: readonly unknown[]) => `[${list.map(itemText).join(',')}]`

function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return quoted(item ?? null)
  let text = items.get(item)
  if (text === undefined) items.set(item, (text = quoted(item)))
  return text
}

/** Split and join: a single `replace` of each occurrence is four times slower in V8. */
function quoted(plain: unknown): string {
  const json = JSON.stringify(plain)
    .split('`')
    .join(String.raw`\u0060`)
  return json.split('"').join('`')
}

export function fromText<T>(text: AsText<T>): T {
  if (typeof text !== 'string') return text
  const own = import.meta.env.SSR && written.find((one) => one.text === text)
  return (own ? own.plain : JSON.parse(text.replaceAll('`', '"'))) as T
}

/** The parsed data, the same object as long as the text is unchanged. */
export function useFromText<T>(text: AsText<T>): T {
  return useMemo(() => fromText(text), [text])
}
