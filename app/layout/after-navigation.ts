/** Side effects after a page is shown, in idle time, so that the shopper does not wait for them. */
import type { Location, UIMatch } from 'react-router'
import type { Store } from '../../domain/stores/stores.ts'
import { useShopState } from '../state/shop-state.ts'
import { cachePage } from '../navigation/navigation-cache.ts'
import { focusPage } from '../navigation/page-focus.ts'

/** Addresses with landing parameters (state/landing.ts). */
const landingParameters = /[?&](?:disc|atc|utm_\w+|gclid|login|token|change_password)(?:=|&|$)/

let shownKey: string | null = null
let shownAddress: string | null = null

/** Called for every page that is shown, and again when its data is revalidated. */
export function arrive(store: Store, location: Location, matches: readonly UIMatch[]): void {
  cachePage(location, matches)
  const { key, pathname, search } = location
  if (key === shownKey) return
  shownKey = key
  focusPage(location)
  if (useShopState.getState().auth.user !== null)
    void import('../state/auth.ts').then(({ keepSession }) => keepSession(store))
  // On every route, also where ROUTE-48 redirects a visitor without access.
  if (landingParameters.test(search)) void import('../state/landing.ts').then(({ land }) => land(store))
  if (pathname + search === shownAddress) return
  shownAddress = pathname + search
  const { reviews } = document.documentElement.dataset
  if (reviews !== undefined)
    void import('./load-reviews.ts').then(({ checkReviewsWidget }) => checkReviewsWidget(reviews))
  void import('../state/tracking.ts').then(({ arrive: track }) => track(store, matches.at(-1)?.id ?? ''))
}
