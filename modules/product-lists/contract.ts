/** Lists of products: the customer's saved products and named lists, and lists shared by link. */
import { z } from 'zod'
import { productCard } from '../../contract/catalogue.ts'
import { safeName, safeText } from '../../contract/text.ts'

const listName = safeName(80).refine((name) => name.trim() !== '')
const sku = safeText(200).refine((text) => text.trim() !== '')

/** A product of a list. */
const listLine = z.object({
  sku: z.string(),
  name: z.string(),
  quantity: z.number(),
  product: productCard.nullable().meta({ description: 'Null: the store does not sell it now' }),
})
export type ListLine = z.infer<typeof listLine>

/** GET /api/lists */
export const listsAnswer = z.array(
  z.object({
    id: z.union([z.literal('saved'), z.number()]),
    name: z.string().nullable().meta({ description: 'Null: the saved products' }),
    share_token: z.string().nullable().meta({ description: 'Null: not shared' }),
    skus: z.array(z.string()).meta({ description: 'The newest first' }),
  }),
)
export type ListEntry = z.infer<typeof listsAnswer>[number]

/** GET /api/lists/:id */
export const listAnswer = z.object({
  name: z.string().nullable(),
  share_token: z.string().nullable(),
  lines: z.array(listLine),
})
export type ListAnswer = z.infer<typeof listAnswer>

/** GET /api/shared-lists/:token */
export const sharedListAnswer = listAnswer.omit({ share_token: true })
export type SharedListAnswer = z.infer<typeof sharedListAnswer>
export const sharedListParams = z.object({ token: safeText(50) })

/** POST /api/lists and PUT /api/lists/:id */
export const listRequest = z.object({ name: listName })
export const newListAnswer = z.object({ id: z.number() })
export type NewListAnswer = z.infer<typeof newListAnswer>

const id = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1)
/** A named list. */
export const namedListParams = z.object({ id })
/** A named list, or `saved`. */
export const listParams = z.object({ id: z.union([z.literal('saved'), id]) })
export const listLineParams = listParams.extend({ sku })

/** POST /api/lists/:id/lines */
export const listLinesRequest = z.object({
  lines: z
    .array(z.object({ sku, quantity: z.int().min(1).max(5000).default(1) }))
    .min(1)
    .max(200),
})
/** The article numbers of the list, the newest first. */
export const listLinesAnswer = z.object({ skus: z.array(z.string()) })
export type ListLinesAnswer = z.infer<typeof listLinesAnswer>

/** POST /api/lists/:id/share */
export const shareAnswer = z.object({ token: z.string() })

/** POST /api/list-products: the products that a device has saved. */
export const listProductsRequest = z.object({ skus: z.array(sku).max(200) })
export const listProductsAnswer = z.array(productCard)
