/** What follows when a page has come on show, in the store's own time: nobody in front of the shop waits for it. */
import type { Location, UIMatch } from 'react-router'
import type { Store } from '../../domain/stores/stores.ts'
import { useShopState } from '../state/shop-state.ts'
import { cachePage } from '../navigation/navigation-cache.ts'

/** Addresses that ask for more than a page (state/landing.ts). */
const landingParameters = /[?&](?:disc|atc|utm_\w+|gclid|login|token|change_password)(?:=|&|$)/

let shownKey: string | null = null
let shownAddress: string | null = null

/** To be told of every page that is shown, and again when what it shows was asked for anew. */
export function arrive(store: Store, location: Location, matches: readonly UIMatch[]): void {
  cachePage(location, matches)
  const { key, pathname, search } = location
  if (key === shownKey) return
  shownKey = key
  if (useShopState.getState().auth.user !== null)
    void import('../state/auth.ts').then(({ keepSession }) => keepSession(store))
  // On every route, and where ROUTE-48 sends who may not enter.
  if (landingParameters.test(search)) void import('../state/landing.ts').then(({ land }) => land(store))
  if (pathname + search === shownAddress) return
  shownAddress = pathname + search
  const { reviews } = document.documentElement.dataset
  if (reviews !== undefined)
    void import('./load-reviews.ts').then(({ arriveAtReviews }) => arriveAtReviews(reviews))
  void import('../state/tracking.ts').then(({ arrive: track }) => track(store))
}
