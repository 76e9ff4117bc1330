/**
 * Where a visitor came from (QUERY-10, 11). Kept in memory until the visitor has said whether advertising may be
 * measured: recorded with the cart when that is granted, dropped when it is refused.
 */
import { emptyCart, type CampaignData } from './cart-state.ts'
import { consentBits, readConsent } from '../../domain/consent/consent.ts'
import { useShopState } from './shop-state.ts'

let waiting: CampaignData | null = null

/** Takes a landing down; nothing is stored before there is consent. */
export function noteCampaign(campaign: CampaignData): void {
  waiting = campaign
  const mask = readConsent(document.cookie)
  if (mask !== null) settleCampaign(mask)
}

/** To be called with the visitor's choice, the bits of CONSENT-01. */
export function settleCampaign(mask: number): void {
  if (waiting === null) return
  const campaignData = waiting
  waiting = null
  if (mask & consentBits.adStorage) useShopState.setState(({ cart }) => ({ cart: { ...cart, campaignData } }))
}

/** Forgets where the visitor came from: the consent was refused or taken back. */
export function dropCampaign(): void {
  waiting = null
  useShopState.setState(({ cart }) => ({ cart: { ...cart, campaignData: emptyCart().campaignData } }))
}
