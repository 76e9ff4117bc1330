/** What is measured of a visit: its pages (EVENT-12) and, with consent, its id and experiments. Comes when a page is hydrated. */
import type { Store } from '../../domain/stores/stores.ts'
import { applyStoredConsent, mayMeasureNow, onConsent } from './consent.ts'
import { pushEvent } from './data-layer.ts'
import { joinExperiments } from './experiments.ts'
import { measuredAddress } from './measured-address.ts'
import { forgetVisitor, identifyVisitor } from './tracking-id.ts'
import { useTracking } from './tracking-state.ts'

/** EVENT-12: quick changes of page in a row count as the last one. */
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

/** Pushes the page's view once it has stayed for a moment. */
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

/** What asks somebody outside: only with consent, forgotten without. */
async function measure(store: Store): Promise<void> {
  if (!mayMeasureNow()) return forgetVisitor()
  const userID = await identifyVisitor()
  if (userID !== null) await joinExperiments(store, userID)
}
