/** `anode order refund`, `cancel` and `paid`: payments and refunds recorded by staff. */
import { randomUUID } from 'node:crypto'
import { Command, Option } from 'commander'
import { toMajor, zeroMinor, type Minor } from '../../domain/money/money.ts'
import { cancelOrder, type CancelAnswer } from '../../domain/refunds/cancel-order.server.ts'
import { markOrderPaid } from '../../domain/invoices/mark-order-paid.server.ts'
import { findOrderByNumber } from '../../domain/orders/order-repository.server.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { refundReasons, type RefundReason, type RefundRequest } from '../../domain/refunds/refund.ts'
import type { UnitPlace } from '../../domain/shipments/order-units.ts'
import { placeRefund } from '../../domain/refunds/place-refund.server.ts'
import { refundOrder, type RefundOrderAnswer } from '../../domain/refunds/refund-order.server.ts'
import { readAmount, readQuantity } from '../../sdk/command-arguments.ts'
import { printFacts } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { refusalMessages } from '../../sdk/refund-refusals.ts'
import { withOrders } from '../with-orders.ts'

interface RefundOptions {
  line: string[]
  quantity: number[]
  units?: UnitPlace
  amount: Minor[]
  shipping?: boolean
  all?: boolean
  reason: RefundReason
  key?: string
  json?: boolean
}

const collect =
  <T>(read: (text: string) => T) =>
  (text: string, before: T[]): T[] => [...before, read(text)]

export function refundCommand(): Command {
  return new Command('refund')
    .description(
      'refund an order; deposits are lines of their own; what was not collected of goods that have not left never is',
    )
    .argument('<number>', 'order number, e.g. S100001')
    .option('--line <sku>', 'sku or uuid of a line; repeatable', collect(String), [])
    .option('--quantity <units>', 'number of units returned (1)', collect(readQuantity), [])
    .addOption(
      new Option(
        '--units <which>',
        'the units that have not left (open) or those that have (shipped); by default the reason says it',
      ).choices(['open', 'shipped']),
    )
    .option('--amount <amount>', 'a price reduction instead, major units', collect(readAmount), [])
    .option('--shipping', 'refund the shipping fee too')
    .option('--all', 'everything that has not been returned yet')
    .addOption(
      new Option('--reason <code>', 'the reason, which the buyer is shown')
        .choices(refundReasons)
        .makeOptionMandatory(),
    )
    .option('--key <key>', 'idempotency key: a repeated call with it has no effect')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nQuantities and amounts apply to the lines in the order given.\nExamples:\n  anode order refund S100001 --line AA-4 --quantity 2 --reason withdrawal\n  anode order refund S100001 --line AA-4 --units open --reason goodwill\n  anode order refund S100001 --line AA-4 --amount 20 --reason price_reduction\n  anode order refund S100001 --all --reason complaint',
    )
    .action(async (number: string, options: RefundOptions) => {
      const wanted = number.trim().toUpperCase()
      const answer = await withOrders(async (services, actor) => {
        const order = await findOrderByNumber(services.db, wanted)
        if (!order) throw new Refusal(refusalMessages.unknown_order)
        const request = options.all ? ('everything' as const) : requestOf(order.snapshot, options)
        const idempotencyKey = options.key ?? randomUUID()
        return refundOrder(services, actor, {
          number: wanted,
          request,
          reason: options.reason,
          idempotencyKey,
        })
      })
      if (!answer.ok) throw new Refusal(refundRefusal(answer))
      const { refund, repeated } = answer
      printFacts(
        {
          order: wanted,
          refund: refund.number,
          amount: toMajor(refund.amountMinor),
          vat: toMajor(refund.vatMinor),
          'by its payment': toMajor(refund.toProviderMinor),
          'onto gift cards': toMajor(refund.toGiftCardsMinor),
          'not collected': toMajor(refund.uncollectedMinor ?? zeroMinor),
          'credit note': refund.creditNote,
          ...(repeated && { note: 'was given under this key before' }),
        },
        { json: options.json },
      )
    })
}

