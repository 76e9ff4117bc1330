/** Whom the shop delivers to against its own invoice without asking a person first. */
import type { StoreCode } from '../../domain/stores/stores.ts'

/** Largest order (minor units) approved at once; above it the order waits for a person. */
const approvedUpToMinor: Record<StoreCode, number> = {
  sv: 2_500_000,
  no: 2_500_000,
  de: 250_000,
  da: 2_000_000,
}

export type CreditDecision = 'approved' | 'review'

/** Approved, or to be looked at. Nobody is turned away by a machine. */
export function decideCredit(store: StoreCode, amountMinor: number): CreditDecision {
  return amountMinor <= approvedUpToMinor[store] ? 'approved' : 'review'
}
