import type { ShopEvent } from '../../state/data-layer.ts'

/** Tells what was searched and chosen, with script that comes when there is something to tell. */
export function tellLate(event: ShopEvent): void {
  void import('../../state/data-layer.ts').then(({ pushEvent }) => pushEvent(event))
}
