import type { CancelRefusal } from '../domain/refunds/cancel-order.server.ts'
import type { RefundOrderAnswer } from '../domain/refunds/refund-order.server.ts'

/** Why a refund is rejected, as text for staff. */
export const refusalMessages: Record<
  CancelRefusal | Extract<RefundOrderAnswer, { ok: false }>['code'],
  string
> = {
  unknown_order: 'There is no such order.',
  not_refundable: 'Nothing has been paid for this order, or nothing of it is owed.',
  provider_unsupported: 'This store has no account at the provider of this payment.',
  not_captured:
    'The payment is collected on shipment, and less than that has been for these lines: ship them first.',
  key_reused: 'Another refund was asked for under this key.',
  gift_card_used: 'A gift card bought with this order has been used, so it cannot come back.',
  gift_card_part: 'A gift card comes back as a whole: give a quantity, no amount.',
  approval_required:
    'The refunds of this order are above the limit of one person: ask for it in the back office, where a second person approves it.',
  step_up_required: 'The refund is to be confirmed by passkey in the back office.',
  units_in_return:
    'Units of this line are in an open return: refund them with it (anode return), or reject it first.',
  unknown_line: 'The order has no such line.',
  bad_quantity: 'Quantities are whole numbers above 0, amounts are above 0.',
  too_many_units: 'So many are not left to refund.',
  unclear_units:
    'Some units of the line have left and others have not, and the reason does not say which are meant: give --units open or --units shipped.',
  too_much: 'More than was paid for this line.',
  nothing_to_refund: 'There is nothing left to refund.',
  already_cancelled: 'The order is cancelled already.',
  too_late: 'The order has been shipped or is closed: refund it instead.',
}
