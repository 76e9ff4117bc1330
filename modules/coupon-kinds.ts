/** Coupon kinds that modules bring. Read by `domain/coupons/`, and loaded by browsers. */
import type { ListedModuleKind } from './coupon-kind.ts'
import { outsideCouponKinds } from './outside-coupon-kinds.generated.ts'

export const moduleCouponKinds: readonly ListedModuleKind[] = Object.entries(outsideCouponKinds).flatMap(
  ([module, kinds]) => kinds.map((kind) => ({ module, kind })),
)
