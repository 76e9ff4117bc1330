import { describe, expect, it } from 'vitest'
import { addCrumb, trailOf } from '../app/layout/breadcrumb-trail.ts'
import { pageNumbers } from './page-numbers.ts'
import { textBlocks } from './plain-text.tsx'
import { clockText } from './use-countdown.ts'

const crumb = (text: string) => ({ text, to: `/${text}` })
const texts = (trail: { text: string }[]) => trail.map(({ text }) => text).join('')

describe('breadcrumbs', () => {
  it('[CRUMB-03] keep at most five, the oldest drops out', () => {
    expect(texts(trailOf(['1', '2', '3', '4', '5', '6'].map(crumb)))).toBe('23456')
  })

  it('[CRUMB-04] ignore a repeat of the last target only', () => {
    expect(texts(trailOf(['A', 'B', 'B'].map(crumb)))).toBe('AB')
    expect(texts(trailOf(['A', 'B', 'A'].map(crumb)))).toBe('ABA')
  })

  it('texts without a target may repeat', () => {
    expect(addCrumb([{ text: 'AA' }], { text: 'AA' })).toHaveLength(2)
  })
})

it('pagination links first, last and neighbours, with a gap only where more than one page is missing', () => {
  expect(pageNumbers(1, 1)).toEqual([1])
  expect(pageNumbers(3, 5)).toEqual([1, 2, 3, 4, 5])
  expect(pageNumbers(6, 12)).toEqual([1, null, 5, 6, 7, null, 12])
})

it('plain text becomes paragraphs and lists', () => {
  expect(textBlocks('One\ntwo\n\nFacts:\n- a\n- b')).toEqual([
    { kind: 'paragraph', text: 'One two' },
    { kind: 'paragraph', text: 'Facts:' },
    { kind: 'list', items: ['a', 'b'] },
  ])
})

it('a countdown shows days in words, then hours, minutes and seconds, and reserves its space before it runs', () => {
  expect(clockText(2 * 86_400 + 3784, 'sv-SE')).toBe('2d 01:03:04')
  expect(clockText(2 * 86_400, 'da-DK')).toBe('2 d 00:00:00')
  expect(clockText(86_399, 'de-DE')).toBe('23:59:59')
  expect(clockText(1, 'nb-NO')).toBe('00:00:01')
  expect(clockText(null, 'sv-SE')).toHaveLength('23:59:59'.length)
})
