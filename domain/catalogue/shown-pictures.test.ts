import { describe, expect, it } from 'vitest'
import { shownPictures } from './shown-pictures.ts'

const stored = (digit: string) => `picture:${digit.repeat(64)}`
const drawings = [
  { type: 3, sort: 1, source: 'drawing:cell?view=front' },
  { type: 4, sort: 1, source: 'drawing:cell?view=angle' },
]

describe('which pictures of a product are shown', () => {
  it('are its drawings until a photo is stored', () => {
    const waiting = { type: 5, sort: 1, source: 'https://pictures.example/a.jpg' }
    expect(shownPictures([...drawings, waiting])).toEqual(drawings)
    expect(shownPictures([waiting])).toEqual([])
  })

  it('are only its photos once one is stored: the first as thumbnail, all of them in their order', () => {
    const shown = shownPictures([
      ...drawings,
      { type: 5, sort: 3, source: stored('b') },
      { type: 5, sort: 2, source: stored('a') },
      { type: 5, sort: 1, source: 'https://pictures.example/not-yet.jpg' },
    ])
    expect(shown).toEqual([
      { type: 3, sort: 1, source: stored('a') },
      { type: 4, sort: 1, source: stored('a') },
      { type: 4, sort: 2, source: stored('b') },
    ])
  })

  it('keep the types that a record gave them', () => {
    const record = [
      { type: 3, sort: 1, source: stored('a') },
      { type: 4, sort: 1, source: stored('b') },
      { type: 16, sort: 1, source: stored('c') },
    ]
    expect(shownPictures([...drawings, ...record])).toEqual(record)
    expect(shownPictures([...record, { type: 5, sort: 1, source: stored('d') }])).toEqual([
      { type: 3, sort: 1, source: stored('d') },
      { type: 4, sort: 1, source: stored('d') },
      { type: 4, sort: 2, source: stored('b') },
      { type: 16, sort: 1, source: stored('c') },
    ])
  })
})
