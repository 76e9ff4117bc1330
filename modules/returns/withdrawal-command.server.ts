import { Command, InvalidArgumentError } from 'commander'
import { isoDay, localDay } from '../../domain/stores/local-time.ts'
import { stores } from '../../domain/stores/stores.ts'
import {
  noteGoodsBack,
  closeWithdrawal,
  matchWithdrawal,
  rejectWithdrawal,
  reopenWithdrawal,
  type HandledWithdrawal,
} from './handle-withdrawal.server.ts'
import { latestWithdrawals, openWithdrawals, type StoredWithdrawal } from './withdrawal-repository.server.ts'
import { withdrawnGoods } from './shown-of-order.server.ts'
import { longestWithdrawalRejection, withdrawalRefundState } from './withdrawal.ts'
import { readLimit, readLongId } from '../../sdk/command-arguments.ts'
import { printFacts, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import type { CommandShop } from '../../sdk/module.ts'

/** `anode withdrawal …`: declarations of buyers who withdraw from a contract (CRD Art. 11a). */
export function withdrawalCommand(shop: CommandShop): Command {
  return new Command('withdrawal')
    .description('list withdrawals with the days by which they are refunded, and decide them')
    .addCommand(listCommand(shop))
    .addCommand(goodsCommand(shop))
    .addCommand(matchCommand(shop))
    .addCommand(doneCommand(shop))
    .addCommand(rejectCommand(shop))
    .addHelpText(
      'after',
      '\nWhere "order" is empty, no order has that number and e-mail: find it, the declaration is valid, and name it with "match". The money is refunded by "refund due"; while "refund" says withheld, the shop may wait for the goods or proof that they were sent.\nExamples:\n  anode withdrawal list\n  anode withdrawal match 7 S100001\n  anode withdrawal goods 7\n  anode order refund S100001 --line AA-4 --quantity 2 --reason withdrawal\n  anode withdrawal done 7\n  anode withdrawal reject 8 --reason "Avtalet är redan hävt."',
    )
}

function listCommand({ withShop }: CommandShop): Command {
  return new Command('list')
    .description('print the open declarations, those first whose refund is due first')
    .option('--all', 'the latest ones, closed ones included')
    .option('--limit <count>', 'how many', readLimit, 20)
    .option('--json', 'print JSON')
    .action(async ({ all = false, limit, json }: { all?: boolean; limit: number; json?: boolean }) => {
      const declared = await withShop(({ db }) =>
        all ? latestWithdrawals(db, limit) : openWithdrawals(db, limit),
      )
      printTable(
        declared.map((withdrawal) => ({
          withdrawal: withdrawal.id,
          declared: withdrawal.declaredAt.toISOString(),
          store: withdrawal.store,
          order: withdrawal.order,
          'order as written': withdrawal.orderNumber,
          name: withdrawal.name,
          email: withdrawal.email,
          goods: withdrawnGoods(withdrawal),
          'period ends': withdrawal.periodEndsOn,
          'refund due': withdrawal.refundDueOn,
          refund: withdrawal.doneAt === null ? stateOf(withdrawal) : 'done',
          receipt: withdrawal.receiptSentAt?.toISOString() ?? null,
          ...(all && { done: withdrawal.doneAt?.toISOString() ?? null }),
        })),
        { json, empty: all ? 'Nobody has withdrawn yet.' : 'No withdrawal is open.' },
      )
    })
}

const stateOf = (withdrawal: StoredWithdrawal): string =>
  withdrawalRefundState({
    ...withdrawal,
    today: isoDay(localDay(stores[withdrawal.store].timeZone, Date.now())),
  })

function goodsCommand({ withShop }: CommandShop): Command {
  return new Command('goods')
    .description(
      'note that the goods, or proof that they were sent, have arrived: the refund is no longer withheld',
    )
    .argument('<id>', 'number in the column "withdrawal" of the list', readLongId)
    .option('--undo', 'they have not')
    .action(async (id: number, { undo = false }: { undo?: boolean }) => {
      const noted = await withShop(({ db, actor }) => noteGoodsBack(db, actor, id, undo ? null : new Date()))
      if (!noted) throw new Refusal(`There is no withdrawal ${id}.`)
      printFacts({
        withdrawal: id,
        order: noted.order,
        refund: stateOf(noted),
        'refund due': noted.refundDueOn,
      })
    })
}

function doneCommand({ withShop }: CommandShop): Command {
  return new Command('done')
    .description('mark a declaration whose money was paid back as done: it leaves the list')
    .argument('<id>', 'number in the column "withdrawal" of the list', readLongId)
    .option('--reason <text>', 'why it is done although nothing was refunded; the audit keeps it', readReason)
    .option('--undo', 'reopen it')
    .action(async (id: number, { undo = false, reason }: { undo?: boolean; reason?: string }) => {
      const answer = await withShop(({ db, actor }) =>
        undo
          ? reopenWithdrawal({ db }, actor, id)
          : closeWithdrawal({ db, clock: Date.now }, actor, id, reason),
      )
      if (!answer.ok) throw new Refusal(refusalText(answer.code, id))
      const { order, doneAt } = answer.withdrawal
      printFacts({ withdrawal: id, order, done: doneAt?.toISOString() ?? null })
    })
}

function matchCommand({ withShop }: CommandShop): Command {
  return new Command('match')
    .description('give an open declaration the order that it is about')
    .argument('<id>', 'number in the column "withdrawal" of the list', readLongId)
    .argument('<order>', 'number, e.g. S100001')
    .action(async (id: number, number: string) => {
      const answer = await withShop(({ db, actor }) =>
        matchWithdrawal({ db }, actor, id, number.trim().toUpperCase()),
      )
      if (!answer.ok) throw new Refusal(refusalText(answer.code, id))
      const { order, periodEndsOn } = answer.withdrawal
      printFacts({ withdrawal: id, order, 'period ends': periodEndsOn })
    })
}

function rejectCommand({ withOrders }: CommandShop): Command {
  return new Command('reject')
    .description('reject an open declaration; the buyer gets a mail with the reason')
    .argument('<id>', 'number in the column "withdrawal" of the list', readLongId)
    .requiredOption('--reason <text>', 'why, in the language of the store', readReason)
    .action(async (id: number, { reason }: { reason: string }) => {
      const answer = await withOrders((services, actor) => rejectWithdrawal(services, actor, id, reason))
      if (!answer.ok) throw new Refusal(refusalText(answer.code, id))
      const { order, doneAt, rejection } = answer.withdrawal
      printFacts({ withdrawal: id, order, done: doneAt?.toISOString() ?? null, rejection })
    })
}

function refusalText(code: Extract<HandledWithdrawal, { ok: false }>['code'], id: number): string {
  switch (code) {
    case 'unknown_withdrawal':
      return `There is no withdrawal ${id}.`
    case 'unknown_order':
      return 'There is no order of that number.'
    case 'already_done':
      return 'It is closed or was rejected; "anode withdrawal done ID --undo" reopens it.'
    case 'withdrawal_not_refunded':
      return 'Nothing was refunded for it. Refund the order first, or say why it is done with --reason.'
  }
}

function readReason(text: string): string {
  const reason = text.trim()
  if (reason.length >= 1 && reason.length <= longestWithdrawalRejection) return reason
  throw new InvalidArgumentError(`Between 1 and ${longestWithdrawalRejection} characters.`)
}
