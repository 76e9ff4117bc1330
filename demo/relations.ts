/**
 * Relations between the products of the demo: siblings, accessories, cross-sells, spare parts and the sets a
 * product is part of. Relations refer to products that can be put in a cart, never to a parent.
 */
import { mainCategoryOf } from './categories.ts'
import { variantPlan, type ProductPlan, type Relations } from './product-plan.ts'
import { isCell, suits } from './suitability.ts'
import { chance } from './words.ts'

type RelationKind = 'accessories' | 'crossSelling' | 'spareParts' | 'recommended'

/** The skus that go with a family, by its sku, its category or its main category. */
export type Companions = Record<string, Partial<Record<RelationKind, string[]>>>

export interface RelatedPlans {
  plans: ProductPlan[]
  /** Skus that some product offers as a cross-sell; they carry a cross-selling price. */
  crossSold: ReadonlySet<string>
}

/** Adds relations to every plan; `companions` names skus by category and may name later families. */
export function relatePlans(plans: ProductPlan[], companions: Companions = {}): RelatedPlans {
  const known = new Map(
    plans.flatMap((plan) =>
      [plan, ...(plan.variants ?? []).map((variant) => variantPlan(plan, variant))].map((each) => [
        each.sku,
        each,
      ]),
    ),
  )
  const bySku = new Map<string, string[]>()
  for (const plan of plans) {
    for (const part of plan.setParts ?? []) bySku.set(part.sku, [...(bySku.get(part.sku) ?? []), plan.sku])
  }
  const siblings = Map.groupBy(
    plans.filter((plan) => !plan.setParts && plan.type !== 'gift_card'),
    (plan) => plan.categories[0] ?? '',
  )
  const crossSold = new Set<string>()

  const relate = (plan: ProductPlan, family = plan.sku): Relations => {
    const category = plan.categories[0] ?? ''
    const found = companions[family] ?? companions[category] ?? companions[mainCategoryOf(category)] ?? {}
    // Cells of one size are in several categories: household, photo, alarm.
    const candidates = isCell(plan) ? plans.filter(isCell) : (siblings.get(category) ?? [])
    const others = candidates
      .filter((other) => suits(plan, other))
      .filter((other) => other.sku !== plan.sku && !plan.sku.startsWith(`${other.sku}-`))
      .toSorted((a, b) => chance(a.sku, plan.sku) - chance(b.sku, plan.sku))
      .map(firstForSale)
    const pick = (kind: RelationKind) =>
      (found[kind] ?? []).filter((sku) => {
        const other = known.get(sku)
        return other !== undefined && sku !== plan.sku && suits(plan, other)
      })
    const relations: Relations = {
      related: others.slice(0, 4),
      accessories: pick('accessories'),
      crossSelling: pick('crossSelling'),
      spareParts: pick('spareParts'),
      recommended: pick('recommended'),
      upselling: bySku.get(plan.sku) ?? [],
      ...plan.relations,
    }
    for (const sku of relations.crossSelling ?? []) crossSold.add(sku)
    return Object.fromEntries(Object.entries(relations).filter(([, skus]) => skus.length > 0))
  }

  const related = plans.map((plan) => ({
    ...plan,
    relations: relate(plan),
    ...(plan.variants
      ? {
          variants: plan.variants.map((variant) => ({
            ...variant,
            relations: relate(variantPlan(plan, variant), plan.sku),
          })),
        }
      : {}),
  }))
  return { plans: related, crossSold }
}

function firstForSale(plan: ProductPlan): string {
  return plan.variants?.[0]?.sku ?? plan.sku
}
