/** The first products that an import would create, as a person looks at them: rows of one group are one product. Pure. */
import { attributeField } from '../domain/catalogue/column-mapping.ts'
import type { NewProduct } from '../domain/catalogue/feed-upload.ts'
import { measureText } from '../domain/catalogue/measures.ts'
import { feedFieldEntries } from '../domain/catalogue/product-fields.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import type { FeedProduct } from './feed-product.ts'
import { fieldColumn } from './field-cells.ts'

/** Products that are shown, and choices and pictures of one that are named. */
const mostProducts = 10
const mostChoices = 12
const mostPictures = 8
/** Characters of a description that a preview shows. */
const longestDescription = 2000

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
        sku: feed.sku,
        name: variant?.title || feed.name,
        brand: feed.brand ?? null,
        description: (feed.description ?? '').slice(0, longestDescription),
        salePriceMinor: feed.salePriceMinor ?? null,
        availability: feed.availability,
        pictures: [feed.imageLink ?? '', ...(feed.additionalImageLinks ?? [])]
          .filter(Boolean)
          .slice(0, mostPictures),
        choiceGroups: [],
        facts: factsOf(feed),
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
      for (const { name, value } of variant.choices) addChoice(product, name, value)
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

function addChoice({ choiceGroups }: NewProduct, name: string, value: string): void {
  const known = choiceGroups.find((group) => group.name === name)
  const group = known ?? { name, values: [] }
  if (!known) choiceGroups.push(group)
  if (!group.values.includes(value) && group.values.length < mostChoices) group.values.push(value)
}

/** The plain fields of the row that have a value, its attributes, and the fields of the shop. */
function factsOf(feed: FeedProduct): NewProduct['facts'] {
  const plain = feedFieldEntries.flatMap(({ name, feedColumn: column, measure }) => {
    const value = feed[name]
    // The group shows as choices.
    if (name === 'itemGroup' || value === undefined || value === null || value === '') return []
    return [{ column, value: measure === undefined ? String(value) : measureText(measure, Number(value)) }]
  })
  const own = Object.entries(feed.fields ?? {}).flatMap(([key, value]) =>
    value === '' ? [] : [{ column: fieldColumn(key), value }],
  )
  const attributes = (feed.facts ?? []).map(({ name, value }) => ({ column: attributeField(name), value }))
  return [...plain, ...attributes, ...own]
}
