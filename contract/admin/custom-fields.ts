/** Fields of the shop's own, and the values that an object has of them. */
import { z } from 'zod'
import { safeText } from '../text.ts'
import { listOf } from './table.ts'

/** Sku, number of an order, code of a coupon, or id of an account or a company. */
export const fieldOwnerParams = z.object({ name: z.string().min(1).max(100) })

const value = z.union([safeText(20_000), z.number(), z.boolean()])
const key = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)
/** Code of a store or a language; empty: the one value of the field. */
const scope = z.string().regex(/^[a-z]{0,8}$/)

/** By key of the field, then by scope; null: none. */
const changedValues = z.record(key, z.record(scope, value.nullable()))

/** `expected`: the named values as the person saw them; a change meanwhile is answered 409 with `current`. */
export const setFieldValuesBody = z.strictObject({ values: changedValues, expected: changedValues })

/** What a value begins with that is the picture. */
export const fieldPictureAnswer = z.object({ source: z.string() })
export type FieldPictureAnswer = z.infer<typeof fieldPictureAnswer>

const perStore = z.record(z.string(), z.string())

/** The fields that a table can be filtered by. */
export const filterableFields = z.object({
  fields: z.array(
    z.object({
      key: z.string(),
      kind: z.enum(['text', 'number', 'choice', 'flag', 'date']),
      unit: z.string().nullable(),
      names: perStore,
      options: z.array(z.object({ code: z.string(), names: perStore })),
    }),
  ),
})
export type FilterableFields = z.infer<typeof filterableFields>

const number = String.raw`-?\d{1,15}(?:\.\d{1,9})?`
const day = String.raw`\d{4}-\d\d-\d\d`
const wantedField = new RegExp(
  `^[a-z][a-z0-9_]{0,39}:(?:=.{1,200}|(?:${number})?\\.\\.(?:${number})?|(?:${day})?\\.\\.(?:${day})?)$`,
)

/**
 * `care:=Torkas`, `length:10..20`, `since:2026-01-01..`: values of the shop's own fields; a comma of a text is `%2C`, a
 * percent sign `%25`. Of one field any of the values, of several fields each.
 */
export const fieldFilter = listOf(
  z
    .string()
    .regex(wantedField)
    .transform((pair) => {
      const [field = '', wanted = ''] = pair.split(/:(.*)/s)
      if (wanted.startsWith('='))
        return { field, equals: wanted.slice(1).replaceAll('%2C', ',').replaceAll('%25', '%') }
      const [from, to] = wanted.split('..')
      return { field, from: from || null, to: to || null }
    }),
)

export const fieldValuesAnswer = z.object({
  /** In the order in which they are shown. */
  fields: z.array(
    z.object({
      key: z.string(),
      kind: z.enum(['text', 'rich_text', 'number', 'choice', 'flag', 'date', 'reference', 'picture']),
      unit: z.string().nullable(),
      names: perStore,
      options: z.array(z.object({ code: z.string(), names: perStore })),
      /** Of a reference: the kind of object. */
      refersTo: z.enum(['product', 'customer', 'order', 'coupon']).nullable(),
      isRequired: z.boolean(),
      /** Where it may have a value: empty, or codes of stores or languages. */
      scopes: z.array(
        z.object({
          scope: z.string(),
          kind: z.enum(['shared', 'store', 'language']),
          mayChange: z.boolean(),
        }),
      ),
    }),
  ),
  values: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  /** What staff call the objects of references; null: there is none any more. */
  references: z.array(z.object({ field: z.string(), scope: z.string(), name: z.string().nullable() })),
  /** Paths of pictures in the shop. */
  thumbs: z.array(z.object({ field: z.string(), scope: z.string(), thumb: z.string() })),
})
export type FieldValuesAnswer = z.infer<typeof fieldValuesAnswer>
