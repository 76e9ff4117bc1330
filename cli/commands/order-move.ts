/** `anode order processing` and `delivered`: staff set the delivery status while no carrier reports it. */
import { Command } from 'commander'
import { moveOrder, type Fulfilment } from '../../domain/orders/move-order.server.ts'
import { printFacts } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'

const descriptions: Record<Fulfilment, string> = {
  processing: 'note that an order is being packed',
  delivered: 'note that a sent order has arrived; the time for returns begins',
}

export function moveCommand(to: Fulfilment): Command {
  return new Command(to)
    .description(descriptions[to])
    .argument('<number>', 'order number, e.g. S100001')
    .action(async (number: string) => {
      const wanted = number.trim().toUpperCase()
      const answer = await withShop(({ db, actor }) => moveOrder({ db, clock: Date.now }, actor, wanted, to))
      if (!answer.ok)
        throw new Refusal(
          answer.code === 'unknown_order'
            ? 'There is no such order.'
            : `The order is ${answer.status}: from there it cannot become ${to}.`,
        )
      printFacts({ order: wanted, status: to, note: answer.already ? 'was so before' : null })
    })
}
