import { describe, expect, it } from 'vitest'
import { errorsBetween, letterMask, nearestWords } from './nearest-words.ts'
import { matchAll, matchOfKind } from './match-expressions.ts'
import { planQuery, type QueryGroup } from './query-plan.ts'
import type { Vocabulary } from './vocabulary.ts'
import { createSynonyms } from './search-synonyms.ts'

const words = 'batteri laddkabl ladd kabl akkuladegerat akku ladegerat horapparatsbatteri knappcell ficklamp'
  .split(' ')
  .sort()
const known = {
  words,
  masks: Int32Array.from(words, letterMask),
  counts: new Int32Array(words.length).fill(5),
}
const vocabulary: Vocabulary = {
  has: (stem) => words.includes(stem),
  hasBeginning: (beginning) => words.some((word) => word.startsWith(beginning)),
  endingWith: (stem) => words.filter((word) => word.endsWith(stem) && word.length >= stem.length + 3),
  nearest: (stem, errors, limit) => nearestWords(known, stem, errors, limit),
  shown: (stem) => stem,
} // prettier-ignore
const synonyms = createSynonyms('sv', [
  { store: 'sv', term: 'rökdetektor', means: 'brandvarnare', bothWays: false },
  { store: 'de', term: 'Feuermelder', means: 'Rauchmelder', bothWays: true },
])
const match = (query: string, breadth: 'strict' | 'wide' = 'strict') =>
  matchAll(planQuery(query, 'sv', synonyms, vocabulary).groups, breadth)
const corrected = (query: string) => planQuery(query, 'sv', synonyms, vocabulary).corrected

describe('what a query asks for', () => {
  it('the last word may be a beginning', () => {
    expect(match('laddkablar batt')).toBe('"laddkabl" AND ("batt" OR "batt"*)')
  })

  it('compounds are split and joined, in either order', () => {
    expect(match('laddkabel', 'wide')).toContain('("ladd" AND "kabl")')
    expect(match('ladd kabel')).toContain('"laddkabl" OR')
    expect(match('ladegerät akku')).toContain('"akkuladegerat"')
    expect(match('hörapparat batteri')).toContain('"horapparatsbatteri"')
  })

  it('a size is found by all its names', () => {
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

  it("a store's synonyms hold in that store and only the way they were meant", () => {
    expect(match('rökdetektor')).toContain('"brandvarn"')
    expect(match('brandvarnare')).not.toContain('rokdetektor')
    expect(match('Feuermelder')).not.toContain('rauchmeld')
  })

  it('words that join other words are left out where there are others', () => {
    expect(match('tändare till laddkabel')).toBe('"tand" AND ("laddkabl" OR "laddkabel"*)')
    expect(match('till')).toBe('("till" OR "till"*)')
  })

  it('one error from four letters and two from eight are forgiven in unknown words only', () => {
    expect(corrected('baterier')).toBe('batteri')
    expect(corrected('ficklmapa')).toBe('ficklamp')
    expect(corrected('knapsell')).toBe('knappcell')
    expect(corrected('batteri')).toBeNull()
    expect(corrected('ficklam')).toBeNull()
    expect(corrected('xyz')).toBeNull()
  })

  it('a number is read with the letters behind it rather than with the maker before it', () => {
    expect(match('kidde 29 hd')).toBe('"kidd" AND ("29hd" OR ("29" AND ("hd" OR "hd"*)))')
    expect(match('cr 2032')).toContain('"cr2032"')
  })

  it('a compound nobody sells is read by its parts, one of them mistyped', () => {
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

  it('what may be left out of a query is a quality, never a designation or the thing itself', () => {
    const groups = planQuery('usb kabel 2 m x99', 'sv', synonyms, vocabulary).groups
    const isCable = (group: QueryGroup) => group.strict[0]!.includes('kabl')
    expect(matchOfKind(groups, isCable)).toBe(
      `(${matchAll(
        groups.filter((_, at) => at !== 0),
        'strict',
      )}) OR (${matchAll(
        groups.filter((_, at) => at !== 2),
        'strict',
      )})`,
    )
    expect(matchOfKind(groups, () => false)).toBeNull()
  })

  it('an expression holds nothing but words, whatever is typed', () => {
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
})
