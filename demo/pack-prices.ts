/**
 * Prices of packs: a larger pack of a cell, or a longer piece of a cable sold by the metre, is never dearer per cell or
 * metre than a smaller one. Rounding to a store's price points alone would not keep that.
 */
import { shelfPrice, shelfPriceAtMost } from './demo-prices.ts'
import { demoStores, eachDemoStore, type DemoStore } from './demo-stores.ts'
import { variantPlan, type ProductPlan } from './product-plan.ts'

interface Pack {
  sku: string
  sek: number
  /** Equal for packs that differ in nothing but their size. */
  goods: string
  /** Cells or metres. */
  amount: number
}

/** Attributes that differ between packs of one cell. */
const ofTheSize = new Set(['cells_per_pack', 'weight_g'])

/** Plans with exact prices where a rounded price would be dearer per piece than that of a smaller pack. */
export function pricePacks(plans: ProductPlan[]): ProductPlan[] {
  const packs = plans.flatMap((plan) =>
    plan.variants
      ? plan.variants.flatMap((variant) => packOf(variantPlan(plan, variant), plan.sku))
      : packOf(plan),
  )
  const prices = new Map(
    Map.groupBy(packs, ({ goods }) => goods)
      .values()
      .flatMap(loweredPrices),
  )
  const priced = <Plan extends Pick<ProductPlan, 'sku' | 'prices'>>(plan: Plan): Plan => {
    const lowered = prices.get(plan.sku)
    return lowered ? { ...plan, prices: lowered } : plan
  }
  return plans.map((plan) =>
    plan.variants ? { ...plan, variants: plan.variants.map(priced) } : priced(plan),
  )
}

/** The pack that a product is, if it is one: cells as such, or a piece of the cable `family` by the metre. */
function packOf({ sku, sek, brand, attributes }: ProductPlan, family?: string): Pack[] {
  const { battery_size: size, voltage_v: volts, cells_per_pack: cells, content_amount: metres } = attributes
  if (size !== undefined && volts !== undefined && typeof cells === 'number') {
    const shared = Object.entries(attributes).filter(([code]) => !ofTheSize.has(code))
    return [{ sku, sek, goods: JSON.stringify([brand, ...shared]), amount: cells }]
  }
  return family !== undefined && typeof metres === 'number'
    ? [{ sku, sek, goods: family, amount: metres }]
    : []
}

/** The prices of those packs of one cell or cable that must be lower than their rounded ones. */
function loweredPrices(packs: Pack[]): [sku: string, prices: Record<DemoStore, number>][] {
  const perPiece = eachDemoStore(() => Number.POSITIVE_INFINITY)
  const lowered: [sku: string, prices: Record<DemoStore, number>][] = []
  for (const { sku, sek, amount } of packs.toSorted((one, other) => one.amount - other.amount)) {
    const rounded = eachDemoStore((store) => shelfPrice(sek, store))
    const fair = eachDemoStore((store) =>
      rounded[store] > perPiece[store] * amount
        ? shelfPriceAtMost(perPiece[store] * amount, store)
        : rounded[store],
    )
    if (demoStores.some((store) => fair[store] !== rounded[store])) lowered.push([sku, fair])
    for (const store of demoStores) perPiece[store] = Math.min(perPiece[store], fair[store] / amount)
  }
  return lowered
}
