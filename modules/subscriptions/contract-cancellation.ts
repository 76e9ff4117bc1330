/** A cancellation of a subscription that is declared without a login (§ 312k BGB). */

/** Characters. */
export const longestReason = 1000

/** The content of a declaration (§ 312k (2) BGB). */
export interface ContractCancellation {
  /** Number of the subscription or of the order that started it, as the customer wrote it. */
  contract: string
  name: string
  /** As `normalizeEmail` returns it. */
  email: string
  kind: 'ordinary' | 'extraordinary'
  /** Reason of an extraordinary cancellation in the customer's words; may be empty. */
  reason: string
  /** The day the customer asks for, YYYY-MM-DD; null: as early as possible. */
  endsOn: string | null
}
