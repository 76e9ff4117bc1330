/**
 * Rules for what people write about themselves, the same in checkout and in the profile (VALID-03..08, VALID-13).
 * Returns codes; it words nothing.
 */
import { isValidPhoneNumber } from 'libphonenumber-js'
import { looksLikeAddress } from '../mail/looks-like-address.server.ts'
import { isMobileNumber } from '../stores/mobile-number.ts'
import type { Store } from '../stores/stores.ts'

export type ContactField =
  | 'email'
  | 'phone'
  | 'firstName'
  | 'lastName'
  | 'companyName'
  | 'address'
  | 'postalCode'
  | 'city'

/** Why a text is refused. */
export type ContactFieldCode =
  | 'required'
  | 'too_long'
  | 'bad_characters'
  | 'looks_like_address'
  | 'email'
  | 'phone'
  | 'postal_code'

/** Longest value of a field, in UTF-16 units. */
const longest: Record<ContactField, number> = {
  email: 254,
  phone: 40,
  firstName: 80,
  lastName: 80,
  companyName: 120,
  address: 120,
  postalCode: 12,
  city: 80,
}

/** Texts that mails about the order repeat: they must hold nothing to click on. */
const mailedFields: ReadonlySet<ContactField> = new Set([
  'firstName',
  'lastName',
  'companyName',
  'address',
  'city',
])

/** Control characters and line separators: no name holds them, and some cannot be stored in PostgreSQL. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** Why no text of a field may be `value`; null where nothing is wrong with it. */
export function textProblem(
  field: ContactField,
  value: string,
): 'too_long' | 'bad_characters' | 'looks_like_address' | null {
  if (value.length > longest[field]) return 'too_long'
  if (control.test(value) || !value.isWellFormed()) return 'bad_characters'
  return mailedFields.has(field) && looksLikeAddress(value) ? 'looks_like_address' : null
}

/** Whether it is a mobile number by the store's own rule, or any number that its country's numbering plan knows. */
export function isPhone(value: string, store: Store): boolean {
  return isMobileNumber(value, store) || isValidPhoneNumber(value, store.countryCode)
}
