/** One product as staff edit it: its record of docs/import.md, and what belongs to it. */
import { z } from 'zod'
import { amount, givenAmount } from '../amount.ts'
import { brandOfProduct } from './brands.ts'
import { sku, storeCode } from './fields.ts'
import { timelineEntry } from './orders.ts'

const record = z.record(z.string().max(60), z.unknown())
const perStore = z.record(z.string(), z.string())

export const productPageParams = z.object({ sku })
export const photoParams = z.object({ sku, position: z.coerce.number().int().min(1).max(200) })

export const previewParams = z.object({ store: storeCode, sku })
/** `at`: a time by the clock of the store, `2026-12-01T10:00`; none: now. */
export const previewQuery = z.object({
  at: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    .optional(),
})

const photo = z.object({
  /** 1 is the one on cards. */
  position: z.number(),
  source: z.string(),
  /** Path of a small copy in the shop; null: not stored yet. */
  thumb: z.string().nullable(),
  size: z.string().nullable(),
  alt: perStore,
})

export const saleGaps = z.array(
  z.object({
    store: z.string(),
    gaps: z.array(z.object({ code: z.string(), isBlocking: z.boolean() })),
  }),
)

export const productPage = z.object({
  /** As the import reads and the export writes it; amounts in major units, VAT included. */
  record,
  photos: z.array(photo),
  gaps: saleGaps,
  stock: z.array(
    z.object({
      store: z.string(),
      available: z.number(),
      incoming: z.number(),
      /** `YYYY-MM-DD` by the clock of the store. */
      incomingOn: z.string().nullable(),
    }),
  ),
  /** Store → address of its page in the shop. */
  pages: perStore,
  /** Newest first. */
  /** `canRestore`: the product was changed after the entry, and the person may change it. */
  timeline: z.array(timelineEntry.extend({ canUndo: z.boolean(), canRestore: z.boolean() })),
  /** Currency → purchase cost without VAT, null where there is none; only currencies that the person may change. */
  costs: z.record(z.string(), amount.nullable()),
  /** Null: the product has none. */
  brand: brandOfProduct.nullable(),
  /** Stores in which the person may change the product. */
  editable: z.array(z.string()),
})
export type ProductPage = z.infer<typeof productPage>

export const productVariants = z.object({
  /** In the order of their creation, at most 500. */
  variants: z.array(
    z.object({
      record,
      /** Store → units available; a store without stock is absent. */
      available: z.record(z.string(), z.number()),
      /** As of the product's page. */
      costs: z.record(z.string(), amount.nullable()),
    }),
  ),
})
export type ProductVariants = z.infer<typeof productVariants>

const names = perStore

export const productReferences = z.object({
  brands: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** `parent`: code of the category above; null: none. */
  categories: z.array(z.object({ code: z.string(), parent: z.string().nullable(), names })),
  attributes: z.array(
    z.object({
      code: z.string(),
      kind: z.enum(['choice', 'number', 'text', 'flag']),
      unit: z.string().nullable(),
      names,
      values: z.array(z.object({ code: z.string(), names })),
    }),
  ),
  /** Store → VAT in percent of most goods. */
  vat: z.record(z.string(), z.number()),
})
export type ProductReferences = z.infer<typeof productReferences>

/** By currency; null: none. */
const costs = z.record(z.string().regex(/^[A-Z]{3}$/), givenAmount.nonnegative().max(10_000_000).nullable())
/** `expected`: what the person saw; a change meanwhile is answered 409 with `current`. */
export const setCostsBody = z.strictObject({ costs, expected: costs })
export const costsAnswer = z.object({ costs: z.record(z.string(), amount) })

export const versionParams = z.object({
  sku,
  entry: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
})
/** What restoring a version would change: the fields as they are, and as they were. */
export const productVersion = z.object({
  /** The record that this is about, for `expected` of the restore. */
  record,
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type ProductVersion = z.infer<typeof productVersion>
export const restoreVersionBody = z.strictObject({ expected: record })

export const createProductBody = z.strictObject({ record })
/** `expected`: the record that the person saw; a change meanwhile is answered 409 with `current`. */
export const saveProductBody = z.strictObject({ record, expected: record })
export const savedProduct = z.object({
  sku: z.string(),
  outcome: z.enum(['created', 'changed', 'unchanged']),
  /** Prices that had more digits than their currency, as an import reports them. */
  rounded: z.array(
    z.object({
      field: z.string(),
      code: z.string(),
      detail: z
        .object({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) })
        .nullable(),
    }),
  ),
})
export type SavedProduct = z.infer<typeof savedProduct>

const altTexts = z.record(storeCode, z.string().max(500))
/** The picture that the person saw at the position; another one there is answered 409 with all as `current`. */
const seenPhoto = z.strictObject({
  source: z.string().max(2000),
  /** The texts that a change replaces; an empty text: there was none. */
  alt: altTexts.optional(),
})
export const removePhotoBody = z.strictObject({ expected: seenPhoto })
export const changePhotoBody = z.strictObject({
  expected: seenPhoto,
  position: z.number().int().min(1).max(200).optional(),
  /** Store → text; an empty text removes it. */
  alt: altTexts.optional(),
})
export const changedPhoto = z.object({ position: z.number(), count: z.number() })

export const fitPreviewBody = z.strictObject({ fits: z.array(z.string().max(255)).max(1_000) })
export const fitPreview = z.object({
  fits: z.array(z.object({ fit: z.string(), devices: z.array(z.string()) })),
})
export type FitPreview = z.infer<typeof fitPreview>
