/** A buyer's declaration of withdrawal (CRD Art. 11a). */

/** Characters. */
export const longestGoods = 1000

/** The content of a declaration (Art. 11a (2)): who withdraws, from what, and where the receipt goes. */
export interface WithdrawalDeclaration {
  /** As the buyer wrote it. */
  orderNumber: string
  name: string
  email: string
  /** The products in the buyer's words; empty: the whole order. */
  goods: string
}
