/**
 * Which numbers can get a text message (VALID-06..08). Decides only that: a number that is valid otherwise is
 * never refused because of this.
 */
import type { Store } from './stores.ts'

/** Calling code and the digit that stands before a national number. */
const dialling = {
  SE: { code: '46', trunk: '0' },
  NO: { code: '47', trunk: '' },
  DE: { code: '49', trunk: '0' },
  DK: { code: '45', trunk: '' },
} as const

/** The number as dialled inside the store's country: no spaces, hyphens or own calling code. */
export function nationalNumber(text: string, store: Pick<Store, 'countryCode'>): string {
  const digits = text.replaceAll(/[\s-]/g, '')
  const { code, trunk } = dialling[store.countryCode]
  for (const prefix of [`+${code}`, `00${code}`]) {
    if (digits.startsWith(prefix)) return trunk + digits.slice(prefix.length).replace(/^\(?0\)?/, '')
  }
  return digits
}

/** Whether the number is a mobile number of the store's country. */
export function isMobileNumber(text: string, store: Pick<Store, 'countryCode' | 'mobilePattern'>): boolean {
  return store.mobilePattern.test(nationalNumber(text, store))
}
