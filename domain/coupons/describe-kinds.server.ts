/** The coupon kinds with their fields, as a form is made of them. Follows from the registry of parsers. */
import { couponKinds, type CouponKindName } from './coupon-kinds.ts'
import type { FieldType } from './coupon-fields.ts'
import { parserOf } from './coupon-parsers.server.ts'

export interface KindDescription {
  name: CouponKindName
  fields: { name: string; type: FieldType }[]
}

/** Every kind, the simplest first. */
export function describeKinds(): KindDescription[] {
  return couponKinds
    .map((kind) => ({
      name: kind.kind,
      fields: Object.entries(parserOf(kind).fields).map(([name, type]) => ({ name, type })),
    }))
    .toReversed()
}
