/** The fields of checkout: their names and their order on the page. */
import type { StringKey } from '../../../locales/texts.server.ts'
import type { CheckoutForm } from './checkout-types.ts'

/** Fields that hold a text. */
export type TextField = Exclude<
  keyof CheckoutForm,
  'acceptTerms' | 'customerType' | 'separateDelivery' | 'splitDelivery'
>

/** Names of all fields that can have an error, in the order of the page. */
export const fieldLabels = {
  companyName: 'checkout.company_name',
  email: 'checkout.email',
  phone: 'checkout.phone',
  vatNumber: 'checkout.vat_number',
  yourReference: 'checkout.your_reference',
  purchaseOrder: 'checkout.purchase_order',
  costCentre: 'checkout.cost_centre',
  electronicAddress: 'checkout.electronic_address',
  firstName: 'checkout.first_name',
  lastName: 'checkout.last_name',
  address: 'checkout.address',
  postalCode: 'checkout.postal_code',
  city: 'checkout.city',
  deliveryCompanyName: 'checkout.company_name',
  deliveryFirstName: 'checkout.first_name',
  deliveryLastName: 'checkout.last_name',
  deliveryAddress: 'checkout.address',
  deliveryPostalCode: 'checkout.postal_code',
  deliveryCity: 'checkout.city',
  shippingMethod: 'checkout.shipping_method',
  servicePoint: 'checkout.service_point',
  postNumber: 'checkout.post_number',
  note: 'checkout.note',
  paymentMethod: 'checkout.step_payment',
  identityNumber: 'checkout.identity_private',
  acceptTerms: 'checkout.terms',
} as const satisfies Record<TextField | 'acceptTerms', StringKey>

export type CheckedField = keyof typeof fieldLabels

/** The label of a field as the buyer sees it. */
export const fieldLabel = (field: CheckedField, { customerType }: Pick<CheckoutForm, 'customerType'>) =>
  field === 'identityNumber' && customerType === 'business'
    ? 'checkout.identity_business'
    : fieldLabels[field]

/** Fields that may be emptied again; the server replaces the stored text by an empty one. */
export const optionalFields: ReadonlySet<string> = new Set<TextField>([
  'deliveryCompanyName',
  'note',
  'vatNumber',
  'yourReference',
  'purchaseOrder',
  'costCentre',
  'electronicAddress',
])

/** The id of a field's control; the error summary links to it. */
export const fieldId = (field: string) => `checkout-${field}`

/** Moves the focus to a field, of several choices to the one that Tab would reach. */
export function focusField(field: string): void {
  const control = document.getElementById(fieldId(field))
  const choice = control?.querySelector<HTMLElement>('input:checked') ?? control?.querySelector('input')
  ;(choice ?? control)?.focus()
}
