import { describe, expect, it } from 'vitest'
import { errorsBetween, letterMask, lookAlikeForms, nearestWords, spokenForm } from './nearest-words.ts'
import { matchAll, type Breadth } from './match-expressions.ts'
import { planQuery } from './query-plan.ts'
import { allButOne, isCell, isDesignation, unitsOf } from './query-units.ts'
import type { Vocabulary } from './vocabulary.ts'
import { createSynonyms } from '../../domain/search/search-synonyms.ts'

const words = 'batteri laddkabl ladd kabl akkuladegerat akku ladegerat horapparatsbatteri knappcell ficklamp'
  .split(' ')
  .sort()
const known = {
  words,
  masks: Int32Array.from(words, letterMask),
  spoken: words.map(spokenForm),
  counts: new Int32Array(words.length).fill(5),
}
const designations = ['cr2032', '29hd', 'lr03', 'l17c4p71']
const vocabulary: Vocabulary = {
  has: (stem) => words.includes(stem),
  hasDesignation: (word) => designations.includes(word),
  cellsNumbered: (number) => (number === '2032' ? ['cr2032', 'lir2032'] : []),
  isBrand: (folded) => folded === 'targus',
  hasBeginning: (beginning) => words.some((word) => word.startsWith(beginning)),
  endingWith: (stem) => words.filter((word) => word.endsWith(stem) && word.length >= stem.length + 3),
  nearest: (forms, errors, limit) => nearestWords(known, forms, errors, limit),
  shown: (stem) => stem,
}
const synonyms = createSynonyms('sv', [
  { store: 'sv', term: 'rökdetektor', means: 'brandvarnare', bothWays: false },
  { store: 'de', term: 'Feuermelder', means: 'Rauchmelder', bothWays: true },
])
const match = (query: string, breadth: Breadth = 'strict') =>
  matchAll(planQuery(query, 'sv', synonyms, vocabulary).groups, breadth)
const corrected = (query: string) => planQuery(query, 'sv', synonyms, vocabulary).corrected

