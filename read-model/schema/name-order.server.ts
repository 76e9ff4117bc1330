/**
 * Sort keys for names: comparing two keys as plain strings gives the collation of the language (å ä ö after z
 * in Swedish, æ ø å in Norwegian and Danish, umlauts with their vowel in German; numbers by value).
 * node:sqlite has no such collations, so the key is stored instead.
 */
import type { SearchLanguage } from '../../domain/stores/store.ts'
import { storePolicies, type StoreCode } from '../../domain/stores/stores.ts'

// '{' is the character after 'z'.
const letters: Record<SearchLanguage, Record<string, string>> = {
  swedish: { å: '{a', ä: '{b', æ: '{b', ö: '{c', ø: '{c', ü: 'y' },
  norwegian: { æ: '{a', ä: '{a', ø: '{b', ö: '{b', å: '{c', ü: 'y' },
  danish: { æ: '{a', ä: '{a', ø: '{b', ö: '{b', å: '{c', ü: 'y' },
  german: {},
  other: {},
}
const everywhere: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', đ: 'd', ł: 'l', þ: 'th' }

const longestKey = 120

/** The key of a name in the store's language. */
export function nameSortKey(name: string, store: StoreCode): string {
  const own = letters[storePolicies[store].searchLanguage]
  let key = ''
  for (const part of name
    .normalize('NFC')
    .toLowerCase()
    .match(/\d+|\D/gu) ?? []) {
    if (/^\d/.test(part)) key += numberKey(part)
    else key += own[part] ?? everywhere[part] ?? plain(part)
    if (key.length >= longestKey) break
  }
  return key
}

/** Prefixes digits with their count, so that 9 sorts before 10. */
function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '')
  return String.fromCharCode(0x30 + Math.min(value.length, 9)) + value
}

const plainForms = new Map<string, string>()

function plain(character: string): string {
  const known = plainForms.get(character)
  if (known !== undefined) return known
  const form = plainForm(character)
  // A cache for scripts with thousands of characters is not worth the memory.
  if (plainForms.size < 1_000) plainForms.set(character, form)
  return form
}

function plainForm(character: string): string {
  const base = character.normalize('NFD').replace(/\p{M}/gu, '')
  if (/^[\p{L}\p{N}]/u.test(base)) return base
  return /^\s/u.test(base) ? ' ' : '!'
}
