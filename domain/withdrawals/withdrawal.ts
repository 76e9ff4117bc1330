/** A buyer's declaration of withdrawal (CRD Art. 11a). */

/** Characters. */
export const longestGoods = 1000

/** What a declaration says (Art. 11a (2)): who withdraws, from what, and where the receipt goes. */
export interface WithdrawalDeclaration {
  /** As the buyer wrote it. */
  orderNumber: string
  name: string
  email: string
  /** Which goods, in the buyer's words; empty: the whole order. */
  goods: string
}
