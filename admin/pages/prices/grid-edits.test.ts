import { describe, expect, it } from 'vitest'
import { edit, noEdits, redo, undo, without } from './grid-edits.ts'

const stored = () => '100'
const typed = (key: string, text: string) => [{ key, column: 'price' as const, text }]

describe('changes of the price grid', () => {
  it('are undone and done again, a paste as one step', () => {
    const pasted = edit(noEdits, [...typed('a', '1'), ...typed('b', '2')], stored)
    const both = edit(pasted, typed('a', '3'), stored)
    expect(Object.fromEntries(both.changed)).toEqual({ a: { price: '3' }, b: { price: '2' } })
    expect(undo(both).changed).toEqual(pasted.changed)
    expect(undo(undo(both)).changed.size).toBe(0)
    expect(redo(undo(both), stored).changed).toEqual(both.changed)
    expect(undo(noEdits)).toEqual(noEdits)
    expect(redo(both, stored)).toEqual(both)
  })

  it('are none where a cell gets its stored text again', () => {
    const changed = edit(noEdits, typed('a', '1'), stored)
    expect(edit(changed, typed('a', '100'), stored).changed.size).toBe(0)
  })

  it('of rows that were saved cannot be undone', () => {
    const changed = edit(noEdits, [...typed('a', '1'), ...typed('b', '2')], stored)
    const rest = without(changed, new Set(['a']))
    expect([...rest.changed.keys()]).toEqual(['b'])
    expect(undo(rest).changed).toEqual(rest.changed)
  })
})
