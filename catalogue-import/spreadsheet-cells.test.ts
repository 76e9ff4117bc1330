import { describe, expect, it } from 'vitest'
import { columnOfReference, numberForm, numberText, unescaped } from './spreadsheet-cells.ts'

describe('a number of a spreadsheet', () => {
  it.each([
    ['7.35E+12', '7350000000000'],
    ['7310000000018', '7310000000018'],
    ['7.310000000018E+12', '7310000000018'],
    ['12345678901234567', '12345678901234567'],
    ['0.30000000000000004', '0.3'],
    ['1299.9000000000001', '1299.9'],
    ['4.4999999999999998E-2', '0.045'],
    ['1E-7', '0.0000001'],
    ['-3', '-3'],
    ['', ''],
    ['abc', 'abc'],
  ])('%s is %s', (text, expected) => {
    expect(numberText(text, 'plain', 1900)).toBe(expected)
  })

  it('has the zeros in front that its format shows', () => {
    expect(numberText('12', numberForm(164, '00000'), 1900)).toBe('00012')
    expect(numberText('12.5', numberForm(164, '00000'), 1900)).toBe('12.5')
    expect(numberText('12', numberForm(164, '0.00'), 1900)).toBe('12')
  })

  it.each([
    [4, undefined, '1299.3375', '1299.34'],
    [164, '#,##0.00 "kr"', '1299.3375', '1299.34'],
    [164, '_-* #,##0.00\\ [$€-407]_-;-* #,##0.00_-', '14.142857142857142', '14.14'],
    [164, '[$kr-41D] #,##0.00', '1.005', '1.01'],
    [164, '0.00', '7310000000010', '7310000000010'],
    [164, '0', '12.5', '12.5'],
    [164, '0.0', '12.55', '12.55'],
    [164, '0.00%', '0.12345', '0.12345'],
    [164, '0.00E+00', '7.31E+12', '7310000000000'],
    [0, undefined, '14.142857142857142', '14.1428571428571'],
  ])('in format %i %s, %s is %s', (id, code, text, expected) => {
    expect(numberText(text, numberForm(id, code), 1900)).toBe(expected)
  })

  it.each([
    [14, undefined, '46346', '2026-11-20'],
    [22, undefined, '46346.604166666664', '2026-11-20T14:30:00'],
    [164, 'yyyy\\-mm\\-dd', '46346', '2026-11-20'],
    [164, '[$-409]d/m/yy h:mm AM/PM;@', '46346.5', '2026-11-20T12:00:00'],
    [164, '#,##0.00 "kr/day"', '46346', '46346'],
    [164, '[Red]0.00', '46346', '46346'],
    [164, 'General', '46346', '46346'],
    [2, undefined, '46346', '46346'],
    [14, undefined, '3', '3'],
  ])('format %i %s of %s shows %s', (id, code, text, expected) => {
    expect(numberText(text, numberForm(id, code), 1900)).toBe(expected)
  })

  it('is a date after 1904 in workbooks of old Macintosh programs', () => {
    expect(numberText('44884', 'date', 1904)).toBe('2026-11-20')
  })
})

it('columns are named by letters', () => {
  expect(['A1', 'Z9', 'AA10', 'XFD1', '', '1'].map(columnOfReference)).toEqual([
    0,
    25,
    26,
    16_383,
    null,
    null,
  ])
})

it('characters that XML has no place for are written as their number', () => {
  expect(unescaped('a_x000D_b_x005F_c _x12_')).toBe('a\rb_c _x12_')
})
