/** How urgent each state of a return looks, in its list and on pages of staff. */
import type { ReturnStatus } from './return.ts'

export const returnTones = {
  registered: 'neutral',
  sent: 'active',
  received: 'warning',
  inspected: 'warning',
  refunded: 'good',
  exchanged: 'good',
  rejected: 'bad',
} as const satisfies Record<ReturnStatus, string>
