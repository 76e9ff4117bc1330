import type { CouponKind } from 'anode/module'

const fields = { faulty_units: 'number' } as const

const failing: CouponKind<typeof fields> = {
  name: 'faulty',
  fields,
  grantField: 'faulty_units',
  step: 'unitRewards',
  apply: () => {
    throw new Error('the coupon kind fails')
  },
}

export const couponKinds = [failing]
