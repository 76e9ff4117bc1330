/** The status of an attempt to pay for an order, as it is stored; domain/payments decides its changes. */
export type AttemptStatus =
  | 'created'
  | 'pending'
  | 'review'
  | 'authorized'
  | 'captured'
  | 'part_refunded'
  | 'refunded'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'mismatch'
