import { expect, it } from 'vitest'
import { stepOption } from './step-option.ts'

it('moves over the options and back to the field', () => {
  const press = (keys: string[], from = -1) =>
    keys.reduce<number[]>((seen, key) => [...seen, stepOption(key, seen.at(-1) ?? from, 3) ?? NaN], [])
  expect(press(['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown'])).toEqual([0, 1, 2, -1])
  expect(press(['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp'])).toEqual([2, 1, 0, -1])
  expect(press(['End', 'Home'], 1)).toEqual([2, 0])
})

it('leaves Home, End and other keys to the field until an option is selected', () => {
  expect(['Home', 'End', 'a', 'Enter'].map((key) => stepOption(key, -1, 3))).toEqual(Array(4).fill(undefined))
  expect(stepOption('ArrowDown', -1, 0)).toBe(-1)
})
