import type { ShopEvent } from '../../state/data-layer.ts'

/** Tracks a search or a selected result; the tracking script is loaded on the first event. */
export function trackDeferred(event: ShopEvent): void {
  void import('../../state/data-layer.ts').then(({ pushEvent }) => pushEvent(event))
}
