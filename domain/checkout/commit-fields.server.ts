/**
 * Validates the form that commits a checkout to an order (VALID-03..08, VALID-14, CHECKOUT-16), repeating
 * every check of the browser (VALID-13). Returns cleaned values or a code per field; the caller words them.
 */
import {
  isPhone,
  textProblem,
  type ContactField,
  type ContactFieldCode,
  type OrderTextField,
} from '../accounts/contact-fields.server.ts'
import { readElectronicAddress } from '../invoices/electronic-address.ts'
import type {
  OrderAddress,
  OrderCustomer,
  OrderRecipient,
  OrderReferences,
} from '../orders/order-snapshot.ts'
import { normalizeEmail } from '../stores/email.ts'
import { normalizePostalCode } from '../stores/postal-code.ts'
import type { Store } from '../stores/stores.ts'
import { readPostNumber } from '../shipping/post-number.ts'
import { readVatNumber } from '../vat-numbers/vat-number.ts'
import { checkIdentityNumber, maskIdentityNumber } from '../stores/identity-number.ts'

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
  /** Whether the goods go to somebody else, or elsewhere; without it the `delivery` fields do not count. */
  separateDelivery?: boolean | undefined
  /** Whether goods in stock are delivered at once and the rest later; absent: as the checkout has it. */
  splitDelivery?: boolean | undefined
  deliveryFirstName?: string | undefined
  deliveryLastName?: string | undefined
  deliveryCompanyName?: string | undefined
  deliveryAddress?: string | undefined
  deliveryPostalCode?: string | undefined
  deliveryCity?: string | undefined
  note?: string | undefined
  /** DHL Postnummer of the recipient; counts for a Packstation only. */
  postNumber?: string | undefined
  /** The following count for companies only. */
  vatNumber?: string | undefined
  yourReference?: string | undefined
  purchaseOrder?: string | undefined
  costCentre?: string | undefined
  electronicAddress?: string | undefined
}

export type FieldCode =
  | ContactFieldCode
  | 'identity_number'
  | 'too_young'
  | 'terms'
  | 'shipping_method'
  | 'service_point'
  | 'post_number'
  | 'vat_number'
  | 'electronic_address'
  /** None of the company's cost centres. */
  | 'cost_centre'

export type CommitField = keyof CommitForm | 'shippingMethod' | 'servicePoint'

export interface CommittedFields {
  customer: OrderCustomer
  address: OrderAddress
  /** Null: the goods go to the customer at `address`. */
  recipient: OrderRecipient | null
  note: string | null
  /** Null unless the shipping method requires it. */
  postNumber: string | null
  references: OrderReferences | null
  identityNumber: string | null
}

export type CommitFields =
  | ({ ok: true } & CommittedFields)
  | { ok: false; code: 'invalid_fields'; fields: Partial<Record<CommitField, FieldCode>> }

type Fields = Partial<Record<CommitField, FieldCode>>

/**
 * Validates the form for a store at `now` (epoch ms). `needsIdentity`: the payment method requires an
 * identity number. `needsPostNumber`: the shipping method requires a DHL Postnummer.
 */
export function readCommitFields(
  store: Store,
  form: CommitForm,
  options: { now: number; needsIdentity: boolean; needsPostNumber: boolean },
): CommitFields {
  const fields: Fields = {}
  const read = fieldReader(form, fields)
  const business = form.customerType === 'business'
  const customer: OrderCustomer = {
    type: form.customerType,
    email: read.checked('email', 'email', normalizeEmail),
    phone: read.checked('phone', 'phone', (value) => (isPhone(value, store) ? value : null)),
    firstName: read.required('firstName'),
    lastName: read.required('lastName'),
    companyName: (business ? read.required('companyName') : read.optional('companyName')) || null,
    identityNumber: null,
  }
  const address: OrderAddress = {
    street: read.required('address'),
    postalCode: read.checked('postalCode', 'postal_code', (value) => normalizePostalCode(value, store)),
    city: read.required('city'),
    countryCode: store.countryCode,
  }
  const recipient = form.separateDelivery === true ? recipientIn(store, read) : null
  const note = read.optional('note') || null
  const postNumber = options.needsPostNumber ? readPostNumber(form.postNumber ?? '') : null
  if (options.needsPostNumber && postNumber === null) fields.postNumber = 'post_number'
  const references = business ? referencesIn(store, read) : null
  const vatNumber = business ? read.checkedOptional('vatNumber', 'vat_number', vatNumberOf) : null
  if (vatNumber !== null) customer.vatNumber = vatNumber
  if (form.acceptTerms !== true) fields.acceptTerms = 'terms'
  let identityNumber: string | null = null
  if (options.needsIdentity) {
    const typed = form.identityNumber ?? ''
    const answer = checkIdentityNumber(store, form.customerType, typed, options)
    if (!answer.ok) fields.identityNumber = answer.code
    else if (answer.number) {
      identityNumber = answer.number
      customer.identityNumber = maskIdentityNumber(answer.number, answer)
      // Some companies enter their VAT number as their company number; in Germany it is what the field asks for.
      const given = business && !answer.personal ? vatNumberOf(withCountry(store, typed)) : null
      if (given !== null) customer.vatNumber ??= given
    }
  }
  if (Object.keys(fields).length > 0) return { ok: false, code: 'invalid_fields', fields }
  return { ok: true, customer, address, recipient, note, postNumber, references, identityNumber }
}

