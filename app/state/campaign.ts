/**
 * Where a visitor came from (QUERY-10, 11). Kept in memory until the visitor has said whether advertising may be
 * measured: recorded with the cart when that is granted, dropped when it is refused.
 */
import type { CampaignData } from '../../domain/cart/cart.ts'
import { useShopState } from './shop-state.ts'

/** The bit of `__consent` that covers it: AdStorage (CONSENT-01). */
const adStorage = 2

let waiting: CampaignData | null = null

/** Takes a landing down; nothing is stored before there is consent. */
export function noteCampaign(campaign: CampaignData): void {
  waiting = campaign
  const mask = consentMask()
  if (mask !== null) settleCampaign(mask)
}

/** To be called with the visitor's choice, the bits of CONSENT-01. */
export function settleCampaign(mask: number): void {
  if (waiting === null) return
  const campaignData = waiting
  waiting = null
  if (mask & adStorage) useShopState.setState(({ cart }) => ({ cart: { ...cart, campaignData } }))
}

/** The choice made earlier; null where none was made. */
function consentMask(): number | null {
  const [, mask] = /(?:^|;\s*)__consent=(\d+)/.exec(document.cookie) ?? []
  return mask === undefined ? null : Number(mask)
}
