import { describe, expect, it } from 'vitest'
import { nextRows, sameRows, type RowRange } from './rendered-rows.ts'

/** The ranges of the frames until all rows that are wanted are rendered. */
function frames(rendered: RowRange, wanted: RowRange): RowRange[] {
  const next = nextRows(rendered, wanted)
  return sameRows(next, wanted) ? [next] : [next, ...frames(next, wanted)]
}

describe('the rendered rows of the grid', () => {
  it('follow a scroll by a few rows in one frame', () => {
    expect(frames({ first: 0, last: 30 }, { first: 3, last: 33 })).toEqual([{ first: 3, last: 33 }])
    expect(frames({ first: 3, last: 33 }, { first: 0, last: 30 })).toEqual([{ first: 0, last: 30 }])
  })

  it('follow a jump a few rows a frame, without any of before', () => {
    expect(frames({ first: 0, last: 10 }, { first: 1000, last: 1010 })).toEqual([
      { first: 1000, last: 1004 },
      { first: 1000, last: 1008 },
      { first: 1000, last: 1010 },
    ])
  })

  it('grow on both sides, below first', () => {
    expect(frames({ first: 10, last: 20 }, { first: 8, last: 23 })).toEqual([
      { first: 9, last: 23 },
      { first: 8, last: 23 },
    ])
  })

  it('become fewer at once, down to none', () => {
    expect(frames({ first: 0, last: 30 }, { first: 0, last: 5 })).toEqual([{ first: 0, last: 5 }])
    expect(frames({ first: 0, last: 30 }, { first: 0, last: 0 })).toEqual([{ first: 0, last: 0 }])
  })
})
