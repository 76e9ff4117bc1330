/**
 * The visitor's consent in the browser: read from its cookie, passed to the tags, changed in the settings
 * (CONSENT rows).
 */
import {
  consentBits,
  consentCookie,
  consentSeconds,
  everyConsent,
  mayMeasure,
  readConsent,
} from '../../domain/consent/consent.ts'
import { dropCampaign, settleCampaign } from './campaign.ts'
import { pushConsent } from './data-layer.ts'
import { keepCookie } from './keep-cookie.ts'

/** The choice made, null if none was. */
export const currentConsent = (): number | null => readConsent(document.cookie)

/** Whether this browser may be measured now. */
export const mayMeasureNow = (): boolean => mayMeasure(currentConsent(), navigator.doNotTrack === '1')

const listeners = new Set<() => void>()

/** Calls back after every new choice. */
export function onConsent(listener: () => void): void {
  listeners.add(listener)
}

/** Sends the stored choice of an earlier visit to the tags; without one they stay denied (CONSENT-05, 06). */
export function applyStoredConsent(): void {
  const mask = currentConsent()
  if (mask !== null) pushTagConsent(mask)
}

/** Applies the banner's answer (CONSENT-02): all categories, or the necessary ones only. */
export function answerConsent(answer: string): void {
  chooseConsent(answer === 'all' ? everyConsent : consentBits.necessary)
}

/** Stores the visitor's choice and applies it at once; the banner is closed. */
export function chooseConsent(mask: number): void {
  delete document.documentElement.dataset['ask']
  keepCookie(consentCookie, mask, consentSeconds(mask))
  pushTagConsent(mask)
  if (mask & consentBits.adStorage) settleCampaign(mask)
  else dropCampaign()
  for (const listener of listeners) listener()
}

function pushTagConsent(mask: number): void {
  const granted = (yes: boolean) => (yes ? 'granted' : 'denied')
  const has = (bit: number) => granted((mask & bit) !== 0)
  pushConsent({
    ad_storage: has(consentBits.adStorage),
    analytics_storage: granted(mayMeasure(mask, navigator.doNotTrack === '1')),
    ad_personalization: has(consentBits.adPersonalization),
    ad_user_data: has(consentBits.adUserData),
  })
}