function refundRefusal(answer: Extract<RefundOrderAnswer, { ok: false }>): string {
  const text = refusalMessages[answer.code]
  if (answer.code !== 'too_many_units' && answer.code !== 'unclear_units') return text
  return `${text} Of the line, ${answer.open} have not left, and ${answer.shipped} have.`
}

/** The selected lines, with their quantities or amounts in the given order. */
function requestOf(
  snapshot: OrderSnapshot,
  { line, quantity, units, amount, shipping }: RefundOptions,
): RefundRequest {
  if (amount.length > 0 && (quantity.length > 0 || amount.length !== line.length))
    throw new Refusal('One amount per line, please, and no quantities beside amounts.')
  if (quantity.length > 0 && quantity.length !== line.length)
    throw new Refusal('One quantity per line, please.')
  const lines = line.map((name, index) => {
    const found = snapshot.lines.filter(({ uuid, sku }) => uuid === name || sku === name)
    if (found.length > 1) throw new Refusal(`Several lines have the sku ${name}; name one by its uuid.`)
    if (!found[0]) throw new Refusal(`${refusalMessages.unknown_line} (${name})`)
    const { uuid } = found[0]
    if (amount.length > 0) return { uuid, amountMinor: amount[index]! }
    const count = quantity[index] ?? 1
    return { uuid, quantity: count, ...(units && { open: units === 'open' ? count : 0 }) }
  })
  return { lines, ...(shipping && { shipping }) }
}

export function placeRefundCommand(): Command {
  return new Command('place-refund')
    .description(
      'say which units of an earlier refund had not left, where anode books check lists it as unclear; moves no money',
    )
    .argument('<number>', 'order number, e.g. S100001')
    .requiredOption('--refund <number>', 'number of the refund within its order', readQuantity)
    .requiredOption('--line <sku>', 'sku or uuid of the line')
    .requiredOption('--open <units>', 'how many of its units had not left and never will', Number)
    .action(async (number: string, options: { refund: number; line: string; open: number }) => {
      const wanted = number.trim().toUpperCase()
      const answer = await withOrders((services, actor) =>
        placeRefund({ ...services, clock: Date.now }, actor, { number: wanted, ...options }),
      )
      if (!answer.ok)
        throw new Refusal(
          answer.code === 'too_many_units'
            ? `Give a number from ${answer.least} to ${answer.most}.`
            : 'The order has no such unclear refund of this line.',
        )
      printFacts({ order: wanted, 'had not left': answer.cancelled, 'had left': answer.returned })
    })
}

export function cancelCommand(): Command {
  return new Command('cancel')
    .description(
      'cancel an order before it is shipped; stock, coupon uses and gift card amounts are released',
    )
    .argument('<number>', 'order number, e.g. S100001')
    .action(async (number: string) => {
      const wanted = number.trim().toUpperCase()
      const answer: CancelAnswer = await withOrders((services, actor) => cancelOrder(services, actor, wanted))
      if (!answer.ok) throw new Refusal(refusalMessages[answer.code])
      printFacts({
        order: wanted,
        status: 'cancelled',
        refunded: toMajor(answer.refund?.amountMinor ?? zeroMinor),
        'credit note': answer.refund?.creditNote ?? null,
      })
    })
}

export function paidCommand(): Command {
  return new Command('paid')
    .description(
      'record that an order on invoice is paid as a whole; gift cards bought with it are then sent. One invoice: anode invoice paid',
    )
    .argument('<number>', 'order number, e.g. S100001')
    .action(async (number: string) => {
      const wanted = number.trim().toUpperCase()
      const answer = await withOrders((services, actor) => markOrderPaid(services, actor, wanted))
      if (!answer.ok)
        throw new Refusal(
          answer.code === 'unknown_order'
            ? refusalMessages.unknown_order
            : 'This order owes nothing: it is not settled or was cancelled.',
        )
      printFacts({
        order: wanted,
        paid: true,
        note: answer.already ? 'was paid before' : answer.cards ? 'its gift cards are sent now' : null,
      })
    })
}
