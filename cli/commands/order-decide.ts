/** `anode order approve` and `reject`: staff decisions about held orders. */
import { Command, Option } from 'commander'
import { approveOrder, type ApproveAnswer } from '../../domain/orders/approve-order.server.ts'
import { rejectOrder, rejectReasons, type RejectReason } from '../../domain/refunds/reject-order.server.ts'
import { printFacts } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { refusalMessages } from '../../sdk/refund-refusals.ts'
import { withOrders } from '../with-orders.ts'

export function approveCommand(): Command {
  return new Command('approve')
    .description('approve a held order and send its confirmation')
    .argument('<number>', 'order number, e.g. S100001')
    .action(async (number: string) => {
      const wanted = number.trim().toUpperCase()
      const answer = await withOrders((services, actor) => approveOrder(services, actor, wanted))
      if (!answer.ok) throw new Refusal(approvalRefusal(answer))
      printFacts({ order: wanted, approved: true, note: answer.already ? 'was accepted before' : null })
    })
}

export function rejectCommand(): Command {
  return new Command('reject')
    .description(
      'reject a held order: stock, coupon uses and gift card amounts are released, the buyer is notified',
    )
    .argument('<number>', 'order number, e.g. S100001')
    .addOption(
      new Option('--reason <code>', 'why, for the order’s history').choices(rejectReasons).default('other'),
    )
    .action(async (number: string, { reason }: { reason: RejectReason }) => {
      const wanted = number.trim().toUpperCase()
      const answer = await withOrders((services, actor) => rejectOrder(services, actor, wanted, reason))
      if (!answer.ok)
        throw new Refusal(answer.code === 'not_held' ? notHeld(answer.status) : refusalMessages[answer.code])
      printFacts({
        order: wanted,
        status: 'cancelled',
        note: answer.already ? 'was cancelled before' : null,
      })
    })
}

function approvalRefusal(answer: Extract<ApproveAnswer, { ok: false }>): string {
  switch (answer.code) {
    case 'unknown_order':
      return refusalMessages.unknown_order
    case 'not_held':
      return notHeld(answer.status)
    case 'payment_mismatch':
      return 'Its payment does not match the order: compare with the provider, then reject it. The buyer can order again.'
    case 'provider_decides':
      return 'The payment provider is still reviewing this payment; the order follows its decision.'
    case 'gift_card_short':
      return 'A gift card that pays for a part has been spent on something else: reject the order. The buyer gets back what was paid.'
    case 'out_of_stock':
      return `Product ${answer.productId} is sold out since the payment failed: add stock, or reject the order.`
  }
}

const notHeld = (status: string): string => `The order is ${status}, not held.`
