/** Small builders with which the category tree is written. */
import type { CategoryRecord } from '../domain/catalogue/catalogue-record.ts'
import { slugify, unbroken, type Words } from './words.ts'
import { eachDemoStore } from './demo-stores.ts'

export interface CategoryPlan {
  code: string
  parent?: string
  icon?: string
  names: Words
  about: Words
  /** Address segments where the name itself would read badly. */
  slugs?: Words
}

/** A main category with its drawn icon and the categories under it. */
export function main(code: string, icon: string, names: Words, about: Words, slugs?: Words): CategoryPlan {
  return { code, icon, names, about, ...(slugs ? { slugs } : {}) }
}

/** A category below another one. */
export function sub(parent: string, code: string, names: Words, about: Words, slugs?: Words): CategoryPlan {
  return { parent, code, names, about, ...(slugs ? { slugs } : {}) }
}

/** Categories of one kind under one parent, e.g. one per device maker: only code and name differ. */
export function each(
  parent: string,
  rows: [code: string, name: string][],
  names: (name: string) => Words,
  about: (name: string) => Words,
): CategoryPlan[] {
  return rows.map(([code, name]) => {
    const slug = eachDemoStore((store) => slugify(name, store))
    return { parent, code, names: names(name), about: about(name), slugs: slug }
  })
}

/** The record of a plan; `position` counts from 1 in the order of the tree. */
export function categoryRecord(plan: CategoryPlan, position: number): CategoryRecord {
  const text = (store: keyof Words) => ({
    name: plan.names[store],
    slug: plan.slugs?.[store] ?? slugify(plan.names[store], store),
    description: unbroken(plan.about[store]),
  })
  return {
    record: 'category',
    code: plan.code,
    ...(plan.parent ? { parent: plan.parent } : {}),
    ...(plan.icon ? { icon: plan.icon } : {}),
    position,
    showInMenu: true,
    texts: eachDemoStore(text),
  }
}
