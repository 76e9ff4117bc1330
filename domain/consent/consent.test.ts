import { describe, expect, it } from 'vitest'
import {
  choiceOf,
  consentBits,
  consentCookie,
  consentSeconds,
  everyConsent,
  maskOf,
  mayMeasure,
  readConsent,
} from './consent.ts'

const nothing = { analytics: false, ads: false, personalization: false }
const day = 86_400

describe('consent', () => {
  it('[CONSENT-01] [CONSENT-02] [CONSENT-08] has five bits, all of them together 31, in one cookie', () => {
    expect(consentBits).toEqual({
      necessary: 1,
      adStorage: 2,
      analyticsStorage: 4,
      adPersonalization: 8,
      adUserData: 16,
    })
    expect(Object.values(consentBits).reduce<number>((sum, bit) => sum + bit, 0)).toBe(everyConsent)
    expect(everyConsent).toBe(31)
    expect(consentCookie).toBe('__consent')
  })

  it.each([
    [nothing, 1],
    [{ ...nothing, ads: true }, 3],
    [{ ...nothing, analytics: true }, 5],
    [{ ...nothing, ads: true, analytics: true }, 7],
    [{ ...nothing, personalization: true }, 25],
    [{ ...nothing, ads: true, personalization: true }, 27],
    [{ ads: true, analytics: true, personalization: true }, 31],
  ])('[CONSENT-03] %o is saved as %i and read back so', (choice, mask) => {
    expect(maskOf(choice)).toBe(mask)
    expect(choiceOf(mask)).toEqual(choice)
  })

  it('[ENTITY-36] is stored as a decimal number in its cookie', () => {
    expect(readConsent('vat=ex; __consent=31; i18n_redirected=sv')).toBe(31)
    expect(readConsent('__consent=5')).toBe(5)
    expect(choiceOf(readConsent('__consent=31'))).toEqual(
      choiceOf(Object.values(consentBits).reduce<number>((sum, bit) => sum | bit, 0)),
    )
  })

  it('counts as not given where the cookie cannot be parsed', () => {
    for (const cookies of ['', 'x__consent=31', '__consent=', '__consent=abc', '__consent=0', '__consent=99'])
      expect(readConsent(cookies), cookies).toBeNull()
    expect(choiceOf(null)).toEqual(nothing)
  })

  it('[CONSENT-09] is kept for 30 days where anything was granted, else for one', () => {
    expect([1, 3, 5, 31].map((mask) => consentSeconds(mask) / day)).toEqual([1, 30, 30, 30])
  })

  it('[CONSENT-06] [CONSENT-07] allows visits to be measured only when granted and without a do-not-track signal', () => {
    expect(mayMeasure(null, false)).toBe(false)
    expect(mayMeasure(3, false)).toBe(false)
    expect(mayMeasure(5, false)).toBe(true)
    expect(mayMeasure(31, true)).toBe(false)
  })
})
