import { expect, it } from 'vitest'
import { beingTyped, mentionedIn } from './mentioned-colleagues.ts'

const colleagues = [
  { id: 1, name: 'Anna' },
  { id: 2, name: 'Anna Berg' },
  { id: 3, name: 'Per' },
  { id: 4, name: 'Per' },
]

it('finds the name that is being typed at the caret', () => {
  expect(beingTyped('Fråga @An', 9)).toEqual({ name: 'An', start: 6 })
  expect(beingTyped('@', 1)).toEqual({ name: '', start: 0 })
  expect(beingTyped('kund@exempel', 12)).toBeNull()
  expect(beingTyped('Fråga', 5)).toBeNull()
})

it('finds whom a text mentions, by the longest name', () => {
  expect(mentionedIn('Hej @Anna Berg!', colleagues)).toEqual([2])
  expect(mentionedIn('@Anna, @Anna Berg', colleagues)).toEqual([2, 1])
  expect(mentionedIn('@Per', colleagues)).toEqual([3, 4])
  expect(mentionedIn('Anna', colleagues)).toEqual([])
})
