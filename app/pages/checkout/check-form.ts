/** The browser's validation of the checkout form (VALID-12); the server repeats all of it (VALID-13). */
import { checkIdentityNumber } from '../../../domain/stores/identity-number.ts'
import { readElectronicAddress } from '../../../domain/invoices/electronic-address.ts'
import { readPostNumber } from '../../../domain/shipping/post-number.ts'
import { isEmail } from '../../../domain/stores/email.ts'
import { isMobileNumber } from '../../../domain/stores/mobile-number.ts'
import { isPostalCode } from '../../../domain/stores/postal-code.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { readVatNumber } from '../../../domain/vat-numbers/vat-number.ts'
import type { StringKey } from '../../../locales/texts.server.ts'
import type { CheckedField, TextField } from './checkout-fields.ts'
import type { CheckoutForm } from './checkout-types.ts'

/** An error of a field: the key of its text, which may name the `field`. */
export type FieldProblem = Extract<StringKey, `field.${string}`> | 'form.missing'

const always: TextField[] = ['email', 'phone', 'firstName', 'lastName', 'address', 'postalCode', 'city']
const elsewhere: TextField[] = [
  'deliveryFirstName',
  'deliveryLastName',
  'deliveryAddress',
  'deliveryPostalCode',
  'deliveryCity',
]

/** Matches any plausible telephone number; the server validates it for the country. */
export function looksLikePhone(text: string, store: Store): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  return /^\+?[\d\s()./-]+$/.test(text) && digits >= store.phoneDigits && digits <= 15
}

/** State of the page that decides which fields are required. */
export interface CheckedPage {
  store: Store
  /** Whether the chosen shipping method has service points to choose from. */
  needsServicePoint: boolean
  /** Whether the chosen shipping method requires the recipient's DHL Postnummer. */
  needsPostNumber: boolean
  /** False where only gift cards are bought. */
  needsDelivery: boolean
  /** False where nothing is left to pay. */
  needsPayment: boolean
  /** Text fields that the buyer's company requires. */
  required?: readonly TextField[] | undefined
  /** Epoch milliseconds. */
  now: number
}

/** The error of one text field, or null. An empty field is an error only when the order is placed. */
export function checkText(field: TextField, form: CheckoutForm, page: CheckedPage): FieldProblem | null {
  const text = form[field].trim()
  if (text === '') return null
  const { store } = page
  if (field === 'email' && !isEmail(text)) return 'field.email'
  if (field === 'phone' && !isMobileNumber(text, store) && !looksLikePhone(text, store)) return 'field.phone'
  if ((field === 'postalCode' || field === 'deliveryPostalCode') && !isPostalCode(text, store))
    return 'field.postal_code'
  if (field === 'vatNumber' && readVatNumber(text) === null) return 'field.vat_number'
  if (field === 'electronicAddress' && readElectronicAddress(store.countryCode, text) === null)
    return 'field.electronic_address'
  if (field === 'postNumber' && readPostNumber(text) === null) return 'field.post_number'
  if (field === 'identityNumber') return checkIdentity(form, page)
  return null
}

function checkIdentity(form: CheckoutForm, { store, now }: CheckedPage): FieldProblem | null {
  const answer = checkIdentityNumber(store, form.customerType, form.identityNumber, { now })
  if (answer.ok) return null
  return answer.code === 'required' ? 'form.missing' : `field.${answer.code}`
}

/** The errors of the whole form before it is submitted; empty: none that the browser can detect. */
export function checkForm(
  form: CheckoutForm,
  page: CheckedPage,
): Partial<Record<CheckedField, FieldProblem>> {
  const problems: Partial<Record<CheckedField, FieldProblem>> = {}
  const needed: TextField[] = [
    ...always,
    ...(form.customerType === 'business' ? (['companyName'] as const) : []),
    ...(page.needsDelivery && form.separateDelivery ? elsewhere : []),
    ...(page.needsDelivery ? (['shippingMethod'] as const) : []),
    ...(page.needsServicePoint ? (['servicePoint'] as const) : []),
    ...(page.needsPostNumber ? (['postNumber'] as const) : []),
    ...(page.needsPayment ? (['paymentMethod'] as const) : []),
    ...(page.required ?? []),
  ]
  for (const field of needed) {
    const problem = form[field].trim() === '' ? missing(field) : checkText(field, form, page)
    if (problem !== null) problems[field] = problem
  }
  const wellFormed =
    form.customerType === 'business' ? (['vatNumber', 'electronicAddress'] as const) : ([] as const)
  for (const field of wellFormed) {
    const problem = checkText(field, form, page)
    if (problem !== null) problems[field] = problem
  }
  if (page.needsPayment && form.paymentMethod === 'invoice') {
    const problem = checkIdentity(form, page)
    if (problem !== null) problems.identityNumber = problem
  }
  if (!form.acceptTerms) problems.acceptTerms = 'field.terms'
  return problems
}

function missing(field: TextField): FieldProblem {
  if (field === 'shippingMethod') return 'field.shipping_method'
  if (field === 'servicePoint') return 'field.service_point'
  if (field === 'postNumber') return 'field.post_number'
  return field === 'paymentMethod' ? 'field.payment_method' : 'form.missing'
}
