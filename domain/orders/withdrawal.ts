/** The buyer's right to withdraw (CRD Art. 9–16): how long, and where the shop takes the declaration (Art. 11a). */
/** Days from delivery. */
export const withdrawalDays = 14

/**
 * Content page, without the store's prefix, that says how a buyer withdraws; reachable without login. The form of
 * Art. 11a will stand on it.
 */
export const withdrawalPath = 'withdrawal'
