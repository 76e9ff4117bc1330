/** The buyer's right to withdraw (CRD Art. 9–16): how long, and where the shop takes the declaration (Art. 11a). */
/** Days from delivery. */
export const withdrawalDays = 14

/** Content page, without the store's prefix, with the form of Art. 11a; reachable without login. */
export const withdrawalPath = 'withdrawal'

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
