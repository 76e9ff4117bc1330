/** The fields of checkout: their names and their order on the page. */
import type { StringKey } from '../../../locales/texts.server.ts'
import type { CheckoutForm } from './checkout-types.ts'

/** Fields that hold a text. */
export type TextField = Exclude<keyof CheckoutForm, 'acceptTerms' | 'customerType'>

/** Names of all fields that can have an error, in the order of the page. */
export const fieldLabels = {
  email: 'checkout.email',
  phone: 'checkout.phone',
  companyName: 'checkout.company_name',
  firstName: 'checkout.first_name',
  lastName: 'checkout.last_name',
  address: 'checkout.address',
  postalCode: 'checkout.postal_code',
  city: 'checkout.city',
  shippingMethod: 'checkout.shipping_method',
  servicePoint: 'checkout.service_point',
  paymentMethod: 'checkout.step_payment',
  identityNumber: 'checkout.identity_number',
  acceptTerms: 'checkout.terms',
} as const satisfies Record<Exclude<keyof CheckoutForm, 'customerType'>, StringKey>

export type CheckedField = keyof typeof fieldLabels

/** The id of a field's control; the error summary links to it. */
export const fieldId = (field: string) => `checkout-${field}`
