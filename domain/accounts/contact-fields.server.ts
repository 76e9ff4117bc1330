/**
 * Validation of contact fields, the same in checkout and in the profile (VALID-03..08, VALID-13). Returns
 * codes; the caller words them.
 */
import { isValidPhoneNumber } from 'libphonenumber-js'
import { looksLikeAddress } from '../mail/looks-like-address.server.ts'
import { hasInvisible } from '../content/invisible-characters.ts'
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

/** Fields of an order that a profile does not have. */
export type OrderTextField =
  | 'note'
  | 'yourReference'
  | 'purchaseOrder'
  | 'costCentre'
  | 'electronicAddress'
  | 'vatNumber'

type TextField = ContactField | OrderTextField

/** Why a field is rejected. */
export type ContactFieldCode =
  | 'required'
  | 'too_long'
  | 'bad_characters'
  /** Characters that change the direction of text or have no width: they make a name look like another one. */
  | 'invisible_characters'
  | 'looks_like_address'
  | 'email'
  | 'phone'
  | 'postal_code'

/** Longest value of a field, in UTF-16 units. */
const longest: Record<TextField, number> = {
  email: 254,
  phone: 40,
  firstName: 80,
  lastName: 80,
  companyName: 120,
  address: 120,
  postalCode: 12,
  city: 80,
  note: 500,
  yourReference: 60,
  purchaseOrder: 60,
  costCentre: 60,
  electronicAddress: 60,
  vatNumber: 20,
}

/** Fields repeated in order mails: they must contain nothing a mail program turns into a link. */
const mailedFields: ReadonlySet<TextField> = new Set<TextField>([
  'firstName',
  'lastName',
  'companyName',
  'address',
  'city',
  'note',
  'yourReference',
  'purchaseOrder',
  'costCentre',
  'electronicAddress',
  'vatNumber',
])

/**
 * Control characters and line separators: names never contain them, and PostgreSQL cannot store some of them.
 */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** Why `value` is rejected for any field, or null where it is acceptable. */
export function textProblem(
  field: TextField,
  value: string,
): 'too_long' | 'bad_characters' | 'invisible_characters' | 'looks_like_address' | null {
  if (value.length > longest[field]) return 'too_long'
  // A note may have several lines, and emoji that are joined of several.
  const line = field === 'note' ? value.replaceAll('\n', ' ') : value
  if (control.test(line) || !value.isWellFormed()) return 'bad_characters'
  if (mailedFields.has(field) && hasInvisible(field === 'note' ? value.replaceAll('\u200d', '') : value))
    return 'invisible_characters'
  return mailedFields.has(field) && looksLikeAddress(value) ? 'looks_like_address' : null
}

/** Whether it is a mobile number by the store's rule, or any number valid in its country's numbering plan. */
export function isPhone(value: string, store: Store): boolean {
  return isMobileNumber(value, store) || isValidPhoneNumber(value, store.countryCode)
}
