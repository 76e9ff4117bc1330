/** Which mails a received order sends. Pure. */
import type { OrderMailKind } from '../jobs/job-queue.ts'
import { buysGiftCards, type OrderLine } from './order-snapshot.ts'

/** The confirmation, and the codes of bought gift cards once they are paid for. */
export function mailsOnReceipt(order: {
  lines: readonly Pick<OrderLine, 'kind'>[]
  paid: boolean
}): OrderMailKind[] {
  return order.paid && buysGiftCards(order) ? ['confirmation', 'gift-cards'] : ['confirmation']
}
