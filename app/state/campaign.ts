/**
 * Where a visitor came from (QUERY-10, 11). Kept in memory until the visitor has answered the consent banner:
 * stored with the cart if advertising is granted, dropped if it is refused.
 */
import { emptyCart, type CampaignData } from './cart-state.ts'
import { consentBits, readConsent } from '../../domain/consent/consent.ts'
import { useShopState } from './shop-state.ts'

let waiting: CampaignData | null = null

/** Records a landing in memory; nothing is stored before consent. */
export function noteCampaign(campaign: CampaignData): void {
  waiting = campaign
  const mask = readConsent(document.cookie)
  if (mask !== null) settleCampaign(mask)
}

/** Called with the visitor's choice, the bits of CONSENT-01. */
export function settleCampaign(mask: number): void {
  if (waiting === null) return
  const campaignData = waiting
  waiting = null
  if (mask & consentBits.adStorage) useShopState.setState(({ cart }) => ({ cart: { ...cart, campaignData } }))
}

/** Deletes the recorded source: consent was refused or withdrawn. */
export function dropCampaign(): void {
  waiting = null
  useShopState.setState(({ cart }) => ({ cart: { ...cart, campaignData: emptyCart().campaignData } }))
}
