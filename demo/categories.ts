/** The demo's category tree, parents before children. */
import type { CategoryRecord } from '../domain/catalogue/catalogue-record.ts'
import { batteryCategories, buttonCellCategories } from './categories-batteries.ts'
import { deviceCategories, powerCategories } from './categories-devices.ts'
import { homeCategories, toolCategories, vehicleCategories } from './categories-home.ts'
import { categoryRecord, type CategoryPlan } from './category-table.ts'

const plans: CategoryPlan[] = [
  ...batteryCategories,
  ...buttonCellCategories,
  ...powerCategories,
  ...deviceCategories,
  ...toolCategories,
  ...vehicleCategories,
  ...homeCategories,
]

export const demoCategories: CategoryRecord[] = plans.map((plan, index) => categoryRecord(plan, index + 1))

const parents = new Map(plans.map((plan) => [plan.code, plan.parent]))

/** The main category above a category, or the category itself where it is one. */
export function mainCategoryOf(code: string): string {
  const parent = parents.get(code)
  return parent ? mainCategoryOf(parent) : code
}
