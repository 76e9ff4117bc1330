import { describe, expect, it } from 'vitest'
import { citedRows } from './cited-rows.ts'

// Put together, so that this file cites nothing itself.
const a = ['[CART', '01]'].join('-')
const b = ['[CART', '02]'].join('-')

describe('the rows a test file proves', () => {
  it.each([
    ['a plain test', `it('${a} ${b} x', () => {})`, ['CART-01', 'CART-02']],
    ['a table of cases', `it.each([1])('${a} %s', () => {})`, ['CART-01']],
    ['a title with a value in it', `for (const s of x) test(\`${a} \${s}\`, () => {})`, ['CART-01']],
    ['a suite with a test', `describe('${a}', () => { it('x', () => {}) })`, ['CART-01']],
    ['a suite of the browser tests', `test.describe('${a}', () => { test('x', () => {}) })`, ['CART-01']],
  ])('are read from %s', (_name, source, rows) => {
    expect(citedRows('x.test.ts', source)).toEqual(rows)
  })

  it.each([
    ['a comment', `// it('${a}')`],
    ['a skipped test', `it.skip('${a}', () => {})`],
    ['a test still to be written', `it.todo('${a}')`],
    ['a test that is expected to fail', `test.fail('${a}', () => {})`],
    ['a test of some machines', `it.runIf(x)('${a}', () => {})`],
    ['a skipped suite', `describe.skip('${a}', () => { it('${b}', () => {}) })`],
    ['a suite without a test', `describe('${a}', () => {})`],
    ['data', `const text = '${a}'`],
    ['a range', `it('[CART-01..04] x', () => {})`],
    ['a step of a test', `test('x', () => test.step('${a}', () => {}))`],
  ])('are not read from %s', (_name, source) => {
    expect(citedRows('x.test.ts', source)).toEqual([])
  })
})
