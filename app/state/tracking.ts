/**
 * Tracks a visit: page views (EVENT-12) and, with consent, the visitor's id and what modules measure. Loaded
 * after hydration.
 */
import type { Store } from '../../domain/stores/stores.ts'
import { applyStoredConsent, currentConsent, mayMeasureNow, onConsent } from './consent.ts'
import { pushEvent } from './data-layer.ts'
import { measuredAddress } from './measured-address.ts'
import { forgetVisit, measureFirstPage, measureVisit } from './module-visits.ts'
import { forgetVisitor, identifyVisitor } from './tracking-id.ts'
import { useTracking } from './tracking-state.ts'

/** EVENT-12: debounce of page views; of several quick navigations only the last is tracked. */
export const pageTrackingDelayMs = 250

let timer: ReturnType<typeof setTimeout> | undefined
let begun = false

/** To be called on every change of page. `routeId`: as in app/routes.ts. */
export function arrive(store: Store, routeId: string): void {
  if (!begun) {
    begun = true
    const follow = () => {
      void measure(store)
      followTags()
      measureFirstPage(store, routeId)
    }
    applyStoredConsent()
    onConsent(follow)
    follow()
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

/** Starts or ends the configured tag manager; without consent not even its code is loaded. */
function followTags(): void {
  const { tags, tagsNeed } = document.documentElement.dataset
  if (tags === undefined || currentConsent() === null) return
  const settings = { address: tags, needs: (tagsNeed ?? '').split(' ').filter(Boolean) }
  void import('./tag-manager.ts').then(({ followConsent }) => followConsent(settings))
}

/** Requests to third parties: only with consent; their results are deleted without it. */
async function measure(store: Store): Promise<void> {
  if (!mayMeasureNow()) {
    forgetVisit()
    return forgetVisitor()
  }
  await measureVisit(store, await identifyVisitor())
}
