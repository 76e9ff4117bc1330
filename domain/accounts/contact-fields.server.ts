/**
 * Validation of contact fields, the same in checkout and in the profile (VALID-03..08, VALID-13). Returns
 * codes; the caller words them.
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

/** Why a field is rejected. */
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

/** Fields repeated in order mails: they must contain nothing a mail program turns into a link. */
const mailedFields: ReadonlySet<ContactField> = new Set([
  'firstName',
  'lastName',
  'companyName',
  'address',
  'city',
])

/**
 * Control characters and line separators: names never contain them, and PostgreSQL cannot store some of them.
 */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** Why `value` is rejected for any field, or null where it is acceptable. */
export function textProblem(
  field: ContactField,
  value: string,
): 'too_long' | 'bad_characters' | 'looks_like_address' | null {
  if (value.length > longest[field]) return 'too_long'
  if (control.test(value) || !value.isWellFormed()) return 'bad_characters'
  return mailedFields.has(field) && looksLikeAddress(value) ? 'looks_like_address' : null
}

/** Whether it is a mobile number by the store's rule, or any number valid in its country's numbering plan. */
export function isPhone(value: string, store: Store): boolean {
  return isMobileNumber(value, store) || isValidPhoneNumber(value, store.countryCode)
}
