/**
 * Shopkeeper's decisions across families: which products only some stores sell, and that the parts of sets
 * and the products of deals are in stock.
 */
import { dealSkus } from './deals.ts'
import type { ProductPlan } from './product-plan.ts'
import type { DemoStore } from './demo-stores.ts'

/** Products that only some stores sell, by sku. */
const onlyIn: Record<string, DemoStore[]> = {
  'SV-TRK-210A': ['sv', 'no'],
  'SV-TRK-225': ['sv', 'no', 'de'],
  'SG-PS1500': ['sv', 'de'],
  'MX-EB-36': ['sv', 'da'],
  'MX-EB-48': ['da'],
  'LA-GAS': ['sv', 'no', 'da'],
  'SV-60032': ['de'],
  'DE-K-REM3': ['de', 'da'],
  'CB-DORO5': ['sv', 'no'],
  'CB-DORO6': ['sv', 'no'],
  'EL-DORO-MAG': ['sv', 'no', 'da'],
  'LU-T10': ['sv', 'no', 'da'],
  'NC-ZC-C': ['de'],
  'MX-BD18-2': ['de', 'da'],
  'SV-U1R-9': ['sv', 'no'],
}

/** Applies those decisions; shape and order of the plans stay. */
export function prepareAssortment(plans: ProductPlan[]): ProductPlan[] {
  const onShelf = new Set<string>([...Object.values(dealSkus), 'EL-AA-8', 'LU-T4'])
  for (const plan of plans) for (const part of plan.setParts ?? []) onShelf.add(part.sku)
  return plans.map((plan) => ({
    ...plan,
    ...(onlyIn[plan.sku] ? { only: onlyIn[plan.sku] } : {}),
    ...(onShelf.has(plan.sku) ? { stock: 'in_stock' as const } : {}),
    ...(plan.variants
      ? {
          variants: plan.variants.map((variant) =>
            onShelf.has(variant.sku) ? { ...variant, stock: 'in_stock' as const } : variant,
          ),
        }
      : {}),
  }))
}
