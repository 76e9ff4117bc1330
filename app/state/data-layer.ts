/**
 * The shop's events for whoever measures it: they lie in `window.dataLayer`, and go nowhere by themselves (EVENT-13).
 * Which tags may read them is said there too, by Google's consent commands; the first one denies everything
 * (CONSENT-06).
 */
import { useShopState } from './shop-state.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

export interface ShopEvent {
  event: string
  [field: string]: unknown
}

/** What tags may do, by the names of Google's consent mode. */
export type ConsentState = Record<
  'ad_storage' | 'analytics_storage' | 'ad_personalization' | 'ad_user_data',
  'granted' | 'denied'
>

const nothingGranted: ConsentState & { wait_for_update: number } = {
  ad_storage: 'denied',
  analytics_storage: 'denied',
  ad_personalization: 'denied',
  ad_user_data: 'denied',
  // A tag that is already there waits this long, ms, for the choice of an earlier visit.
  wait_for_update: 500,
}

/** The list of everything pushed so far; its first entry denies all. */
function dataLayer(): unknown[] {
  if (window.dataLayer === undefined) {
    window.dataLayer = []
    consentCommand('consent', 'default', nothingGranted)
  }
  return window.dataLayer
}

/** Tags know a command by its being an `arguments` object, and nothing else. */
function consentCommand(_command: 'consent', _when: 'default' | 'update', _state: ConsentState): void {
  dataLayer().push(arguments)
}

/** Tells the tags what they may do from now on. */
export function pushConsent(state: ConsentState): void {
  consentCommand('consent', 'update', state)
}

/** Pushes one event; those of the shop's own people say so (CART-13). */
export function pushEvent(event: ShopEvent): void {
  dataLayer().push(useShopState.getState().cart.internal ? { ...event, internal: true } : event)
}
