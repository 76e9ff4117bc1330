/**
 * Fills a message's placeholders with values: `{name}` and `{count, plural, one {…} other {#…}}`, the part of
 * ICU MessageFormat that the shop's texts use. The full ICU parser (10 kB) is not sent to the browser; a test
 * compares every message of every store with intl-messageformat.
 */

import { formatNumber, pluralForm } from './locale-formats.ts'

/** Texts of one store by key. */
export type Strings = Readonly<Record<string, string>>

/**
 * The message with its placeholders filled; an unknown placeholder stays unchanged. `iso` selects the plural
 * rules.
 */
export function formatMessage(message: string, values: Record<string, string | number>, iso: string): string {
  if (!message.includes('{')) return message
  let out = ''
  let at = 0
  while (at < message.length) {
    const open = message.indexOf('{', at)
    if (open < 0) return out + message.slice(at)
    const close = matchingBrace(message, open)
    out += message.slice(at, open) + fill(message.slice(open + 1, close), values, iso)
    at = close + 1
  }
  return out
}

/** Like `formatMessage`, for messages without plural forms, which need no language. */
export function fillMessage(message: string, values: Record<string, string | number>): string {
  return message.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

function fill(place: string, values: Record<string, string | number>, iso: string): string {
  const comma = place.indexOf(',')
  if (comma < 0) return String(values[place.trim()] ?? `{${place}}`)
  const count = Number(values[place.slice(0, comma).trim()])
  const branches = readBranches(place.slice(place.indexOf(',', comma + 1) + 1))
  const category = pluralForm(count, iso)
  const branch = branches[`=${count}`] ?? branches[category] ?? branches['other'] ?? ''
  return formatMessage(branch.replaceAll('#', formatNumber(count, iso)), values, iso)
}

function readBranches(text: string): Record<string, string> {
  const branches: Record<string, string> = {}
  let at = 0
  for (;;) {
    const open = text.indexOf('{', at)
    if (open < 0) return branches
    const close = matchingBrace(text, open)
    branches[text.slice(at, open).trim()] = text.slice(open + 1, close)
    at = close + 1
  }
}

function matchingBrace(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  throw new Error(`unbalanced braces in the message "${text}"`)
}
