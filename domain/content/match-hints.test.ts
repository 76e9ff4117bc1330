import { describe, expect, it } from 'vitest'
import { matchHints, type StoredHint } from './match-hints.ts'

const hint = (id: number, triggers: string[], more: Partial<StoredHint> = {}): StoredHint => ({
  id,
  store: 'sv',
  triggers,
  hint: `hint ${id}`,
  url: '/sv/recycling',
  url_title: 'Mer',
  redirect: false,
  ...more,
})
const found = (hints: StoredHint[], term: string) => matchHints(hints, 'sv', term).map(({ id }) => id)

describe('[ENTITY-20] hints for a search', () => {
  it('are those whose word or phrase was typed, ignoring case and diacritics', () => {
    const hints = [hint(1, ['mignon', 'LR6']), hint(2, ['grön el'])]
    expect(found(hints, 'Mignon')).toEqual([1])
    expect(found(hints, 'duracell lr6')).toEqual([1])
    expect(found(hints, 'GRON EL')).toEqual([2])
    expect(found(hints, 'el grön kraft')).toEqual([])
  })

  it('do not match a longer word unless the trigger ends with *', () => {
    expect(found([hint(1, ['aa'])], 'aaa')).toEqual([])
    expect(found([hint(1, ['bil*'])], 'bilbatteri 70 ah')).toEqual([1])
    expect(found([hint(1, ['bil'])], 'bilbatteri')).toEqual([])
  })

  it('match while their word is being typed, after complete matches', () => {
    const hints = [hint(1, ['aaa']), hint(2, ['aa']), hint(3, ['lämna batterier'])]
    expect(found(hints, 'aa')).toEqual([2, 1])
    expect(found(hints, 'lämna bat')).toEqual([3])
    expect(found(hints, 'lämna bil')).toEqual([])
    expect(found(hints, 'a')).toEqual([])
  })

  it('are of the requested store, five at most', () => {
    const many = Array.from({ length: 8 }, (_, index) => hint(index + 1, ['mignon']))
    expect(found(many, 'mignon')).toHaveLength(5)
    expect(matchHints(many, 'de', 'mignon')).toEqual([])
  })

  it('redirect only for exactly their trigger, and within their store only', () => {
    const leads = (term: string, more: Partial<StoredHint> = {}) =>
      matchHints([hint(1, ['retur', 'ångra*'], { redirect: true, ...more })], 'sv', term)[0]?.redirect
    expect(leads('Retur ')).toBe(true)
    expect(leads('ångra')).toBe(true)
    expect(leads('ångrar')).toBe(false)
    expect(leads('retur batteri')).toBe(false)
    expect(leads('retu')).toBe(false)
    expect(leads('retur', { redirect: false })).toBe(false)
    expect(leads('retur', { url: 'https://elsewhere.example/sv/' })).toBe(false)
    expect(leads('retur', { url: '/de/recycling' })).toBe(false)
  })
})
