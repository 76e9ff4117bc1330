/** What mails about orders are called. */
import type { AdminKey, Translate } from '../texts.tsx'

/** Kind of a mail → its name. */
export const mailKeys: Readonly<Record<string, AdminKey>> = {
  confirmation: 'mail.confirmation',
  'gift-cards': 'mail.gift_cards',
  'gift-card': 'mail.gift_card',
  'gift-card-sent': 'mail.gift_card_sent',
  held: 'mail.held',
  cancelled: 'mail.cancelled',
  rejected: 'mail.rejected',
  expired: 'mail.expired',
  refund: 'mail.refund',
  shipped: 'mail.shipped',
  reminder: 'mail.reminder',
  'payment-problem': 'mail.payment_problem',
  'refund-problem': 'mail.refund_problem',
  'return-registered': 'mail.return_registered',
  'return-received': 'mail.return_received',
  'return-exchanged': 'mail.return_exchanged',
  'return-rejected': 'mail.return_rejected',
  'date-moved': 'mail.date_moved',
}

/** What a mail about an order is called: `shipped-2` is "Shipment 2". An unknown kind is shown as it is. */
export function mailName(t: Translate, kind: string): string {
  const [name = kind, number] = kind.split(/(?<=[a-z])-(?=\d)/)
  const key = mailKeys[name]
  if (key === undefined) return kind
  return number === undefined ? t(key) : `${t(key)} ${number}`
}
