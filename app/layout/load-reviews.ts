/**
 * Loads the configured reviews widget (REVIEWS_URL) once per document (CHROME-20). It is a third-party
 * script: it is loaded only with consent to measurement, and never if none is configured.
 */
import { mayMeasureNow, onConsent } from '../state/consent.ts'
import { wantsReviews } from './reviews-widget.ts'

let begun = false
let loaded = false

/** Called on every change of page. */
export function checkReviewsWidget(address: string): void {
  const look = () => loadIfWanted(address)
  if (!begun) {
    begun = true
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    onConsent(look)
  }
  look()
}

function loadIfWanted(address: string): void {
  const page = document.documentElement
  const view = { viewportHeight: innerHeight, pageHeight: page.scrollHeight, scrolled: scrollY }
  if (loaded || !mayMeasureNow() || !wantsReviews(view)) return
  loaded = true
  const script = document.createElement('script')
  script.src = address
  script.async = true
  document.body.append(script)
}
