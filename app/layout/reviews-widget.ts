/** When the shop's reviews widget is loaded (CHROME-20). Pure. */

/** All in CSS pixels. */
export interface ReviewsView {
  viewportHeight: number
  pageHeight: number
  scrolled: number
}

/**
 * At once where the window shows the whole page and nothing can be scrolled. Otherwise after some scrolling.
 */
export function wantsReviews({ viewportHeight, pageHeight, scrolled }: ReviewsView): boolean {
  return (viewportHeight > 1200 && pageHeight <= 1800) || scrolled > 400
}
