/**
 * Tracks a visit: page views (EVENT-12) and, with consent, the visitor's id and experiments. Loaded after
 * hydration.
 */
import type { Store } from '../../domain/stores/stores.ts'
import { applyStoredConsent, mayMeasureNow, onConsent } from './consent.ts'
import { pushEvent } from './data-layer.ts'
import { joinExperiments } from './experiments.ts'
import { measuredAddress } from './measured-address.ts'
import { forgetVisitor, identifyVisitor } from './tracking-id.ts'
import { useTracking } from './tracking-state.ts'

/** EVENT-12: debounce of page views; of several quick navigations only the last is tracked. */
export const pageTrackingDelayMs = 250

let timer: ReturnType<typeof setTimeout> | undefined
let begun = false

/** To be called on every change of page. */
export function arrive(store: Store): void {
  if (!begun) {
    begun = true
    applyStoredConsent()
    onConsent(() => void measure(store))
    void measure(store)
  }
  trackPage()
}

/** Pushes the page view after the debounce. */
export function trackPage(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    const { searchProvider, recommendationProvider } = useTracking.getState()
    pushEvent({
      event: 'page_view',
      page_location: measuredAddress(location.href),
      page_title: document.title,
      search_provider: searchProvider,
      recommendation_provider: recommendationProvider,
    })
  }, pageTrackingDelayMs)
}

/** Requests to third parties: only with consent; their results are deleted without it. */
async function measure(store: Store): Promise<void> {
  if (!mayMeasureNow()) return forgetVisitor()
  const userID = await identifyVisitor()
  if (userID !== null) await joinExperiments(store, userID)
}
