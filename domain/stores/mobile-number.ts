/**
 * Which numbers can receive a text message (VALID-06..08). A number that is otherwise valid is never rejected
 * because of this.
 */
import type { Store } from './stores.ts'

type Dialling = Pick<Store, 'phoneNumber' | 'trunkPrefix'>

/** The number in national form: without spaces, hyphens or the store country's calling code. */
export function nationalNumber(text: string, store: Dialling): string {
  const digits = text.replaceAll(/[\s-]/g, '')
  const { phoneNumber, trunkPrefix: trunk } = store
  const code = phoneNumber.slice(1, phoneNumber.search(/\s/))
  for (const prefix of [`+${code}`, `00${code}`]) {
    if (digits.startsWith(prefix)) return trunk + digits.slice(prefix.length).replace(/^\(?0\)?/, '')
  }
  return digits
}

/** Whether the number is a mobile number of the store's country. */
export function isMobileNumber(text: string, store: Dialling & Pick<Store, 'mobilePattern'>): boolean {
  return store.mobilePattern.test(nationalNumber(text, store))
}
