import { expect, it } from 'vitest'
import { tagsOf } from './row-tags.ts'

it('tags are separated by commas; quotation marks around one, and another spelling of one, say nothing', () => {
  expect(tagsOf(String.raw`cr2032, litium, "bilnøgle", Litium,, 1\,5 V `)).toEqual([
    'cr2032',
    'litium',
    'bilnøgle',
    '1,5 V',
  ])
  expect(tagsOf(' ')).toEqual([])
  expect(tagsOf(`${'x'.repeat(121)},y`)).toEqual(['y'])
  expect(tagsOf(Array.from({ length: 300 }, (_, at) => `t${at}`).join())).toHaveLength(100)
})
