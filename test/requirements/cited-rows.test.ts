import { describe, expect, it } from 'vitest'
import { citedRows, readCitations } from './cited-rows.ts'
import { readRequirementRows } from './requirement-rows.ts'

// Concatenated, so that this file cites nothing itself.
const a = ['[CART', '01]'].join('-')
const b = ['[CART', '02]'].join('-')

describe('the rows a test file cites', () => {
  it.each([
    ['a plain test', `it('${a} ${b} x', () => {})`, ['CART-01', 'CART-02']],
    ['a table of cases', `it.each([1])('${a} %s', () => {})`, ['CART-01']],
    ['a title with a value in it', `for (const s of x) test(\`${a} \${s}\`, () => {})`, ['CART-01']],
    ['a skipped test', `it.skip('${a}', () => {})`, ['CART-01']],
    ['a suite', `describe('${a}', () => { it('${b}', () => {}) })`, ['CART-01', 'CART-02']],
    ['a suite of the browser tests', `test.describe('${a}', () => { test('x', () => {}) })`, ['CART-01']],
  ])('are read from %s', (_name, source, rows) => {
    expect(citedRows('x.test.ts', source)).toEqual(rows)
  })

  it.each([
    ['a comment', `// it('${a}')`],
    ['data', `const text = '${a}'`],
    ['a range', `it('[CART-01..04] x', () => {})`],
    ['a step of a test', `test('x', () => test.step('${a}', () => {}))`],
  ])('are not read from %s', (_name, source) => {
    expect(citedRows('x.test.ts', source)).toEqual([])
  })
})

it('every row that a test cites is in docs/requirements', async () => {
  const rows = new Set(await readRequirementRows())
  const unknown = [...(await readCitations())].filter(([row]) => !rows.has(row))
  expect(unknown).toEqual([])
})

it('no row of docs/requirements is listed twice', async () => {
  const rows = await readRequirementRows()
  expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([])
})
