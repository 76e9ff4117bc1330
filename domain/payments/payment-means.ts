/** What a payment was made with, as its buyer knows it: a card, a wallet, a bank, or a lender. Pure. */

export interface PaymentMeans {
  /** `invoice`, `part_payment` and `account`: credit of a lender, to whom the buyer pays. */
  kind: 'card' | 'swish' | 'mobilepay' | 'vipps' | 'bank' | 'invoice' | 'part_payment' | 'account'
  /** Of a card "Visa •••• 4242"; of credit the lender's name; null: not known. */
  label: string | null
}

/** Whether the buyer owes the money to a lender once it is charged. */
export function isCredit({ kind }: PaymentMeans): boolean {
  return kind === 'invoice' || kind === 'part_payment' || kind === 'account'
}
