import { expect, it } from 'vitest'
import { createProblemList } from './problem-list.ts'

const at = (row: number) => ({ row, line: row + 1, id: `A-${row}` })

it('refused rows are listed, however many notes come before them; notes are counted by kind with examples', () => {
  const list = createProblemList(2)
  for (let row = 1; row <= 100_000; row += 1)
    list.add({ outcome: 'repaired', ...at(row), code: 'decimal_comma', column: 'price', value: `${row},50` })
  list.add({ outcome: 'noted', ...at(4), code: 'former_address' })
  for (const row of [5, 6, 7]) list.add({ outcome: 'refused', ...at(row), code: 'missing', column: 'title' })
  expect(list.takeRefused().map(({ row }) => row)).toEqual([5, 6])
  expect(list.takeRefused()).toEqual([])
  const notes = list.notes()
  expect(notes).toMatchObject([
    { outcome: 'repaired', code: 'decimal_comma', column: 'price', count: 100_000 },
    { outcome: 'noted', code: 'former_address', column: null, count: 1 },
  ])
  expect(notes[0]?.examples.map(({ row }) => row)).toEqual([1, 2, 3])
  expect(list.found()).toBe(100_004)
})
