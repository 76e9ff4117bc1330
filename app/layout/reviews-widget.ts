/** When the widget with reviews of the shop is loaded (CHROME-20). Pure. */

/** All in CSS pixels. */
export interface ReviewsView {
  viewportHeight: number
  pageHeight: number
  scrolled: number
}

/** Where a tall window shows a short page whole, there is nothing to scroll: at once. Otherwise after some scrolling. */
export function wantsReviews({ viewportHeight, pageHeight, scrolled }: ReviewsView): boolean {
  return (viewportHeight > 1200 && pageHeight <= 1800) || scrolled > 400
}
