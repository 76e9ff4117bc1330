/**
 * Loads the reviews widget that the operator has configured (REVIEWS_URL), once in a document (CHROME-20). It is
 * somebody else's script: without consent to be measured it is not asked for. No widget configured: never here.
 */
import { mayMeasureNow, onConsent } from '../state/consent.ts'
import { wantsReviews } from './reviews-widget.ts'

let begun = false
let loaded = false

/** To be called on every change of page. */
export function arriveAtReviews(address: string): void {
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
