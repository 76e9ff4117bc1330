/**
 * How text becomes the words that search compares, the same for products and for queries: lower case, no
 * diacritics, one spelling for å/aa-free vowels (ä, æ, ae → a; ö, ø, oe → o; ü, ue → u), decimal numbers in
 * one piece, a number and its unit findable together and apart. Nothing of a query ever reaches the search
 * engine's own syntax: only words of letters and digits do.
 */

const units = 'mah|ah|kwh|wh|mm2|mm|cm|kg|lm|ml|gb|tb|hz|v|a|w|m|g|l|k'
const numberWithUnit = new RegExp(`^(\\d+(?:d\\d+)?)(${units})$`)
const unitOnly = new RegExp(`^(?:${units})$`)
const numberOnly = /^\d+(?:d\d+)?$/

const longestInput = 300
const longestWord = 40
const mostWords = 12

/** The words of a text in their order, folded. */
export function foldedWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/(\d)[.,](?=\d)/g, '$1d')
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'a')
    .replace(/ø/g, 'o')
    .replace(/œ/g, 'o')
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map(foldVowels)
}

function foldVowels(word: string): string {
  return /\d/.test(word) ? word : word.replace(/([aou])e/g, '$1')
}

/** The text as it is indexed: its words, and numbers with units both together and apart. */
export function indexedWords(text: string): string {
  const words = foldedWords(text)
  const more: string[] = []
  words.forEach((word, index) => {
    const together = numberWithUnit.exec(word)
    if (together) more.push(together[1]!, together[2]!)
    const next = words[index + 1]
    if (next !== undefined && numberOnly.test(word) && unitOnly.test(next)) more.push(word + next)
  })
  return [...words, ...more].join(' ')
}

/** The words of a query, without repetitions, cut to a sane length and number. */
export function queryWords(query: string): string[] {
  const words = foldedWords(query.slice(0, longestInput)).map((word) => word.slice(0, longestWord))
  return [...new Set(words)].slice(0, mostWords)
}

/**
 * A full-text expression that asks for all (or any) of the words, the last one as a beginning. Words hold
 * letters and digits only, and are quoted besides.
 */
export function matchExpression(words: readonly string[], how: 'all' | 'any'): string {
  return words
    .map((word, index) => `"${word}"${index === words.length - 1 ? '*' : ''}`)
    .join(how === 'all' ? ' AND ' : ' OR ')
}

/** An article number, GTIN or maker's number without spaces, dashes and case; '' where nothing is left. */
export function foldedIdentifier(text: string): string {
  return text
    .slice(0, 100)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
