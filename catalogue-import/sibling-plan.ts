/**
 * Which products of a group become choices of one product, and by what they are chosen. Pure; write-siblings.server.ts
 * reads the group and writes the plan.
 */
import type { ProductId } from '../domain/products/product-id.ts'
import type { Sku } from '../domain/products/sku.ts'

type AttributeValues = Readonly<Record<string, unknown>>

/** A product of the group: a row of the file, or a product that an earlier file has put into the group. */
export interface Sibling {
  sku: Sku
  /** Null: a dry run would have created it. */
  id: ProductId | null
  variantOf: ProductId | null
  attributes: AttributeValues
  /** Its row in this file; null: it is not in the file. */
  row: number | null
}

/** The product that groups others already. */
export interface SiblingParent {
  id: ProductId
  variationAttributes: readonly string[]
  /** An import made it: it follows the file. Otherwise staff made it, and keep it. */
  isImported: boolean
}

export interface SiblingPlan {
  /** The choices of the product; none: every product of the group is one on its own. */
  variants: Sibling[]
  /** Attributes in which the variants differ. */
  variationAttributes: string[]
  /** Products that have the same choices as a variant, each with that variant. */
  same: { sibling: Sibling; as: Sibling }[]
}

/** Attributes by which the storefront lets a product be chosen at most. */
const mostAttributes = 10

const isMissing = (value: unknown) => value === undefined || value === null || value === ''

const valueOf = ({ attributes }: Sibling, code: string): string => JSON.stringify(attributes[code] ?? null)

/** `codes`: attributes that the rows name, in the order of the file. */
export function planSiblings(
  siblings: readonly Sibling[],
  codes: readonly string[],
  parent: SiblingParent | null,
): SiblingPlan {
  const all = [...new Set([...(parent?.variationAttributes ?? []), ...codes])]
  const own = siblings.filter(
    (sibling) =>
      (sibling.variantOf === null || sibling.variantOf === parent?.id) &&
      all.some((code) => !isMissing(sibling.attributes[code])),
  )
  const [variants, same] = apart(own.toSorted(earlierFirst), all)
  const isGroup = variants.length > 1 || parent !== null
  const differing = all.filter((code) => new Set(variants.map((each) => valueOf(each, code))).size > 1)
  const kept = parent?.variationAttributes ?? []
  const isKept = parent !== null && (variants.length < 2 || !parent.isImported)
  return {
    variants: isGroup ? variants : [],
    variationAttributes: (isKept ? [...new Set([...kept, ...differing])] : differing).slice(
      0,
      mostAttributes,
    ),
    same,
  }
}

/** Splits off products that no choice tells apart from an earlier one. */
function apart(siblings: readonly Sibling[], codes: readonly string[]): [Sibling[], SiblingPlan['same']] {
  const first = new Map<string, Sibling>()
  const same: SiblingPlan['same'] = []
  for (const sibling of siblings) {
    const key = codes.map((code) => valueOf(sibling, code)).join()
    const as = first.get(key)
    if (as) same.push({ sibling, as })
    else first.set(key, sibling)
  }
  return [[...first.values()], same]
}

/** Those that are variants stay it; the others in the order in which the catalogue got them, new ones in that of the file. */
function earlierFirst(a: Sibling, b: Sibling): number {
  const variant = Number(a.variantOf === null) - Number(b.variantOf === null)
  const rank = ({ id }: Sibling) => (id === null ? Number.POSITIVE_INFINITY : id)
  if (variant !== 0) return variant
  if (rank(a) !== rank(b)) return rank(a) - rank(b)
  return (a.row ?? 0) - (b.row ?? 0)
}
