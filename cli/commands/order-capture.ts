/** `anode order capture`: a payment is captured apart from a shipment. */
import { Command } from 'commander'
import { captureOrder, type CaptureAnswer } from '../../domain/dispatch/capture-order.server.ts'
import { toMajor } from '../../domain/money/money.ts'
import { printFacts } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withOrders } from '../with-orders.ts'

const refusals: Record<Extract<CaptureAnswer, { ok: false }>['code'], string> = {
  unknown_order: 'There is no such order with a payment.',
  waiting: 'An operation of this payment is not answered yet: see anode payments show.',
  not_authorized: 'Nothing is authorized for this order that could be captured.',
  nothing_left: 'Everything that was authorized is captured.',
  invoiced_on_shipment: 'The order is paid by invoice, which is issued when it is shipped.',
  on_shipment:
    'This payment is captured when the goods are shipped, as the law of the store’s country or the provider’s terms ask: anode order ship.',
  provider_unsupported: 'This store has no account at the provider of this payment.',
}

export function captureCommand(): Command {
  return new Command('capture')
    .description(
      'capture a payment that the provider refused to capture again; or all of it before shipment, where the store and the method allow it',
    )
    .argument('<number>', 'order number, e.g. S100001')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nNever more than is authorized. In Denmark and Norway nothing is captured before shipment; of Kustom and Walley neither.',
    )
    .action(async (number: string, { json }: { json?: boolean }) => {
      const wanted = number.trim().toUpperCase()
      const answer = await withOrders((services, actor) => captureOrder(services, actor, wanted))
      if (!answer.ok) throw new Refusal(refusals[answer.code])
      const { retried, amountMinor } = answer
      const captures = amountMinor === null ? null : toMajor(amountMinor)
      printFacts({ order: wanted, 'sent again': retried, 'captured early': captures }, { json })
    })
}
