/** Asks for the address of a notice of stock (CARD-11). */
import NotifyForm from '../../../app/features/products/notify-form.tsx'

const form = {
  path: 'stock-notifications',
  send: 'card.notify_send',
  done: 'card.notify_done',
} as const

export default function StockNoticeForm({ sku }: { sku: string }) {
  return <NotifyForm sku={sku} form={form} />
}
