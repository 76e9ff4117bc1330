/**
 * What a merchant sends to the simulated Walley. Amounts are decimals in major units with VAT and at most two
 * decimals; they are counted in minor units here. Unknown fields are refused, because a misspelt optional field
 * would otherwise pass.
 */
import { z } from 'zod'
import { fieldPath } from '../simulator/answer.ts'

/** An amount with at most two decimals. */
export const amountSchema = z
  .number()
  .min(-1_000_000)
  .max(1_000_000)
  .refine((amount) => /^-?\d+(?:\.\d{1,2})?$/.test(String(amount)), 'must have at most two decimals')

/** The minor units of an amount that `amountSchema` accepts. */
export function minorOf(amount: number): number {
  return Math.round(amount * 100)
}

/** The amount of minor units. */
export function amountOf(minorUnits: number): number {
  return minorUnits / 100
}

/** A percentage. */
const vatSchema = z
  .number()
  .min(0)
  .max(100)
  .refine((vat) => /^\d+(?:\.\d{1,2})?$/.test(String(vat)), 'must have at most two decimals')

const itemSchema = z.strictObject({
  id: z.string().min(1).max(32),
  description: z.string().min(1).max(50),
  unitPrice: amountSchema,
  quantity: z.int().min(1).max(99_999),
  vat: vatSchema,
  requiresElectronicId: z.boolean().optional(),
  sku: z.string().max(1024).optional(),
  type: z.string().optional(),
})

export const cartSchema = z
  .strictObject({ items: z.array(itemSchema).min(1).max(1000) })
  .refine(
    ({ items }) => new Set(items.map(({ id }) => id)).size === items.length,
    'item ids must be unique within the cart',
  )

const feeSchema = z.strictObject({
  id: z.string().min(1).max(50),
  description: z.string().min(1).max(50),
  unitPrice: amountSchema.refine((amount) => amount >= 0, 'must not be negative'),
  vat: vatSchema,
})

/** Null removes a fee. */
export const feesSchema = z.strictObject({
  shipping: feeSchema.nullish(),
  directinvoicenotification: feeSchema.nullish(),
})

export const referenceSchema = z.strictObject({ Reference: z.string().min(1).max(50) })
export const metadataSchema = z.record(z.string(), z.string())

/** Plain http only on this machine. */
const addressSchema = z
  .string()
  .max(2000)
  .refine(
    (address) =>
      /^https:\/\/\S+$/.test(address) || /^http:\/\/(?:localhost|127\.0\.0\.1)[:/]\S*$/.test(address),
    'must be an absolute https address',
  )

export const initializeSchema = z.strictObject({
  storeId: z.int().min(1),
  countryCode: z.enum(['SE', 'NO', 'FI', 'DK', 'DE', 'EU']),
  reference: z.string().max(50).optional(),
  redirectPageUri: addressSchema.optional(),
  checkoutAbortedRedirectPageUri: addressSchema.optional(),
  merchantTermsUri: addressSchema,
  notificationUri: addressSchema,
  validationUri: addressSchema.optional(),
  profileName: z.string().min(1).max(100).optional(),
  privateCustomerPrefill: z
    .strictObject({
      email: z.string().optional(),
      mobilePhoneNumber: z.string().optional(),
      deliveryAddress: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  metadata: metadataSchema.optional(),
  cart: cartSchema,
  fees: feesSchema.optional(),
})

export type Initialize = z.output<typeof initializeSchema>
export type Cart = z.output<typeof cartSchema>
export type Fees = z.output<typeof feesSchema>

/** What the shopper has to pay, in minor units. */
export function totalOf(cart: Cart, fees: Fees): number {
  const items = cart.items.reduce((sum, { unitPrice, quantity }) => sum + minorOf(unitPrice) * quantity, 0)
  return items + minorOf(fees.shipping?.unitPrice ?? 0)
}

/** Problems with their fields, e.g. `cart.items[0].vat: must …`. */
export function problemsOf(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => `${fieldPath(path)}: ${message}`)
}
