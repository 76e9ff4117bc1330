import { expect, it } from 'vitest'
import { detailOfIssue } from './record-issue.ts'
import { catalogueRecord } from './record-schema.server.ts'

/** The details of a brand's faults by the field. */
function faults(fields: object) {
  const read = catalogueRecord.safeParse({ record: 'brand', slug: 'varta', name: 'Varta', ...fields })
  return Object.fromEntries(
    (read.error?.issues ?? []).map((each) => [each.path.join('.'), detailOfIssue(each)]),
  )
}

it('names what is wrong with a value by codes', () => {
  expect(faults({})).toEqual({})
  expect(faults({ slug: 'Å' })).toEqual({ slug: { code: 'bad_slug' } })
  expect(faults({ name: ' Varta' })).toEqual({ name: { code: 'outer_space' } })
  expect(faults({ name: 'x'.repeat(101) })).toEqual({
    name: { code: 'most_characters', values: { maximum: 100 } },
  })
  expect(faults({ name: '' })).toEqual({ name: { code: 'at_least', values: { minimum: 1 } } })
  expect(faults({ name: 7 })).toEqual({ name: { code: 'expected_text' } })
  expect(faults({ colour: 'red' })).toEqual({ '': { code: 'unknown_fields', values: { fields: 'colour' } } })
})

it('knows the limits and kinds of numbers, lists and choices', () => {
  const read = catalogueRecord.safeParse({
    record: 'deal',
    store: 'fi',
    title: 'Deal',
    sku: 'A-1',
    discount: 120,
    startsAt: 'soon',
    expiresAt: '2026-01-01',
  })
  const found = Object.fromEntries(
    read.error!.issues.map((each) => [each.path.join('.'), detailOfIssue(each)]),
  )
  expect(found).toEqual({
    store: { code: 'one_of', values: { values: expect.stringContaining('sv') } },
    discount: { code: 'at_most', values: { maximum: 100 } },
    startsAt: { code: 'bad_date' },
  })
})
