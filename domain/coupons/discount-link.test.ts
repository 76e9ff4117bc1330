import { expect, it } from 'vitest'
import { readDiscountLink } from './discount-link.ts'

it.each([
  ['SUMMER-10', { code: 'SUMMER-10', categoryPath: null }],
  ['VÅR-10', { code: 'VÅR-10', categoryPath: null }],
  ['batterier/ABC', { code: 'ABC', categoryPath: 'batterier' }],
  ['batterier/bil/A-1', { code: 'A-1', categoryPath: 'batterier/bil' }],
])('[ROUTE-39] [ROUTE-40] %s is a discount link', (rest, link) => {
  expect(readDiscountLink(rest)).toEqual(link)
})

it.each(['', 'AB', 'A_B', 'A!Ö', 'ABC/', '/ABC', 'batterier//ABC', 'A B C', '../../x/ABC', './ABC'])(
  '[ROUTE-42] "%s" is none: a code is three or more of letters, digits and hyphen, behind a category’s path',
  (rest) => {
    expect(readDiscountLink(rest)).toBe(null)
  },
)
