import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { toMajor } from '../../domain/money/money.ts'
import { latestReturns } from './return-repository.server.ts'
import { findOrderByNumber } from '../../domain/orders/order-repository.server.ts'
import { readCustomerPicture, returnPictures } from './customer-picture-repository.server.ts'
import { returnNumberOf } from './return-mail-kind.ts'
import { longestRejection } from './return.ts'
import {
  exchangeReturn,
  inspectReturn,
  noteReturnSent,
  receiveReturn,
  refundReturn,
  rejectReturn,
  type HandledReturn,
} from './handle-return.server.ts'
import { readLimit } from '../../sdk/command-arguments.ts'
import { printTable, printFacts } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { refusalMessages } from '../../sdk/refund-refusals.ts'
import type { CommandShop } from '../../sdk/module.ts'

const words: Record<Extract<HandledReturn, { ok: false }>['code'], string> = {
  ...refusalMessages,
  unknown_return: 'There is no such return.',
  wrong_status:
    'The status of the return does not allow this: registered and sent ones are received; received ones are inspected, refunded, exchanged or rejected.',
  approval_required:
    'The refund is above the limit of one person: receive or inspect the goods in the back office first.',
  no_exchange: 'Nothing of this return is to be exchanged: refund it.',
  out_of_stock: 'The goods it is to be exchanged for are sold out: refund it instead.',
}

/** `anode return …`: returns of buyers. */
export function returnCommand(shop: CommandShop): Command {
  return new Command('return')
    .description('list returns and decide them')
    .addCommand(listCommand(shop))
    .addCommand(photosCommand(shop))
    .addCommand(sentCommand(shop))
    .addCommand(receiveCommand(shop))
    .addCommand(inspectCommand(shop))
    .addCommand(refundCommand(shop))
    .addCommand(exchangeCommand(shop))
    .addCommand(rejectCommand(shop))
    .addHelpText(
      'after',
      '\nExamples:\n  anode return list\n  anode return receive S100001-R1\n  anode return refund S100001-R1\n  anode return exchange S100001-R1\n  anode return reject S100001-R1 --reason "Varan är använd."',
    )
}

function listCommand({ withShop }: CommandShop): Command {
  return new Command('list')
    .description('print the latest returns, newest first')
    .option('--open', 'only those that are not decided, oldest first')
    .option('--limit <count>', 'how many', readLimit, 20)
    .option('--json', 'print JSON')
    .action(async (options: { open?: boolean; limit: number; json?: boolean }) => {
      const { open = false, limit } = options
      const returns = await withShop(({ db }) => latestReturns(db, limit, { open }))
      printTable(
        returns.map(({ id, status, registeredAt, items, comment }) => ({
          return: id,
          status,
          registered: registeredAt.toISOString(),
          goods: items
            .map(({ quantity, sku, reason, exchange }) =>
              exchange
                ? `${quantity} × ${sku} → ${exchange.sku} (${reason})`
                : `${quantity} × ${sku} (${reason})`,
            )
            .join(', '),
          transport: [...new Set(items.map(({ transport }) => transport))].join(', '),
          comment,
        })),
        { json: options.json, empty: 'No returns yet.' },
      )
    })
}

const photosCommand = ({ withShop }: CommandShop) =>
  numberedCommand('photos', 'write the photos of faulty goods to a folder')
    .requiredOption('--out <folder>', 'the folder; it is created')
    .action(async (id: string, { out }: { out: string }) => {
      const wanted = id.trim().toUpperCase()
      const photos = await withShop(async ({ db }) => {
        const order = await findOrderByNumber(db, wanted.replace(/-R\d+$/, ''))
        if (!order) throw new Refusal(words.unknown_return)
        const ids = await returnPictures(db, order.id, returnNumberOf(wanted))
        return Promise.all(ids.map((picture) => readCustomerPicture(db, order.id, picture)))
      })
      await mkdir(out, { recursive: true })
      const files = photos.map((_, index) => join(out, `${wanted}-${index + 1}.jpg`))
      for (const [index, photo] of photos.entries()) if (photo) await writeFile(files[index]!, photo)
      printFacts({ return: wanted, photos: files.length, folder: out })
    })

const receiveCommand = ({ withOrders }: CommandShop) =>
  numberedCommand('receive', 'note that the goods of a return have arrived; the buyer gets a mail').action(
    async (id: string) =>
      print(await withOrders((services, actor) => receiveReturn(services, actor, id)), 'received'),
  )

const sentCommand = ({ withOrders }: CommandShop) =>
  numberedCommand('sent', 'note that the buyer has handed the goods in').action(async (id: string) =>
    print(await withOrders((services, actor) => noteReturnSent(services, actor, id)), 'sent'),
  )

const inspectCommand = ({ withOrders }: CommandShop) =>
  numberedCommand('inspect', 'note that the goods of a received return were looked at').action(
    async (id: string) =>
      print(await withOrders((services, actor) => inspectReturn(services, actor, id)), 'inspected'),
  )

const refundCommand = ({ withOrders }: CommandShop) =>
  numberedCommand('refund', 'refund the goods of a return, with their deposits')
    .option('--shipping', 'refund the delivery too; by default as the buyer was shown')
    .option('--no-shipping', 'do not refund the delivery')
    .action(async (id: string, { shipping }: { shipping?: boolean }) =>
      print(
        await withOrders((services, actor) => refundReturn(services, actor, id, { shipping })),
        'refunded',
      ),
    )

const exchangeCommand = ({ withOrders }: CommandShop) =>
  numberedCommand(
    'exchange',
    'send what the goods of a return are exchanged for, as an order of its own; the rest and the difference are refunded',
  ).action(async (id: string) =>
    print(await withOrders((services, actor) => exchangeReturn(services, actor, id)), 'exchanged'),
  )

const rejectCommand = ({ withOrders }: CommandShop) =>
  numberedCommand('reject', 'reject a return; the buyer gets a mail with the reason')
    .requiredOption('--reason <text>', 'why, in the language of the store', readReason)
    .action(async (id: string, { reason }: { reason: string }) =>
      print(await withOrders((services, actor) => rejectReturn(services, actor, id, reason)), 'rejected'),
    )

export function readReason(text: string): string {
  const reason = text.trim()
  if (reason.length >= 1 && reason.length <= longestRejection) return reason
  throw new InvalidArgumentError(`Between 1 and ${longestRejection} characters.`)
}

function numberedCommand(name: string, description: string): Command {
  return new Command(name).description(description).argument('<return>', 'number, e.g. S100001-R1')
}

function print(answer: HandledReturn, status: string): void {
  if (!answer.ok) throw new Refusal(words[answer.code])
  const { id, refund, exchangeOrder } = answer
  printFacts({
    return: id,
    status,
    ...(refund && { amount: toMajor(refund.amountMinor), 'credit note': refund.creditNote }),
    ...(exchangeOrder !== null && { 'new order': exchangeOrder }),
  })
}
