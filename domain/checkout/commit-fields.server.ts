/**
 * Validates the form that commits a checkout to an order (VALID-03..08, VALID-14, CHECKOUT-16), repeating
 * every check of the browser (VALID-13). Returns cleaned values or a code per field; the caller words them.
 */
import {
  isPhone,
  textProblem,
  type ContactField,
  type ContactFieldCode,
} from '../accounts/contact-fields.server.ts'
import type { OrderAddress, OrderCustomer } from '../orders/order-snapshot.ts'
import { normalizeEmail } from '../stores/email.ts'
import { normalizePostalCode } from '../stores/postal-code.ts'
import type { Store } from '../stores/stores.ts'
import { checkIdentityNumber, maskIdentityNumber } from './identity-number.ts'

/** The form as sent; every text may be empty or absent. */
export interface CommitForm {
  customerType: 'private' | 'business'
  email?: string | undefined
  phone?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  companyName?: string | undefined
  identityNumber?: string | undefined
  address?: string | undefined
  postalCode?: string | undefined
  city?: string | undefined
  acceptTerms?: boolean | undefined
}

export type FieldCode =
  | ContactFieldCode
  | 'identity_number'
  | 'too_young'
  | 'terms'
  | 'shipping_method'
  | 'service_point'

export type CommitField = keyof CommitForm | 'shippingMethod' | 'servicePoint'

export type CommitFields =
  | { ok: true; customer: OrderCustomer; address: OrderAddress; identityNumber: string | null }
  | { ok: false; code: 'invalid_fields'; fields: Partial<Record<CommitField, FieldCode>> }

/**
 * Validates the form for a store at `now` (epoch ms). `needsIdentity`: the payment method requires an
 * identity number.
 */
export function readCommitFields(
  store: Store,
  form: CommitForm,
  options: { now: number; needsIdentity: boolean },
): CommitFields {
  const fields: Partial<Record<CommitField, FieldCode>> = {}
  const text = (field: ContactField, optional = false): string => {
    const value = (form[field] ?? '').trim()
    const problem = value === '' && !optional ? 'required' : textProblem(field, value)
    if (problem !== null) fields[field] = problem
    return value
  }
  const business = form.customerType === 'business'
  const email = checked(text('email'), 'email', 'email', normalizeEmail)
  const phone = checked(text('phone'), 'phone', 'phone', (value) => (isPhone(value, store) ? value : null))
  const postalCode = checked(text('postalCode'), 'postalCode', 'postal_code', (value) =>
    normalizePostalCode(value, store),
  )
  const customer: OrderCustomer = {
    type: form.customerType,
    email,
    phone,
    firstName: text('firstName'),
    lastName: text('lastName'),
    companyName: text('companyName', !business) || null,
    identityNumber: null,
  }
  const address: OrderAddress = {
    street: text('address'),
    postalCode,
    city: text('city'),
    countryCode: store.countryCode,
  }
  if (form.acceptTerms !== true) fields.acceptTerms = 'terms'
  let identityNumber: string | null = null
  if (options.needsIdentity) {
    const answer = checkIdentityNumber(store, form.customerType, form.identityNumber ?? '', options)
    if (!answer.ok) fields.identityNumber = answer.code
    else if (answer.number) {
      identityNumber = answer.number
      customer.identityNumber = maskIdentityNumber(answer.number, answer)
    }
  }
  if (Object.keys(fields).length > 0) return { ok: false, code: 'invalid_fields', fields }
  return { ok: true, customer, address, identityNumber }

  function checked(
    value: string,
    field: CommitField,
    code: FieldCode,
    read: (value: string) => string | null,
  ): string {
    if (fields[field]) return value
    const cleaned = read(value)
    if (cleaned === null) fields[field] = code
    return cleaned ?? value
  }
}
