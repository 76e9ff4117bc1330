/**
 * Responses of the checkout calls, as far as the page reads them (api/checkout-schema.ts). Amounts in major
 * units.
 */
import type { RejectedCode } from '../../../domain/coupons/discount-state.ts'
import type { CartItem } from '../../../contract/cart.ts'

export interface CheckoutView {
  id: string
  status: 'open' | 'pending' | 'paid'
  confirmation: string | null
  items: CartItem[]
  /** Coupons of the cart that are rejected here; limits per customer depend on the e-mail address typed. */
  rejected_coupons: RejectedCode[]
  discounts: { code: string; label: string; amount: number }[]
  sum: number
  shipping: number
  total: number
  gift_cards: { id: string; hint: string; balance: number; amount: number }[]
  rejected_gift_cards: RejectedGiftCard[]
  /** The amount left to pay after the gift cards. */
  amount_due: number
  /** False if only gift cards are bought. */
  needs_delivery: boolean
  vat_amount: number
  vat_rates: { vat: number; gross: number; vat_amount: number }[]
  minimum: { reached: boolean; amount: number }
  /** Lines above the buyer's limits; `most` units per line and `total` over all are allowed. */
  above_limit: {
    lines: { uuid: string; name: string; quantity: number; most: number }[]
    total: number | null
  }
  payable: boolean
  payment_methods: { private: string[]; business: string[] }
  customerType: 'private' | 'business' | null
  contact: Record<string, string>
  address: Record<string, string>
  shippingMethod: string | null
  servicePoint: string | null
  paymentMethod: string | null
}

export interface RejectedGiftCard {
  /** The last characters of the typed code. */
  code: string
  reason: string
}

export interface ServicePointView {
  id: string
  name: string
  street: string
  postal_code: string
  city: string
  distance_metres: number
  opening_hours: string[]
}

export interface ShippingMethodView {
  id: string
  carrier: string | null
  name: string
  price: number
  estimated: { from: string; to: string }
  needs_service_point: boolean
  service_points: ServicePointView[]
}

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
  shippingMethod: string
  servicePoint: string
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
  shippingMethod: '',
  servicePoint: '',
  paymentMethod: '',
  acceptTerms: false,
}

/** The form as stored with the checkout. */
export function formOf(view: CheckoutView, postalCode: string): CheckoutForm {
  return {
    ...emptyForm,
    ...view.contact,
    ...view.address,
    customerType: view.customerType ?? 'private',
    postalCode: view.address['postalCode'] ?? postalCode,
    shippingMethod: view.shippingMethod ?? '',
    servicePoint: view.servicePoint ?? '',
    paymentMethod: view.paymentMethod ?? '',
  }
}
