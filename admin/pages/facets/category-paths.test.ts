import { describe, expect, it } from 'vitest'
import { categoryPaths, codeOfCategory } from './category-paths.ts'

const categories = [
  { code: 'root', parent: null, names: { sv: 'Batterier', de: 'Batterien' } },
  { code: 'aa', parent: 'root', names: { sv: 'AA-batterier', de: 'AA-Batterien' } },
  { code: 'old', parent: null, names: {} },
  { code: 'twin-1', parent: 'root', names: { sv: 'Laddare' } },
  { code: 'twin-2', parent: 'root', names: { sv: 'Laddare' } },
]
const paths = categoryPaths(categories, 'sv')

describe('the categories of the product editor', () => {
  it('have the names of their path, in the language of the person where a store has it', () => {
    expect(paths.get('aa')).toBe('Batterier › AA-batterier')
    expect(categoryPaths(categories, 'de').get('aa')).toBe('Batterien › AA-Batterien')
    expect(categoryPaths(categories, 'en').get('aa')).toBe('Batterier › AA-batterier')
    expect(paths.get('old')).toBe('old')
    expect(paths.get('twin-1')).toBe('Batterier › Laddare (twin-1)')
  })

  it('are found by path, by code and by words that only one of them has', () => {
    const find = (typed: string) => codeOfCategory(paths, typed)
    expect([find('batterier › aa-batterier'), find('aa'), find('aa batt'), find('twin-2')]).toEqual([
      'aa',
      'aa',
      'aa',
      'twin-2',
    ])
    expect([find('batterier › l'), find('cables'), find(' ')]).toEqual([null, null, null])
  })
})
