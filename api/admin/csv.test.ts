import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it('separates cells as Excel does where the decimal sign is a comma', () => {
  expect(csvLine([1234, 12.5, '12.5', 'a;b', 'a, b', null, true])).toBe('1234;12,5;12.5;"a;b";a, b;;true\r\n')
})

it('quotes cells, and makes formulas of outsiders harmless', () => {
  expect(csvLine(['a', 'b "c"; d', null, -5, true])).toBe('a;"b ""c""; d";;-5;true\r\n')
  expect(csvLine(['=cmd|x', '+1', '-1', '@SUM', '\tx', 'line\nbreak'])).toBe(
    `'=cmd|x;'+1;'-1;'@SUM;'\tx;"line\nbreak"\r\n`,
  )
  // A program that does not know quoted cells.
  expect(csvLine(['x;=cmd|y', 'x;"=1"', 'x\n=1', '\uFF1D1', 'a; b-c', { name: 'x;@y' }])).toBe(
    `"x;'=cmd|y";"x;""'=1""";"x\n'=1";'\uFF1D1;"a; b-c";"{""name"":""x;'@y""}"\r\n`,
  )
})
