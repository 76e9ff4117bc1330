/**
 * What a loader answers as one text. The router writes the answers of loaders down value by value, to carry promises,
 * dates and the like: for a listing's two thousand plain values that takes a seventh of the time of the whole page.
 */
import { useMemo } from 'react'

declare const value: unique symbol

/** JSON of a record of plain data: strings, numbers, booleans, null, lists and records. */
export type AsText<T> = string & { readonly [value]: T }

/** Texts just written, with what they say: the page that shows one is rendered in the same process a moment later. */
const written: { text: string; plain: unknown }[] = []
const mostRemembered = 8

/** Items of lists as they were written; an item stands on many pages. */
const items = new WeakMap<object, string>()

/**
 * The text goes through two more kinds of quotes on its way into the page, in each of which a double one takes a
 * backslash more: here backticks stand in their place. What is in its lists must not be changed afterwards.
 */
export function asText<T extends object>(plain: T): AsText<T> {
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

/** Cut and joined: what V8 replaces one by one it joins from pieces that it keeps, four times slower. */
function quoted(plain: unknown): string {
  const json = JSON.stringify(plain)
    .split('`')
    .join(String.raw`\u0060`)
  return json.split('"').join('`')
}

export function fromText<T>(text: AsText<T>): T {
  const own = import.meta.env.SSR && written.find((one) => one.text === text)
  return (own ? own.plain : JSON.parse(text.replaceAll('`', '"'))) as T
}

/** The data, the same object as long as the text stays. */
export function useFromText<T>(text: AsText<T>): T {
  return useMemo(() => fromText(text), [text])
}
