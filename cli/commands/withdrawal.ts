import { Command, InvalidArgumentError } from 'commander'
import { closeWithdrawal, latestWithdrawals } from '../../domain/withdrawals/withdrawal-repository.server.ts'
import { printFacts, printTable } from '../output.ts'
import { Refusal } from '../refusal.ts'
import { withShop } from '../shop-session.ts'
import { readLimit } from './order.ts'

/** `anode withdrawal …`: declarations of buyers who withdraw from a contract (CRD Art. 11a). */
export function withdrawalCommand(): Command {
  return new Command('withdrawal')
    .description('list withdrawals and mark them as done')
    .addCommand(listCommand())
    .addCommand(doneCommand())
    .addHelpText(
      'after',
      '\nWhere "order" is empty, no order has that number and e-mail: find it by hand, the declaration is valid.\nExamples:\n  anode withdrawal list\n  anode order refund S100001 --line AA-4 --quantity 2 --reason withdrawal\n  anode withdrawal done 7',
    )
}

function listCommand(): Command {
  return new Command('list')
    .description('print the latest open declarations, newest first')
    .option('--all', 'include closed ones')
    .option('--limit <count>', 'how many', readLimit, 20)
    .option('--json', 'print JSON')
    .action(async ({ all = false, limit, json }: { all?: boolean; limit: number; json?: boolean }) => {
      const declared = await withShop(({ db }) => latestWithdrawals(db, limit, { open: !all }))
      printTable(
        declared.map((withdrawal) => ({
          withdrawal: withdrawal.id,
          declared: withdrawal.declaredAt.toISOString(),
          store: withdrawal.store,
          order: withdrawal.order,
          'order as written': withdrawal.orderNumber,
          name: withdrawal.name,
          email: withdrawal.email,
          goods: withdrawal.goods || 'the whole order',
          receipt: withdrawal.receiptSentAt?.toISOString() ?? null,
          ...(all && { done: withdrawal.doneAt?.toISOString() ?? null }),
        })),
        { json, empty: all ? 'Nobody has withdrawn yet.' : 'No withdrawal is open.' },
      )
    })
}

function doneCommand(): Command {
  return new Command('done')
    .description('mark a declaration as done: it leaves the list')
    .argument('<id>', 'number in the column "withdrawal" of the list', readId)
    .option('--undo', 'reopen it')
    .action(async (id: number, { undo = false }: { undo?: boolean }) => {
      const closed = await withShop(({ db, actor }) =>
        closeWithdrawal(db, actor, id, undo ? null : new Date()),
      )
      if (!closed) throw new Refusal(`There is no withdrawal ${id}.`)
      printFacts({ withdrawal: id, order: closed.order, done: closed.doneAt?.toISOString() ?? null })
    })
}

function readId(text: string): number {
  const id = Number(text)
  if (Number.isInteger(id) && id >= 1 && id <= 2_147_483_647) return id
  throw new InvalidArgumentError('It must be the number of a withdrawal.')
}
