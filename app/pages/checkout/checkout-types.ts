/** What checkout's calls answer, as far as the page reads it (api/checkout-schema.ts). Major units. */
import type { RejectedCode } from '../../../domain/coupons/discount-state.ts'
import type { CartItem } from '../../../contract/cart.ts'

export interface CheckoutView {
  id: string
  status: 'open' | 'pending' | 'paid'
  confirmation: string | null
  items: CartItem[]
  /** Codes of the cart that do not count here; the address typed decides about codes per customer. */
  rejected_coupons: RejectedCode[]
  discounts: { code: string; label: string; amount: number }[]
  sum: number
  shipping: number
  total: number
  gift_cards: { id: string; hint: string; balance: number; amount: number }[]
  rejected_gift_cards: RejectedGiftCard[]
  /** What is left of the total after the gift cards. */
  amount_due: number
  /** False where only gift cards are bought. */
  needs_delivery: boolean
  vat_amount: number
  vat_rates: { vat: number; gross: number; vat_amount: number }[]
  minimum: { reached: boolean; amount: number }
  /** What is more than this buyer may order at once; `most` units, `total` in all, are possible. */
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
  /** The last characters of what was typed. */
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

/** Words by field name, for the fields that are wrong. */
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

/** The form as a checkout kept it. */
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
