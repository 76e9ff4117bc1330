/** Fields of the shop's own, and the values that an object has of them. */
import { z } from 'zod'
import { safeText } from '../text.ts'

/** Sku, number of an order, code of a coupon, or id of an account or a company. */
export const fieldOwnerParams = z.object({ name: z.string().min(1).max(100) })

const value = z.union([safeText(2_000), z.number(), z.boolean()])
const key = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)
/** Code of a store or a language; empty: the one value of the field. */
const scope = z.string().regex(/^[a-z]{0,8}$/)

/** By key of the field, then by scope; null: none. */
const changedValues = z.record(key, z.record(scope, value.nullable()))

/** `expected`: the named values as the person saw them; a change meanwhile is answered 409 with `current`. */
export const setFieldValuesBody = z.strictObject({ values: changedValues, expected: changedValues })

const perStore = z.record(z.string(), z.string())

export const fieldValuesAnswer = z.object({
  /** In the order in which they are shown. */
  fields: z.array(
    z.object({
      key: z.string(),
      kind: z.enum(['text', 'number', 'choice', 'flag', 'date']),
      unit: z.string().nullable(),
      names: perStore,
      options: z.array(z.object({ code: z.string(), names: perStore })),
      is_required: z.boolean(),
      /** Where it may have a value: empty, or codes of stores or languages. */
      scopes: z.array(
        z.object({
          scope: z.string(),
          kind: z.enum(['shared', 'store', 'language']),
          may_change: z.boolean(),
        }),
      ),
    }),
  ),
  values: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
})
export type FieldValuesAnswer = z.infer<typeof fieldValuesAnswer>
