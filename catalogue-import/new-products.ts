/** The first products that an import would create, as a person looks at them: rows of one group are one product. Pure. */
import type { NewProduct } from '../domain/catalogue/feed-upload.ts'
import type { CatalogueRow } from './catalogue-rows.ts'

/** Products that are shown, and choices of one that are named. */
const mostProducts = 3
const mostChoices = 12

export interface NewProducts {
  /** A row of a product that is created. */
  add(row: CatalogueRow): void
  first(): NewProduct[]
}

export function createNewProducts(): NewProducts {
  const products = new Map<string, NewProduct>()
  return {
    add({ feed }) {
      if (!feed) return
      const { variant, priceMinor } = feed
      const key = variant === undefined ? `sku ${feed.sku}` : `group ${variant.group}`
      const known = products.get(key)
      if (!known && products.size >= mostProducts) return
      const product: NewProduct = known ?? {
        name: variant?.title || feed.name,
        priceMinor,
        highestMinor: null,
        category: feed.categoryNames ?? [],
        choices: [],
        choiceCount: 0,
        pictureCount: (feed.imageLink ? 1 : 0) + (feed.additionalImageLinks?.length ?? 0),
      }
      products.set(key, product)
      if (variant === undefined) return
      product.choiceCount += 1
      if (product.choices.length < mostChoices)
        product.choices.push(variant.choices.map(({ value }) => value).join(', '))
      const highest = product.highestMinor ?? product.priceMinor
      if (priceMinor < product.priceMinor) {
        product.highestMinor = highest
        product.priceMinor = priceMinor
      } else if (priceMinor > highest) product.highestMinor = priceMinor
    },
    first: () => [...products.values()],
  }
}
