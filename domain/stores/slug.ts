/** Address segments derived from names. Pure and deterministic. */

import type { Store } from './stores.ts'

const written: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  '&': ' ',
  '²': '2',
  '³': '3',
}

/**
 * ASCII letters, digits and single hyphens, at most 80 characters, cut at a hyphen where there is one. A text
 * without a single such letter (such as a Chinese name) gives a hash of it.
 */
export function slugOf(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[æœøßđðþłı&²³]/g, (letter) => written[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (plain === '') return `n${fingerprint(text)}`
  if (plain.length <= 80) return plain
  const cut = plain.slice(0, 80)
  const hyphen = cut.lastIndexOf('-')
  return hyphen > 40 ? cut.slice(0, hyphen) : cut.replace(/-+$/, '')
}

/** German writes its umlauts with two letters; ß is ss in every language. */
const germanLetters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** Slug of a name in the spelling of a store's language: `Ü` is `ue` in German, and `u` elsewhere. */
export function slugIn({ iso }: Pick<Store, 'iso'>, text: string): string {
  if (!iso.startsWith('de')) return slugOf(text)
  const composed = text.toLowerCase().normalize('NFC')
  return slugOf(composed.replace(/[äöü]/g, (letter) => germanLetters[letter] ?? letter))
}

/**
 * Slug of a product from a feed: its title, then its sku, which makes it unique. A sku that says the title already, as
 * the handles of other shops do, is not repeated.
 */
export const productSlugOf = (store: Pick<Store, 'iso'>, title: string, sku: string): string =>
  productSlugsOf(store, title, sku)[0]

/** All slugs that title and sku make, the usual one first: products of earlier releases may have a repeated title. */
export function productSlugsOf(store: Pick<Store, 'iso'>, title: string, sku: string): [string, ...string[]] {
  const [named, unique] = [slugIn(store, title), slugOf(sku)]
  const full = `${named}-${unique}`
  return named === unique || slugOf(title) === unique ? [unique, full] : [full]
}

/** Eight letters and digits that depend only on the text (FNV-1a, 32 bits, final mix). */
export function fingerprint(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return ((value ^ (value >>> 16)) >>> 0).toString(16).padStart(8, '0')
}
