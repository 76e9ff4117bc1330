/**
 * Which products the demo relates to another: what fits (`fitsAsRelated`), and of holders, cables and chargers only
 * what goes with the product.
 */
import { fitsAsRelated, isCell as isCellGoods, type FitGoods } from '../domain/devices/fits-as-related.ts'
import type { ProductPlan } from './product-plan.ts'

const of = (plan: ProductPlan, code: string) => plan.attributes[code]
const same = (a: ProductPlan, b: ProductPlan, code: string) => of(a, code) === of(b, code)
const both = (a: ProductPlan, b: ProductPlan, code: string) =>
  of(a, code) !== undefined && of(b, code) !== undefined
const isIn = (plan: ProductPlan, category: string) => plan.categories.includes(category)
const goodsOf = ({ attributes, fits = [] }: ProductPlan): FitGoods => ({ attributes, fits })

/** A battery in a standard size, as opposed to a product that takes one. */
export const isCell = (plan: ProductPlan): boolean => isCellGoods(goodsOf(plan))

/** Sizes that lithium-ion chargers take; their lamps and cells are the only ones they are offered with. */
const lithiumIonSizes = ['18650', '21700', '14500', '16340']

/** Ah of the largest battery that the tray of the assortment holds. */
const mostInTray = 100

const takesLithiumIon = (plan: ProductPlan) => [of(plan, 'charges')].flat().includes('li_ion')

/** Whether `other` may be offered beside `plan`. */
export function suits(plan: ProductPlan, other: ProductPlan): boolean {
  if (!fitsAsRelated(goodsOf(plan), goodsOf(other))) return false
  if (isCell(other)) return both(plan, other, 'battery_size') || of(plan, 'charges') !== undefined
  if (isCell(plan)) return true
  if (other.sku === 'DE-TRAY') return !(Number(of(plan, 'capacity_ah')) > mostInTray)
  // Their tabs take no cable of a battery's thickness and nothing that is screwed on.
  if (String(of(plan, 'terminal_layout')).startsWith('faston'))
    return !isIn(other, 'cable-by-metre') && !isIn(other, 'battery-terminals')
  if (isIn(other, 'battery-chargers') && takesLithiumIon(other))
    return lithiumIonSizes.includes(String(of(plan, 'battery_size'))) || isIn(plan, 'battery-chargers')
  if (isIn(plan, 'battery-holders') && isIn(other, 'battery-holders'))
    return same(plan, other, 'battery_size')
  if (both(plan, other, 'connector_b') && !isIn(other, 'solar-power'))
    return same(plan, other, 'connector_a') && same(plan, other, 'connector_b')
  return true
}
