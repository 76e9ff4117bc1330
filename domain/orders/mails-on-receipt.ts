/** The mails that a received order sends. Pure. */
import type { OrderMailKind } from '../jobs/job-queue.ts'
import { buysGiftCards, type OrderLine } from './order-snapshot.ts'

/** The confirmation and, once they are paid for, the codes of bought gift cards. */
export function mailsOnReceipt(order: {
  lines: readonly Pick<OrderLine, 'kind'>[]
  paid: boolean
}): OrderMailKind[] {
  return order.paid && buysGiftCards(order) ? ['confirmation', 'gift-cards'] : ['confirmation']
}