describe('what a query asks for', () => {
  it('the last word may be a prefix', () => {
    expect(match('laddkablar batt')).toBe('"laddkabl" AND ("batt" OR "batt"*)')
  })

  it('compounds are split and joined, in either order', () => {
    expect(match('laddkabel', 'wide')).toContain('("ladd" AND "kabl")')
    expect(match('ladd kabel')).toContain('"laddkabl" OR')
    expect(match('ladegerät akku')).toContain('"akkuladegerat"')
    expect(match('hörapparat batteri')).toContain('"horapparatsbatteri"')
  })

  it('the number of a cell is its size, and is never left out', () => {
    expect(match('knappcell 2032')).toContain('("2032" OR "cr2032" OR "2032"*)')
    expect(match('knappcell 2032')).not.toContain('lir2032')
    expect(match('knappcell 2032', 'wide')).toContain('"lir2032"')
    const { groups } = planQuery('knappcell 2032', 'sv', synonyms, vocabulary)
    expect(unitsOf(groups).map(isCell)).toEqual([false, true])
  })

  it('a mistyped query is corrected before its compounds are looked for', () => {
    expect(match('bateri till hörapparat')).toContain('"horapparatsbatteri"')
    expect(planQuery('bateri till hörapparat', 'sv', synonyms, vocabulary)).toMatchObject({
      corrected: 'batteri till hörapparat',
    })
  })

  it('the thing asked for is the accessory, and what stands before `till`', () => {
    const thing = (query: string) => planQuery(query, 'sv', synonyms, vocabulary).thing?.group ?? null
    expect(thing('batteri till brandvarnare')).toBe(0)
    expect(thing('brandvarnare batteri')).toBe(1)
    expect(thing('laddare till 18650')).toBe(0)
    expect(thing('laddare till batteri')).toBe(0)
    expect(thing('usb c till lightning kabel')).toBe(2)
    expect(thing('batteri')).toBeNull()
    expect(thing('ficklampa stark')).toBeNull()
  })

  it('a size has all its names', () => {
    for (const name of ['aa', 'LR6', 'Mignon', 'penlight']) {
      for (const other of ['"aa"', '"lr6"', '"mignon"']) expect(match(name), name).toContain(other)
    }
    expect(match('LR03')).toContain('"aaa"')
    expect(match('Micro')).toContain('"aaa"')
    expect(match('aaa')).not.toContain('micro')
    expect(match('baby')).toContain('"lr14"')
    expect(match('mono')).toContain('"lr20"')
    expect(match('e-block')).toContain('"6lr61"')
    expect(match('DL2032')).toContain('"cr2032"')
    expect(match('usb c')).not.toContain('lr14')
  })

  it("a store's synonyms apply in that store and only in the defined direction", () => {
    expect(match('rökdetektor')).toContain('"brandvarn"')
    expect(match('brandvarnare')).not.toContain('rokdetektor')
    expect(match('Feuermelder')).not.toContain('rauchmeld')
  })

  it('stop words are ignored where there are other words', () => {
    expect(match('tändare till laddkabel')).toBe('"tand" AND ("laddkabl" OR "laddkabel"*)')
    expect(match('till')).toBe('("till" OR "till"*)')
  })

  it('one error from four letters and two from six are corrected in unknown words only', () => {
    expect(corrected('baterier')).toBe('batteri')
    expect(corrected('ficklmapa')).toBe('ficklamp')
    expect(corrected('knapsell')).toBe('knappcell')
    expect(corrected('batteri')).toBeNull()
    expect(corrected('baterri')).toBe('batteri')
    expect(corrected('knapcel')).toBe('knappcell')
    expect(corrected('ficklam')).toBeNull()
    expect(corrected('xyz')).toBeNull()
  })

  it('a number is read with the letters behind it rather than with the maker before it', () => {
    expect(match('kidde 29 hd')).toBe('"kidd" AND ("29hd" OR ("29" AND ("hd" OR "hd"*)))')
    expect(match('cr 2032')).toContain('"cr2032"')
  })

  it('an unknown compound is split into its parts, one of them mistyped', () => {
    expect(match('ficklampbateri')).toContain('("ficklamp" AND "batteri")')
    expect(corrected('ficklampbateri')).toBe('ficklampbatteri')
    expect(corrected('xyzbateri')).toBeNull()
  })

  it('a mistyped word has the synonyms of what it is corrected to, not of the word that is second nearest', () => {
    const twoNear = { ...vocabulary, nearest: () => ['smart', 'mart'] }
    const own = createSynonyms('sv', [
      { store: 'sv', term: 'smart', means: 'klok', bothWays: false },
      { store: 'sv', term: 'mart', means: 'fel', bothWays: false },
    ])
    const read = matchAll(planQuery('smarrt', 'sv', own, twoNear).groups, 'strict')
    expect(read).toContain('"klok"')
    expect(read).not.toContain('"fel"')
  })

  it('a synonym of a compound holds for its parts written apart', () => {
    const own = createSynonyms('sv', [
      { store: 'sv', term: 'mobilladdare', means: 'usb-laddare', bothWays: false },
    ])
    const read = (query: string) => matchAll(planQuery(query, 'sv', own, vocabulary).groups, 'strict')
    expect(read('mobil laddare')).toContain('("usb" AND "ladd")')
    expect(read('mobil laddare')).toContain('"mobilladd"')
    expect(read('mobil kabel')).not.toContain('"usb"')
  })

  it('a word that extends a known one is another word, not a mistyped one', () => {
    expect(corrected('batterizer')).toBeNull()
    expect(match('batterizer')).not.toContain('"batteri"')
  })

  it('letters for digits that look alike are read as the designation that products have', () => {
    expect(match('cr2o32')).toContain('"cr2032"')
    expect(match('LRO3')).toContain('"lr03"')
    expect(corrected('ll7c4p71')).toBe('l17c4p71')
    expect(corrected('cr2o33')).toBeNull()
  })

  it("a maker's name is compared as it is written before it is taken for a word with an ending", () => {
    expect(match('targus', 'exact')).toBe('("targus" OR "targu")')
    expect(match('knappceller', 'exact')).not.toContain('"knappceller"')
  })

  it('a word beside a number is one designation with it only where products have it', () => {
    expect(match('cr 2032', 'exact')).toContain('"cr2032"')
    expect(match('ps4 games', 'exact')).toBe('"ps4" AND "gam"')
  })

  it('a number stays with the word before it when words are left out', () => {
    const units = unitsOf(planQuery('laddkabel iphone 13 röd', 'sv', synonyms, vocabulary).groups)
    expect(units.map((unit) => unit.map(({ strict }) => strict[0]![0]))).toEqual([
      ['laddkabl'],
      ['iphon', '13'],
      ['rod'],
    ])
    expect(units.map(isDesignation)).toEqual([false, true, false])
    expect(allButOne(units, [units[1]!])).toHaveLength(2)
    expect(allButOne(units.slice(0, 2), [])).toEqual([])
  })

  it('an expression contains only words, whatever is typed', () => {
    for (const query of [
      'a" OR "b',
      'NEAR(a b)',
      'name:x',
      'a* -b',
      '{name} : x',
      "';drop table",
      '𝕬 ١٢ מזון 🔋 "',
    ]) {
      const plain = match(query, 'wide').replace(/"[\p{L}\p{N}]+"\*?/gu, 'w')
      expect(plain, query).toMatch(/^(?:w|\(|\)| AND | OR )*$/)
    }
  })
})

describe('typing errors', () => {
  it('are insertions, deletions, replacements and swaps', () => {
    expect(errorsBetween('batteri', 'baterri', 2)).toBe(2)
    expect(errorsBetween('ladegreat', 'ladegerat', 2)).toBe(1)
    expect(errorsBetween('kabel', 'kabl', 1)).toBe(1)
    expect(errorsBetween('kabel', 'stol', 1)).toBe(2)
  })

  it('letters that sound alike are one error, however many they are', () => {
    expect(spokenForm('knapcel')).toBe(spokenForm('knappcell'))
    expect(spokenForm('ifone')).toBe(spokenForm('iphone'))
    expect(spokenForm('kabel')).not.toBe(spokenForm('stapel'))
  })

  it('a designation is tried with each letter for the digit it looks like', () => {
    expect(lookAlikeForms('cr2o32')).toEqual(['cr2032'])
    expect(lookAlikeForms('l0')).toEqual(['lo', '10', '1o'])
    expect(lookAlikeForms('oooooooooooo').length).toBeLessThan(64)
  })
})
