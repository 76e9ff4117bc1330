import { describe, expect, it } from 'vitest'
import {
  foldedIdentifier,
  foldedWords,
  indexedTexts,
  indexedWords,
  textSeparator,
  queryWords,
  sameMeasures,
} from './search-words.ts'

const texts = (query: string) => queryWords(query, 'sv').map((word) => word.text)

describe('words', () => {
  it('letters of all four languages fold alike in every spelling', () => {
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

  it('numbers form one word with their unit, in every spelling', () => {
    expect(indexedWords('2500 mAh', 'sv')).toBe('2500 2500mah')
    expect(indexedWords('12V', 'sv')).toBe('12v 12')
    expect(indexedWords('1,50 V', 'sv')).toBe('1d50 1d5v')
    expect(indexedWords('16 mm²', 'sv')).toBe('16 16mm2')
    expect(texts('12v 7ah')).toEqual(['12v', '7ah'])
    expect(texts('1,5 volt')).toEqual(['1d5v'])
    expect(texts('2m 100 w')).toEqual(['2m', '100w'])
    expect(texts('2 meter 100 watt')).toEqual(['2m', '100w'])
    expect(sameMeasures('2m')).toEqual(['200cm', '2000mm'])
    expect(sameMeasures('1500mah')).toEqual(['1d5ah'])
  })

  it('a number of pieces and a unit in a compound become separate words', () => {
    expect(texts('batterihållare 4xAA')).toEqual(texts('batterihållare 4 aa'))
    expect(indexedWords('Batterihållare 4 × AA', 'sv')).toBe(indexedWords('Batterihållare 4xAA', 'sv'))
    expect(texts('etikett 200x125')).toContain('200x125')
    expect(texts('9-voltsbatteri')).toEqual(texts('9v batteri'))
    expect(texts('5-meterskabel')).toEqual(texts('5 m kabel'))
    expect(texts('meterware')).toEqual(['meterw'])
  })

  it('designations with dashes are found without them', () => {
    expect(indexedWords('Canon LP-E17', 'sv')).toBe('canon lp e17 lpe17')
    expect(indexedWords('USB-C', 'de')).toBe('usb c usbc')
    expect(indexedWords('AA-batterier', 'sv')).toBe('aa batteri')
  })
})

describe('queries', () => {
  it('contain words only, each once, limited in number and length', () => {
    expect(texts('  AA aa "batteri" OR*  ')).toEqual(['aa', 'batteri', 'or'])
    expect(texts('x '.repeat(5_000))).toEqual(['x'])
    expect(texts('b'.repeat(10_000))[0]).toHaveLength(40)
    expect(texts(Array.from({ length: 50 }, (_, n) => `w${n}`).join(' '))).toHaveLength(12)
    expect(texts('\0 " * 🔋')).toEqual([])
  })

  it('article numbers compare without spaces, dashes and case', () => {
    expect(foldedIdentifier(' nc-aa 4 ')).toBe('NCAA4')
    expect(foldedIdentifier('731.0000-000017')).toBe('7310000000017')
    expect(foldedIdentifier('--')).toBe('')
  })
})

it('texts that many products share are indexed as if they were one text', () => {
  const texts = [
    '6 V',
    'LP-E17',
    '12',
    'V-formad',
    'Li-Ion batteri',
    '',
    '4xAA',
    '2 500',
    'mAh',
    'Größe 1,5 m',
    '９',
    'volts',
  ]
  for (const store of ['sv', 'de'] as const) {
    for (let from = 0; from < texts.length; from++) {
      for (let to = from + 1; to <= texts.length; to++) {
        const joined = texts.slice(from, to).join(textSeparator)
        expect(indexedTexts(joined, store)).toBe(indexedWords(joined, store))
      }
    }
  }
})
