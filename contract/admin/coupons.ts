/** Discount codes as staff see, edit and simulate them. Amounts in major units, VAT included. */
import { z } from 'zod'
import { amount } from '../amount.ts'
import { sku, storeCode } from './fields.ts'
import { priceStep, timelineEntry } from './orders.ts'

const couponState = z.enum(['valid', 'scheduled', 'expired', 'used_up', 'disabled'])

/** What a form for a coupon is made of. */
export const couponKindsAnswer = z.object({
  kinds: z.array(
    z.object({
      name: z.string(),
      fields: z.array(
        z.object({
          name: z.string(),
          type: z.enum(['amount', 'number', 'optionalNumber', 'flag', 'ids', 'texts']),
        }),
      ),
    }),
  ),
})

export const couponParams = z.object({ code: z.string().min(1).max(100) })

const fieldValue = z.union([
  z.number(),
  z.string().max(200),
  z.boolean(),
  z.array(z.union([z.number(), z.string().max(200)])).max(1_000),
  z.record(z.string().max(10), z.string().max(200)),
  z.null(),
])

/**
 * The fields of a coupon record, as in an import: those of its kind, `minimum_spend`, `discount_labels`, `stores`,
 * `valid_from`, `usage_limit` … The products of an offer may be given by sku.
 */
export const couponFields = z.record(z.string().max(60), fieldValue)

/** A coupon record as it is stored: times in epoch milliseconds. */
const storedFields = z.record(z.string(), z.unknown())

export const createCouponBody = z.strictObject({ fields: couponFields })
export const createdCoupon = z.object({ code: z.string() })
export type CreatedCoupon = z.infer<typeof createdCoupon>

/** `expected`: the fields that the person saw; a change meanwhile is answered 409 with `current`, an `EditedCoupon`. */
export const replaceCouponBody = z.strictObject({ fields: couponFields, expected: storedFields })

export const couponPage = z.object({
  code: z.string(),
  kind: z.string(),
  fields: storedFields,
  /** The products that the fields name by id. */
  skus: z.record(z.string(), z.string()),
  /** `YYYY-MM-DDTHH:MM` by the clock of its (first) store. */
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  state: couponState,
  createdAt: z.iso.datetime(),
  used: z.number(),
  /** Of these, uses at a former shop. */
  usedBefore: z.number(),
  /** The latest orders that used it. */
  uses: z.array(
    z.object({
      order: z.string(),
      usedAt: z.iso.datetime(),
      releasedAt: z.iso.datetime().nullable(),
    }),
  ),
  /** Newest first; `canUndo` is of the kind of change and the person. */
  timeline: z.array(timelineEntry.extend({ canUndo: z.boolean() })),
  /** Whether the person may change it: in every store in which it is valid. */
  mayEdit: z.boolean(),
})
export type CouponPage = z.infer<typeof couponPage>
/** The part of a coupon that its form edits. */
export type EditedCoupon = Pick<CouponPage, 'code' | 'kind' | 'fields' | 'skus' | 'validFrom' | 'validTo'>

export const simulateBody = z.strictObject({
  store: storeCode,
  lines: z.array(z.strictObject({ sku, quantity: z.number().int().min(1).max(10_000) })).max(100),
  codes: z.array(z.string().max(100)).max(10),
  /** A customer of the store; absent: a guest. */
  email: z.string().max(200).optional(),
  /** When the codes are used; absent: now. */
  at: z.iso.datetime({ offset: true }).optional(),
})

export const simulation = z.object({
  currency: z.string(),
  lines: z.array(
    z.object({
      uuid: z.string(),
      sku: z.string(),
      name: z.string(),
      quantity: z.number(),
      unitPrice: amount,
      total: amount,
      priceTrace: z.array(priceStep),
    }),
  ),
  codes: z.array(
    z.object({
      code: z.string(),
      applied: z.boolean(),
      reason: z.string().nullable(),
      /** What it takes off. */
      amount,
    }),
  ),
  sum: amount,
  /** For business customers. */
  sumExVat: amount,
  vatAmount: amount,
  unavailable: z.array(z.object({ sku: z.string(), notice: z.string().nullable() })),
})
export type Simulation = z.infer<typeof simulation>
