/**
 * The shop's analytics events: they are pushed to `window.dataLayer` and sent nowhere by the shop itself
 * (EVENT-13). Google's consent commands in the same list say which tags may read them; the first one denies
 * everything (CONSENT-06).
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

/** The permissions of tags, by the names of Google's consent mode. */
export type ConsentState = Record<
  'ad_storage' | 'analytics_storage' | 'ad_personalization' | 'ad_user_data',
  'granted' | 'denied'
>

const nothingGranted: ConsentState & { wait_for_update: number } = {
  ad_storage: 'denied',
  analytics_storage: 'denied',
  ad_personalization: 'denied',
  ad_user_data: 'denied',
  // A tag that is already loaded waits this long, ms, for the stored choice.
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

/** Tags recognise a command only by its being an `arguments` object. */
function consentCommand(_command: 'consent', _when: 'default' | 'update', _state: ConsentState): void {
  dataLayer().push(arguments)
}

/** Updates the permissions of the tags. */
export function pushConsent(state: ConsentState): void {
  consentCommand('consent', 'update', state)
}

/** Pushes one event; events of staff browsers are marked (CART-13). */
export function pushEvent(event: ShopEvent): void {
  dataLayer().push(useShopState.getState().cart.internal ? { ...event, internal: true } : event)
}
