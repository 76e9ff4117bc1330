/** The browser's checks of the checkout form (VALID-12); the server repeats them all (VALID-13). */
import { isEmail } from '../../../domain/stores/email.ts'
import { isPostalCode } from '../../../domain/stores/postal-code.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import type { Translate } from '../../state/strings.tsx'
import type { CheckoutForm, FieldErrors } from './checkout-types.ts'

/** Fields that hold a text. */
export type TextField = Exclude<keyof CheckoutForm, 'acceptTerms' | 'customerType'>

const required: TextField[] = ['email', 'phone', 'firstName', 'lastName', 'address', 'postalCode', 'city']

/** What is wrong with one field, or undefined. */
export function checkField(field: TextField, value: string, store: Store, t: Translate): string | undefined {
  const text = value.trim()
  if (text === '') return required.includes(field) ? t('field.required') : undefined
  if (field === 'email' && !isEmail(text)) return t('field.email')
  if (field === 'postalCode' && !isPostalCode(text, store)) return t('field.postal_code')
  return undefined
}

/** What is wrong with the whole form before it is sent; empty: nothing the browser can tell. */
export function checkForm(form: CheckoutForm, needsPoint: boolean, store: Store, t: Translate): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of required) {
    const problem = checkField(field, form[field], store, t)
    if (problem !== undefined) errors[field] = problem
  }
  if (form.customerType === 'business' && form.companyName.trim() === '')
    errors['companyName'] = t('field.required')
  if (form.shippingMethod === '') errors['shippingMethod'] = t('field.required')
  if (needsPoint && form.servicePoint === '') errors['servicePoint'] = t('field.required')
  if (!form.acceptTerms) errors['acceptTerms'] = t('checkout.terms_required')
  return errors
}
