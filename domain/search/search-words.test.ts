import { describe, expect, it } from 'vitest'
import { foldedIdentifier, foldedWords, indexedWords, matchExpression, queryWords } from './search-words.ts'

describe('words', () => {
  it('letters of all four languages fold alike however they are typed', () => {
    for (const [a, b] of [
      ['Hörapparat', 'horapparat'],
      ['Høreapparat', 'Hoereapparat'],
      ['Måleapparat', 'maleapparat'],
      ['Zubehör', 'Zubehoer'],
      ['Größe', 'groesse'],
      ['Kühl', 'kuehl'],
      ['tæt', 'taet'],
    ]) {
      expect(foldedWords(a!), a).toEqual(foldedWords(b!))
    }
  })

  it('battery designations stay whole', () => {
    expect(foldedWords('LR6/AA, CR2032 (3V) 1,5 V')).toEqual(['lr6', 'aa', 'cr2032', '3v', '1d5', 'v'])
  })

  it('numbers are found with their unit together and apart', () => {
    expect(indexedWords('2500 mAh')).toBe('2500 mah 2500mah')
    expect(indexedWords('12V')).toBe('12v 12 v')
    expect(indexedWords('1,5 V')).toBe('1d5 v 1d5v')
  })
})

describe('queries', () => {
  it('hold words only, each once, not too many and not too long', () => {
    expect(queryWords('  AA aa "batteri" OR*  ')).toEqual(['aa', 'batteri', 'or'])
    expect(queryWords('x '.repeat(5_000))).toEqual(['x'])
    expect(queryWords('a'.repeat(10_000))[0]).toHaveLength(40)
    expect(queryWords(Array.from({ length: 50 }, (_, n) => `w${n}`).join(' '))).toHaveLength(12)
    expect(queryWords('\0 " * 🔋')).toEqual([])
  })

  it('become an expression of quoted words, the last one a beginning', () => {
    expect(matchExpression(['aa', 'batt'], 'all')).toBe('"aa" AND "batt"*')
    expect(matchExpression(['aa', 'batt'], 'any')).toBe('"aa" OR "batt"*')
  })

  it('article numbers compare without spaces, dashes and case', () => {
    expect(foldedIdentifier(' nc-aa 4 ')).toBe('NCAA4')
    expect(foldedIdentifier('731.0000-000017')).toBe('7310000000017')
    expect(foldedIdentifier('--')).toBe('')
  })
})