/** A German VAT number may be entered without `DE`, because the field asks for nothing else. */
function withCountry({ identityNumbers, countryCode }: Store, typed: string): string {
  const bare = typed.trim()
  return identityNumbers === 'german' && /^\d/.test(bare) ? `${countryCode}${bare}` : bare
}

/** A VAT number with its country code, as invoices print it; null: not well-formed. */
function vatNumberOf(text: string): string | null {
  const read = readVatNumber(text)
  return read && `${read.countryCode}${read.number}${read.countryCode === 'NO' ? 'MVA' : ''}`
}

function recipientIn(store: Store, read: FieldReader): OrderRecipient {
  return {
    firstName: read.required('deliveryFirstName', 'firstName'),
    lastName: read.required('deliveryLastName', 'lastName'),
    companyName: read.optional('deliveryCompanyName', 'companyName') || null,
    street: read.required('deliveryAddress', 'address'),
    postalCode: read.checked(
      'deliveryPostalCode',
      'postal_code',
      (value) => normalizePostalCode(value, store),
      'postalCode',
    ),
    city: read.required('deliveryCity', 'city'),
    countryCode: store.countryCode,
  }
}

/** Null where the company gave none. */
function referencesIn({ countryCode }: Store, read: FieldReader): OrderReferences | null {
  const references = {
    yourReference: read.optional('yourReference') || null,
    purchaseOrder: read.optional('purchaseOrder') || null,
    costCentre: read.optional('costCentre') || null,
    electronicAddress: read.checkedOptional('electronicAddress', 'electronic_address', (value) =>
      readElectronicAddress(countryCode, value),
    ),
  }
  return Object.values(references).some((value) => value !== null) ? references : null
}

type TextName = Exclude<
  keyof CommitForm,
  'customerType' | 'acceptTerms' | 'separateDelivery' | 'splitDelivery' | 'postNumber'
>
type RuleName = ContactField | OrderTextField
type Clean = (value: string) => string | null

/** Reads texts of the form, trimmed; what is wrong with one is noted in `fields`. */
interface FieldReader {
  /** `rule`: whose length and characters are allowed; by default the field's own. */
  required(name: TextName, rule?: RuleName): string
  /** Empty where it is. */
  optional(name: TextName, rule?: RuleName): string
  /** A required text in its stored form. */
  checked(name: TextName, code: FieldCode, clean: Clean, rule?: RuleName): string
  /** Null where it is empty. */
  checkedOptional(name: TextName, code: FieldCode, clean: Clean): string | null
}

function fieldReader(form: CommitForm, fields: Fields): FieldReader {
  const text = (name: TextName, rule: RuleName, isRequired: boolean): string => {
    const value = (form[name] ?? '').replaceAll('\r\n', '\n').trim()
    const problem = value === '' && isRequired ? 'required' : textProblem(rule, value)
    if (problem !== null) fields[name] = problem
    return value
  }
  const cleaned = (name: TextName, value: string, code: FieldCode, clean: Clean): string => {
    if (fields[name]) return value
    const stored = clean(value)
    if (stored === null) fields[name] = code
    return stored ?? value
  }
  return {
    required: (name, rule = name as RuleName) => text(name, rule, true),
    optional: (name, rule = name as RuleName) => text(name, rule, false),
    checked: (name, code, clean, rule = name as RuleName) =>
      cleaned(name, text(name, rule, true), code, clean),
    checkedOptional(name, code, clean) {
      const value = text(name, name as RuleName, false)
      return value === '' ? null : cleaned(name, value, code, clean)
    },
  }
}
