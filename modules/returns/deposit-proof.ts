/**
 * When the deposit of a starter battery is refunded without the battery that was bought: on proof that an old one was
 * returned elsewhere, not older than two weeks (BattDG § 19 (1)). Pure.
 */
export const proofDays = 14

export type DepositProofRefusal =
  /** The order has not so many deposits that are neither refunded nor waiting for a decision. */
  | 'no_deposit'
  /** More than `proofDays` ago. */
  | 'proof_too_old'
  | 'proof_in_future'

/** Days as `YYYY-MM-DD` in the store's time zone; `left`: deposits that may be refunded. */
export function checkDepositProof({
  proofOn,
  today,
  quantity,
  left,
}: {
  proofOn: string
  today: string
  quantity: number
  left: number
}): DepositProofRefusal | null {
  const age = (Date.parse(today) - Date.parse(proofOn)) / 86_400_000
  if (age < 0) return 'proof_in_future'
  if (age > proofDays) return 'proof_too_old'
  return quantity > left ? 'no_deposit' : null
}
