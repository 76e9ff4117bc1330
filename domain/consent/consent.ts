/**
 * What a visitor allows the shop to measure: a bit mask, stored as a decimal number in the cookie `__consent`
 * (CONSENT rows, ENTITY-36). Pure; the caller provides the cookie, the clock and the browser's settings.
 */

/** The bits of the mask (CONSENT-01). */
export const consentBits = {
  necessary: 1,
  adStorage: 2,
  analyticsStorage: 4,
  adPersonalization: 8,
  adUserData: 16,
} as const

/** "Allow all" sets all five bits (CONSENT-02). */
export const everyConsent = 31

/** Name of the cookie (CONSENT-08). */
export const consentCookie = '__consent'

const secondsPerDay = 24 * 60 * 60
/** How long a choice is kept, in days: 30, or 1 where nothing is granted (CONSENT-09). */
export const consentDays = { granted: 30, refused: 1 } as const

/** The switches of the settings; necessary cookies cannot be switched off. */
export interface ConsentChoice {
  analytics: boolean
  ads: boolean
  personalization: boolean
}

/**
 * Necessary plus the bit of each ticked switch; personal ads also grant the use of user data (CONSENT-03).
 */
export function maskOf({ analytics, ads, personalization }: ConsentChoice): number {
  return (
    consentBits.necessary |
    (analytics ? consentBits.analyticsStorage : 0) |
    (ads ? consentBits.adStorage : 0) |
    (personalization ? consentBits.adPersonalization | consentBits.adUserData : 0)
  )
}

/** The switches as a mask sets them; none for a visitor who has not chosen (CONSENT-11). */
export function choiceOf(mask: number | null): ConsentChoice {
  const has = (bit: number) => mask !== null && (mask & bit) !== 0
  return {
    analytics: has(consentBits.analyticsStorage),
    ads: has(consentBits.adStorage),
    personalization: has(consentBits.adPersonalization),
  }
}

/**
 * The mask in a list of cookies (`document.cookie`); null where no choice was made or it cannot be parsed.
 */
export function readConsent(cookies: string): number | null {
  const [, digits] = /(?:^|;\s*)__consent=(\d{1,2})(?:;|$)/.exec(cookies) ?? []
  const mask = digits === undefined ? 0 : Number(digits)
  return mask >= consentBits.necessary && mask <= everyConsent ? mask | consentBits.necessary : null
}

/** How long the choice is kept, in seconds; granted means any bit beyond the necessary one (CONSENT-09). */
export function consentSeconds(mask: number): number {
  return secondsPerDay * (mask > consentBits.necessary ? consentDays.granted : consentDays.refused)
}

/** Whether visits may be measured: granted, and no do-not-track signal from the browser (CONSENT-06, 07). */
export function mayMeasure(mask: number | null, doNotTrack: boolean): boolean {
  return mask !== null && (mask & consentBits.analyticsStorage) !== 0 && !doNotTrack
}
