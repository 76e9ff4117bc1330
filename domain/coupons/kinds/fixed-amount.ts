/** A fixed amount off the cart, also a customer's own code (COUPON-16..18, DEF-15). */
import type { CartReductionKind } from '../coupon-kind.ts'
import type { FieldTable, FieldValues } from '../coupon-fields.ts'
import { toMinorLeniently, type Minor, zeroMinor, largerMinor } from '../../money/money.ts'

export const fixedAmountFields = { fixed_amount: 'amount' } as const satisfies FieldTable

export interface FixedAmount {
  kind: 'fixed'
  /** Gross minor units. */
  amountMinor: Minor
}

/** A kind is recognised by its fields: an amount next to a percentage is not a fixed amount (DEF-09). */
type Fields = FieldValues<typeof fixedAmountFields> & { percentage_discount?: number | null | undefined }

export const fixedAmount: CartReductionKind<FixedAmount, Fields> = {
  kind: 'fixed',
  family: 'fixed',
  step: 'cartReductions',
  recognizes: (fields) => typeof fields.fixed_amount === 'number' && !fields.percentage_discount,
  read: (fields) => ({ kind: 'fixed', amountMinor: toMinorLeniently(fields.fixed_amount) }),
  check: ({ amountMinor }) => (amountMinor > 0 ? null : 'nothing_left'),
  apply: ({ amountMinor }) => largerMinor(amountMinor, zeroMinor),
}
