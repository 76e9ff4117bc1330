/** The checkout form as the page holds it, and its texts by field. */
import type { CheckoutView } from '../../../contract/checkout.ts'

/** The form's texts by field name; the names are the API's. */
export interface CheckoutForm {
  customerType: 'private' | 'business'
  email: string
  phone: string
  firstName: string
  lastName: string
  companyName: string
  identityNumber: string
  address: string
  postalCode: string
  city: string
  /** The `delivery` fields count only where this is set. */
  separateDelivery: boolean
  deliveryFirstName: string
  deliveryLastName: string
  deliveryCompanyName: string
  deliveryAddress: string
  deliveryPostalCode: string
  deliveryCity: string
  note: string
  vatNumber: string
  yourReference: string
  purchaseOrder: string
  costCentre: string
  electronicAddress: string
  shippingMethod: string
  /** Goods in stock first, the rest in a second delivery. */
  splitDelivery: boolean
  servicePoint: string
  /** DHL Postnummer, for a Packstation. */
  postNumber: string
  /** Id of a choice of `view.payment_choices`. */
  paymentMethod: string
  acceptTerms: boolean
}

/** Error texts by field name, for the fields with errors. */
export type FieldErrors = Partial<Record<string, string>>

export const emptyForm: CheckoutForm = {
  customerType: 'private',
  email: '',
  phone: '',
  firstName: '',
  lastName: '',
  companyName: '',
  identityNumber: '',
  address: '',
  postalCode: '',
  city: '',
  separateDelivery: false,
  deliveryFirstName: '',
  deliveryLastName: '',
  deliveryCompanyName: '',
  deliveryAddress: '',
  deliveryPostalCode: '',
  deliveryCity: '',
  note: '',
  vatNumber: '',
  yourReference: '',
  purchaseOrder: '',
  costCentre: '',
  electronicAddress: '',
  shippingMethod: '',
  splitDelivery: false,
  servicePoint: '',
  postNumber: '',
  paymentMethod: '',
  acceptTerms: false,
}

/** The form as stored with the checkout. */
export function formOf(view: CheckoutView, postalCode: string): CheckoutForm {
  return {
    ...emptyForm,
    ...view.contact,
    ...view.address,
    ...view.remarks,
    separateDelivery: view.separateDelivery,
    customerType: view.customerType ?? 'private',
    identityNumber: view.company?.organisation_number ?? '',
    postalCode: view.address['postalCode'] ?? postalCode,
    shippingMethod: view.shippingMethod ?? '',
    splitDelivery: view.split_delivery?.chosen === true,
    servicePoint: view.servicePoint ?? '',
    paymentMethod: view.paymentMethod ?? '',
  }
}
