/**
 * What a merchant may send as a checkout order: the fields, types and limits that Kustom publishes for
 * Checkout v3. Fields it does not know are ignored.
 */
import { z } from 'zod'

const text = (longest: number) => z.string().max(longest)
const count = z.int().min(0)

export const addressSchema = z.object({
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  email: z.string().optional(),
  title: z.string().optional(),
  street_address: z.string().optional(),
  street_address2: z.string().optional(),
  street_name: z.string().optional(),
  street_number: z.string().optional(),
  house_extension: z.string().optional(),
  postal_code: z.string().optional(),
  city: z.string().optional(),
  region: z.string().optional(),
  phone: z.string().optional(),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .optional(),
  care_of: z.string().optional(),
})

export const orderLineSchema = z.object({
  type: z
    .enum([
      'physical',
      'digital',
      'discount',
      'shipping_fee',
      'sales_tax',
      'gift_card',
      'store_credit',
      'surcharge',
    ])
    .optional(),
  reference: text(255).optional(),
  name: text(255).min(1),
  quantity: count,
  quantity_unit: text(8).min(1).optional(),
  unit_price: z.int().max(100_000_000),
  tax_rate: count.max(10_000),
  total_amount: z.int().max(100_000_000),
  total_discount_amount: count.optional(),
  total_tax_amount: z.int(),
  merchant_data: text(1024).optional(),
  product_url: text(1024).optional(),
  image_url: text(1024).optional(),
})

export const shippingOptionSchema = z.object({
  id: z.string(),
  name: text(255).min(1),
  description: z.string().optional(),
  promo: z.string().optional(),
  price: z.int(),
  tax_amount: z.int(),
  tax_rate: z.int(),
  preselected: z.boolean().optional(),
  shipping_method: z
    .enum([
      'PickUpStore',
      'Home',
      'BoxReg',
      'BoxUnreg',
      'PickUpPoint',
      'Own',
      'Postal',
      'DHLPackstation',
      'Digital',
    ])
    .optional(),
})

const address = text(2000)
/** Callbacks must be https; http is accepted on loopback, where a shop is tried and tested. */
const callbackAddress = address.refine(
  (url) => url.startsWith('https://') || /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\//.test(url),
)

const merchantUrlsSchema = z.object({
  terms: address,
  checkout: address,
  confirmation: address,
  push: address,
  validation: callbackAddress.optional(),
  notification: address.optional(),
  cancellation_terms: address.optional(),
  shipping_option_update: callbackAddress.optional(),
  address_update: callbackAddress.optional(),
  country_change: callbackAddress.optional(),
})

const colour = z
  .string()
  .regex(/^#[A-Fa-f0-9]{6}$/)
  .optional()
const flag = z.boolean().optional()

const optionsSchema = z.object({
  require_validate_callback_success: flag,
  vat_removed: flag,
  allow_separate_shipping_address: flag,
  color_button: colour,
  color_button_text: colour,
  color_checkbox: colour,
  color_checkbox_checkmark: colour,
  color_header: colour,
  color_link: colour,
  date_of_birth_mandatory: flag,
  shipping_details: text(255).optional(),
  title_mandatory: flag,
  national_identification_number_mandatory: flag,
  additional_merchant_terms: z.string().optional(),
  phone_mandatory: flag,
  radius_border: z.string().optional(),
  allowed_customer_types: z
    .array(z.enum(['person', 'organization']))
    .min(1)
    .max(2)
    .optional(),
  show_subtotal_detail: flag,
  additional_checkboxes: z
    .array(z.object({ text: text(1000), checked: z.boolean(), required: z.boolean(), id: z.string() }))
    .optional(),
  verify_national_identification_number: flag,
  auto_capture: flag,
  require_client_validation: flag,
  enable_discount_module: flag,
  show_vat_registration_number_field: flag,
})

const customerSchema = z.object({
  type: z.enum(['person', 'organization']).optional(),
  gender: z.string().optional(),
  date_of_birth: z.string().optional(),
  organization_registration_id: z.string().optional(),
  vat_id: z.string().optional(),
})

export const orderDocumentSchema = z.object({
  purchase_country: z.string().regex(/^[A-Za-z]{2}$/),
  purchase_currency: z.string().regex(/^[A-Za-z]{3}$/),
  locale: z.string().regex(/^[A-Za-z]{2}(?:-[A-Za-z]{2})*$/),
  order_amount: count,
  order_tax_amount: count,
  order_lines: z.array(orderLineSchema).max(1000),
  billing_address: addressSchema.optional(),
  shipping_address: addressSchema.optional(),
  customer: customerSchema.optional(),
  merchant_urls: merchantUrlsSchema.optional(),
  merchant_reference1: text(255).optional(),
  merchant_reference2: text(255).optional(),
  merchant_data: text(6000).optional(),
  options: optionsSchema.optional(),
  shipping_countries: z.array(z.string()).optional(),
  billing_countries: z.array(z.string()).optional(),
  shipping_options: z.array(shippingOptionSchema).optional(),
  gui: z.object({ options: z.array(z.string()).optional() }).optional(),
  tags: z.array(z.string()).optional(),
})

export type OrderDocument = z.output<typeof orderDocumentSchema>
export type OrderLine = z.output<typeof orderLineSchema>
export type ShippingOption = z.output<typeof shippingOptionSchema>
export type Address = z.output<typeof addressSchema>
