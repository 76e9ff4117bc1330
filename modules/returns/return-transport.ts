/**
 * How the goods of a return travel back. Damaged lithium batteries never travel by parcel (ADR SP 376), and no
 * carrier takes lead-acid batteries from buyers; the buyer gets instructions instead. Pure.
 */
import type { DangerousGoodsClass } from '../../domain/products/dangerous-goods.ts'

export const returnTransports = ['parcel', 'damaged_lithium', 'lead_acid', 'other_dangerous'] as const
export type ReturnTransport = (typeof returnTransports)[number]

/** What decides how a product travels back. */
export interface ReturnGoods {
  /** Of the product, or of the parts of a set. */
  classes: readonly DangerousGoodsClass[]
  /** Starter batteries in one unit, each of which carried a deposit. */
  startersPerUnit: number
}

/** Whether the buyer is asked if the goods are damaged, swollen or leaking. */
export function asksDamage({ classes }: Pick<ReturnGoods, 'classes'>): boolean {
  return classes.some((kind) => kind.startsWith('lithium'))
}

/** `carried`: the classes that the store's carrier takes from buyers. */
export function transportOf(
  { classes, startersPerUnit }: ReturnGoods,
  carried: readonly DangerousGoodsClass[],
  isDamaged: boolean,
): ReturnTransport {
  if (isDamaged && asksDamage({ classes })) return 'damaged_lithium'
  // A starter battery without a UN number has free acid for all the shop knows.
  if (startersPerUnit > 0 && !classes.some(isLead)) return 'lead_acid'
  const refused = classes.filter((kind) => !carried.includes(kind))
  if (refused.some(isLead)) return 'lead_acid'
  return refused.length > 0 ? 'other_dangerous' : 'parcel'
}

const isLead = (kind: DangerousGoodsClass) => kind.startsWith('lead_acid')
