/** What each dialog of an order gets. */
import type { OrderPageData } from './order-words.ts'

export interface OrderDialog {
  order: OrderPageData
  title: string
  onClose: () => void
}
