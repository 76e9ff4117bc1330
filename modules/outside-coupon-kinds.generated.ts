// Written by `npm run build` from anode.config.ts: what the modules from outside have.
import type { ModuleCouponKind } from './coupon-kind.ts'
export const outsideCouponKinds: Readonly<Record<string, readonly ModuleCouponKind[]>> = {}
