import { expect, it } from 'vitest'
import { wantsReviews } from './reviews-widget.ts'

it.each([
  [1201, 1800, 0, true],
  [1200, 1800, 0, false],
  [1201, 1801, 0, false],
  [800, 3000, 400, false],
  [800, 3000, 401, true],
])(
  '[CHROME-20] a window of %i on a page of %i, scrolled by %i, has the reviews: %s',
  (viewportHeight, pageHeight, scrolled, wanted) => {
    expect(wantsReviews({ viewportHeight, pageHeight, scrolled })).toBe(wanted)
  },
)
