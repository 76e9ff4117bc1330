/**
 * The demo catalogue that ships with Anode, in the interchange form. It is the same on every machine; only
 * campaign windows, deals and delivery dates count from `now`. It never reads a file or a network.
 */
import type { CatalogueRecord } from '../../domain/catalogue/catalogue-record.ts'
import { demoAttributes } from './attributes.ts'
import { demoBrands } from './brands.ts'
import { buttonCells } from './button-cells.ts'
import { demoCategories } from './categories.ts'
import { householdBatteries } from './household-batteries.ts'
import { buildProducts } from './product-builder.ts'
import type { ProductPlan } from './product-plan.ts'
import { relatePlans } from './relations.ts'
import { demoTags } from './tags.ts'

/** The plans of every family, in the order in which they are shown where nothing else decides. */
function demoPlans(): ProductPlan[] {
  return [...householdBatteries(), ...buttonCells()]
}

/** Every record of the demo: attributes, brands, tags, categories, products, content, deals and hints. */
export function* demoCatalogue(now: Date): Generator<CatalogueRecord> {
  yield* demoAttributes
  yield* demoBrands
  yield* demoTags
  yield* demoCategories
  const { plans, crossSold } = relatePlans(demoPlans())
  for (const plan of plans) yield* buildProducts(plan, now, crossSold)
}
