/** The visitor's choice in the browser: read from its cookie, told to the tags, changed by the settings (CONSENT rows). */
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

/** The choice made, null where none was. */
export const currentConsent = (): number | null => readConsent(document.cookie)

/** Whether visits of this browser may be measured now. */
export const mayMeasureNow = (): boolean => mayMeasure(currentConsent(), navigator.doNotTrack === '1')

const listeners = new Set<() => void>()

/** Calls back after every new choice. */
export function onConsent(listener: () => void): void {
  listeners.add(listener)
}

/** Tells the tags what an earlier visit chose; nothing where nothing was chosen: they stay denied (CONSENT-05, 06). */
export function applyStoredConsent(): void {
  const mask = currentConsent()
  if (mask !== null) tellTags(mask)
}

/** Takes the banner's answer (CONSENT-02): everything, or what the shop cannot do without. */
export function answerConsent(answer: string): void {
  chooseConsent(answer === 'all' ? everyConsent : consentBits.necessary)
}

/** Keeps the visitor's choice and lets it count at once; nobody is asked any more. */
export function chooseConsent(mask: number): void {
  delete document.documentElement.dataset['ask']
  keepCookie(consentCookie, mask, consentSeconds(mask))
  tellTags(mask)
  if (mask & consentBits.adStorage) settleCampaign(mask)
  else dropCampaign()
  for (const listener of listeners) listener()
}

function tellTags(mask: number): void {
  const granted = (yes: boolean) => (yes ? 'granted' : 'denied')
  const has = (bit: number) => granted((mask & bit) !== 0)
  pushConsent({
    ad_storage: has(consentBits.adStorage),
    analytics_storage: granted(mayMeasure(mask, navigator.doNotTrack === '1')),
    ad_personalization: has(consentBits.adPersonalization),
    ad_user_data: has(consentBits.adUserData),
  })
}
