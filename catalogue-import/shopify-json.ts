/**
 * Products of Shopify as its interfaces answer them: `/products.json` of a storefront, and the Admin API. Each becomes the
 * rows of the product export (shopify-products.ts): one for each variant, and one for each further picture. Pure.
 * https://shopify.dev/docs/api/admin-rest/latest/resources/product
 */
import { z } from 'zod'

/** Shopify allows 2,048 variants and 250 pictures of a product. */
const mostVariants = 5000
const mostPictures = 1000

const text = z.union([z.string(), z.number().transform(String), z.null().transform(() => '')]).optional()
const list = z.array(z.string()).transform((words) => words.join(', '))
const picture = z.object({ id: z.number().optional(), src: z.string(), alt: text })

const variant = z.object({
  title: text,
  sku: text,
  barcode: text,
  price: text,
  compare_at_price: text,
  option1: text,
  option2: text,
  option3: text,
  grams: text,
  taxable: z.boolean().optional(),
  requires_shipping: z.boolean().optional(),
  /** Whether a storefront sells it; it does not say how many. */
  available: z.boolean().optional(),
  inventory_quantity: z.number().optional(),
  /** Null: not counted. */
  inventory_management: text,
  inventory_policy: text,
  image_id: z.number().nullish(),
  featured_image: picture.nullish(),
})

const product = z.object({
  handle: z.string().min(1),
  title: z.string(),
  body_html: text,
  vendor: text,
  product_type: text,
  tags: z.union([text, list]),
  status: text,
  published_at: text,
  options: z.array(z.object({ name: z.string() })).default([]),
  variants: z.array(variant).min(1).max(mostVariants),
  images: z.array(picture).max(mostPictures).default([]),
})
type Product = z.infer<typeof product>
type Variant = z.infer<typeof variant>

/** The rows of a product by the names of the export's columns; null: the object is no product of Shopify. */
export function shopifyRows(object: object): ReadonlyMap<string, string>[] | null {
  // A look at two members spares the others of a long file.
  if (!('handle' in object && 'variants' in object)) return null
  const read = product.safeParse(object)
  if (!read.success) return null
  const { handle, variants, images } = read.data
  const pictures = images.map(({ src, alt }) => ({ 'Image Src': src, 'Image Alt Text': alt ?? '' }))
  const rows = variants.map((each, at) => ({
    ...productCells(read.data),
    ...variantCells(each, read.data),
    ...pictures[at],
  }))
  const further = pictures.slice(variants.length).map((each) => ({ Handle: handle, ...each }))
  return [...rows, ...further].map((cells) => new Map(Object.entries(cells)))
}

function productCells({
  handle,
  title,
  body_html,
  vendor,
  product_type,
  tags,
  status,
  published_at,
}: Product) {
  return {
    Handle: handle,
    Title: title,
    'Body (HTML)': body_html ?? '',
    Vendor: vendor ?? '',
    Type: product_type ?? '',
    Tags: tags ?? '',
    Status: status ?? '',
    Published: published_at === '' ? 'false' : 'true',
  }
}

function variantCells(own: Variant, { options, images }: Product): Record<string, string> {
  const values = [own.option1, own.option2, own.option3]
  const picture = own.featured_image ?? images.find(({ id }) => id !== undefined && id === own.image_id)
  return {
    ...Object.fromEntries(
      values.flatMap((value, at) => [
        [`Option${at + 1} Name`, options[at]?.name ?? ''],
        [`Option${at + 1} Value`, value ?? ''],
      ]),
    ),
    'Variant SKU': own.sku ?? '',
    'Variant Barcode': own.barcode ?? '',
    'Variant Price': own.price ?? '',
    'Variant Compare At Price': own.compare_at_price ?? '',
    'Variant Grams': own.grams ?? '',
    'Variant Taxable': yesOrNo(own.taxable),
    'Variant Requires Shipping': yesOrNo(own.requires_shipping),
    'Variant Image': picture?.src ?? '',
    ...stockCells(own),
  }
}

const yesOrNo = (value: boolean | undefined): string => (value === undefined ? '' : String(value))

/** A storefront says only what it does not sell: that is counted as none. */
function stockCells({ available, inventory_quantity, inventory_management, inventory_policy }: Variant) {
  const [tracker, quantity] =
    inventory_quantity !== undefined
      ? [inventory_management ?? 'shopify', String(inventory_quantity)]
      : available === false
        ? ['shopify', '0']
        : ['', '']
  return {
    'Variant Inventory Tracker': tracker,
    'Variant Inventory Qty': quantity,
    'Variant Inventory Policy': inventory_policy ?? '',
  }
}
