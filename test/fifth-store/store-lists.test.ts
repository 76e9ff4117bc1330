/**
 * Which stores exist is written once, in domain/stores/stores.ts. A list of codes or a comparison with one
 * anywhere else would leave out the next store without a message.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { storeCodes } from '../../domain/stores/stores.ts'

/**
 * Places that may name stores: the stores' own files, the demo's data, tests, benchmarks on the data of one
 * store, and migrations, which are never edited after they landed.
 */
const exempt =
  /^(?:domain\/stores|demo|test|bench|docs|db\/migrations)\/|\.(?:test|test-support|test-oracle)\./

const code = `(?:${storeCodes.join('|')})`
const listed = new RegExp(`\\b${code}['"\`]?(?:, *| or | and | *\\| *)['"\`]?${code}\\b`)
const compared = new RegExp(`(?:[!=]==?|<>|\\bcase\\b) *'${code}'|'${code}' *[!=]==`)
const keyed = new RegExp(`[{,] *'?${code}'?: [^{}]*, *'?${code}'?: `)
const counted =
  /\b(?:storeCodes|stores)\.length *(?:[-+*/%]|(?:[!=]==?|[<>]=?) *[2-9])|[-+*/%] *(?:storeCodes|stores)\.length/

function suspicious(line: string): boolean {
  return [listed, compared, keyed, counted].some((pattern) => pattern.test(line))
}

it('no program file outside domain/stores lists the stores, compares with one or counts them', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(?:tsx?|mjs|sql|ya?ml)$/.test(file) && !exempt.test(file))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (suspicious(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})

it.each([
  "const codes = ['sv', 'no']",
  "if (store !== 'de') return",
  'const rates = { sv: 1, no: 1.04, de: 0.091 }',
  "  .option('--store <code>', 'sv, no, de or da')",
  'const prefix = /^\\/(?:sv|no|de|da)/',
  'if (stores.length === 4) return',
  'const slot = key * storeCodes.length + position',
  "check (store in ('sv', 'no'))",
])('recognises %s', (line) => {
  expect(suspicious(line)).toBe(true)
})
