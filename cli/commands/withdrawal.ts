import { Command } from 'commander'
import { latestWithdrawals } from '../../domain/orders/withdrawal-repository.server.ts'
import { printTable } from '../output.ts'
import { withShop } from '../shop-session.ts'
import { readLimit } from './order.ts'

/** `anode withdrawal …`: declarations of buyers who withdraw from a contract (CRD Art. 11a). */
export function withdrawalCommand(): Command {
  return new Command('withdrawal')
    .description('look at what buyers withdrew from')
    .addCommand(listCommand())
    .addHelpText(
      'after',
      '\nWhere "order" is empty, no order has that number and e-mail: look for it by hand, the declaration counts.\nExamples:\n  anode withdrawal list\n  anode order refund S100001 --line AA-4 --quantity 2 --reason withdrawal',
    )
}

function listCommand(): Command {
  return new Command('list')
    .description('print the latest declarations, newest first')
    .option('--limit <count>', 'how many', readLimit, 20)
    .option('--json', 'print JSON')
    .action(async (options: { limit: number; json?: boolean }) => {
      const declared = await withShop(({ db }) => latestWithdrawals(db, options.limit))
      printTable(
        declared.map(({ id, store, order, orderNumber, name, email, goods, declaredAt, receiptSentAt }) => ({
          withdrawal: id,
          declared: declaredAt.toISOString(),
          store,
          order,
          'order as written': orderNumber,
          name,
          email,
          goods: goods || 'the whole order',
          receipt: receiptSentAt?.toISOString() ?? null,
        })),
        { json: options.json, empty: 'Nobody has withdrawn yet.' },
      )
    })
}
