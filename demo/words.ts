/**
 * Texts in the languages of the demo's stores and the functions that the demo texts are written with. Pure, independent
 * of products.
 */
import { storePolicies, stores } from '../domain/stores/stores.ts'
import { eachDemoStore, type DemoStore } from './demo-stores.ts'

/** One text in each language, all filled. */
export type Words = Record<DemoStore, string>

/** The languages in the order the texts are written: Swedish, Norwegian, German, Danish. */
export function words(sv: string, no: string, de: string, da: string): Words {
  return { sv, no, de, da }
}

/** The same text in every language: designations, series names, part numbers. */
export function same(text: string): Words {
  return eachDemoStore(() => text)
}

/** Joins texts in every language; plain strings are used in all, empty ones are omitted. */
export function join(separator: string, ...parts: (Words | string)[]): Words {
  return eachDemoStore((store) =>
    parts
      .map((part) => (typeof part === 'string' ? part : part[store]))
      .filter((part) => part !== '')
      .join(separator),
  )
}

/** "A, B and C" in every language. */
export function listed(items: readonly string[]): Words {
  return eachDemoStore((store) => new Intl.ListFormat(stores[store].iso).format(items))
}

/** A number as all these countries write it: decimal comma, no grouping. */
export function decimal(value: number): string {
  return String(value).replace('.', ',')
}

const shared: Record<string, string> = {
  å: 'a',
  ø: 'o',
  æ: 'ae',
  ü: 'ue',
  ß: 'ss',
  é: 'e',
  '&': '',
  '+': ' plus ',
  '²': '2',
}

const numberBeforeUnit =
  /(\d) (?=(?:mAh|Ah|Wh|kWh|mV|V|mA|A|W|lm|K|nm|mm²|mm|cm|m|kg|g|ml|l|°C|kB|MB|Gbit\/s|%|kr|€)(?![\p{L}\d]))/gu

/**
 * A text for reading, with non-breaking spaces where a line must not end: before units, in "§ 19" and "z. B.". Names
 * keep their plain spaces, because shoppers copy and search them.
 */
export function unbroken(text: string): string {
  return text
    .replaceAll(numberBeforeUnit, '$1\u00A0')
    .replaceAll(/§ (?=\d)/g, '§\u00A0')
    .replaceAll('z. B.', 'z.\u00A0B.')
}

/** One ASCII path segment; German writes umlauts out, the Nordic languages drop them. */
export function slugify(text: string, store: DemoStore): string {
  const isGerman = storePolicies[store].searchLanguage === 'german'
  const umlauts: Record<string, string> = isGerman ? { ä: 'ae', ö: 'oe' } : { ä: 'a', ö: 'o' }
  return [...text.toLowerCase()]
    .map((letter) => umlauts[letter] ?? shared[letter] ?? letter)
    .join('')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** A whole number of 0 … 2³²−1 that depends on the text alone (FNV-1a with a final mix). */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** A fraction of 0 … 1 that depends on the sku and the question asked of it. */
export function chance(sku: string, question: string): number {
  return hash(`${question}/${sku}`) / 2 ** 32
}
