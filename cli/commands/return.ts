import { Command } from 'commander'
import { toMajor } from '../../domain/money/money.ts'
import { latestReturns } from '../../domain/returns/return-repository.server.ts'
import {
  receiveReturn,
  refundReturn,
  rejectReturn,
  type HandledReturn,
} from '../../domain/returns/handle-return.server.ts'
import { printTable, printFacts } from '../output.ts'
import { Refusal } from '../refusal.ts'
import { withShop } from '../shop-session.ts'
import { refusalMessages, withOrders } from './order-refund.ts'
import { readLimit } from './order.ts'

const words: Record<Extract<HandledReturn, { ok: false }>['code'], string> = {
  ...refusalMessages,
  unknown_return: 'There is no such return.',
  wrong_status:
    'The return does not stand where this can be done: registered ones are received, received ones refunded, and both rejected.',
}

/** `anode return …`: returns of buyers. */
export function returnCommand(): Command {
  return new Command('return')
    .description('show, receive, refund and reject returns')
    .addCommand(listCommand())
    .addCommand(receiveCommand())
    .addCommand(refundCommand())
    .addCommand(rejectCommand())
    .addHelpText(
      'after',
      '\nExamples:\n  anode return list\n  anode return receive S100001-R1\n  anode return refund S100001-R1 --shipping',
    )
}

function listCommand(): Command {
  return new Command('list')
    .description('print the latest returns, newest first')
    .option('--limit <count>', 'how many', readLimit, 20)
    .option('--json', 'print JSON')
    .action(async (options: { limit: number; json?: boolean }) => {
      const returns = await withShop(({ db }) => latestReturns(db, options.limit))
      printTable(
        returns.map(({ id, status, registeredAt, items, comment }) => ({
          return: id,
          status,
          registered: registeredAt.toISOString(),
          goods: items.map(({ quantity, sku, reason }) => `${quantity} × ${sku} (${reason})`).join(', '),
          comment,
        })),
        { json: options.json, empty: 'No returns yet.' },
      )
    })
}

const receiveCommand = () =>
  numberedCommand('receive', 'note that the goods of a return are here').action(async (id: string) =>
    print(await withOrders((services, actor) => receiveReturn(services, actor, id)), 'received'),
  )

const refundCommand = () =>
  numberedCommand('refund', 'give back what the goods of a received return cost')
    .option('--shipping', 'refund the shipping fee too, as for a withdrawal from the whole order')
    .action(async (id: string, { shipping = false }: { shipping?: boolean }) =>
      print(
        await withOrders((services, actor) => refundReturn(services, actor, id, { shipping })),
        'refunded',
      ),
    )

const rejectCommand = () =>
  numberedCommand('reject', 'turn a return down').action(async (id: string) =>
    print(await withOrders((services, actor) => rejectReturn(services, actor, id)), 'rejected'),
  )

function numberedCommand(name: string, description: string): Command {
  return new Command(name).description(description).argument('<return>', 'number, e.g. S100001-R1')
}

function print(answer: HandledReturn, status: string): void {
  if (!answer.ok) throw new Refusal(words[answer.code])
  const { id, refund } = answer
  printFacts({
    return: id,
    status,
    ...(refund && { amount: toMajor(refund.amountMinor), 'credit note': refund.creditNote }),
  })
}
