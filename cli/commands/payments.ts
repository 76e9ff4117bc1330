/** `anode payments …`: payments with their operations, and what their providers say. */
import { Command } from 'commander'
import { toMajor, type Minor } from '../../domain/money/money.ts'
import {
  latestPayments,
  paymentsOf,
  type PaymentOperationSummary,
  type PaymentSummary,
} from '../../domain/payments/payment-list.server.ts'
import type { PaymentRecord, ProviderProblem } from '../../domain/payments/payment-provider.ts'
import { readLimit } from '../../sdk/command-arguments.ts'
import { printFacts, printJson, printTable, type Line } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { withOrders } from '../with-orders.ts'

export function paymentsCommand(): Command {
  return new Command('payments')
    .description('show payments and resolve what waits for a provider')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(reconcileCommand())
    .addCommand(retryCommand())
    .addHelpText(
      'after',
      '\nExamples:\n  anode payments list --waiting\n  anode payments show S100001\n  anode payments reconcile\n  anode payments retry S100001',
    )
}

function listCommand(): Command {
  return new Command('list')
    .description('print the latest payments of orders, newest first')
    .option('--waiting', 'only those with an operation that is not done, oldest first')
    .option('--limit <count>', 'how many', readLimit, 20)
    .option('--json', 'print JSON')
    .action(
      async ({ waiting = false, limit, json }: { waiting?: boolean; limit: number; json?: boolean }) => {
        const payments = await withShop(({ db }) => latestPayments(db, { limit, waiting }))
        printTable(payments.map(paymentRow), {
          json,
          empty: waiting ? 'No payment waits.' : 'No order has a payment yet.',
        })
      },
    )
}

function showCommand(): Command {
  return new Command('show')
    .description('print the payments of an order, their operations, and the provider’s own record')
    .argument('<number>', 'order number, e.g. S100001')
    .option('--json', 'print JSON')
    .action(async (number: string, { json }: { json?: boolean }) => {
      const wanted = number.trim().toUpperCase()
      const { payments, operations, records } = await withShop(async ({ db, services }) => {
        const found = await paymentsOf(db, wanted)
        const { providers } = await services()
        return {
          ...found,
          records: await Promise.all(
            found.payments.map(async ({ store, provider, providerOrderId }) => {
              const adapter = providers[store][provider]
              return adapter && providerOrderId !== null ? adapter.retrieve(providerOrderId) : null
            }),
          ),
        }
      })
      if (payments.length === 0) throw new Refusal(`There is no payment for an order ${wanted}.`)
      if (json) return printJson({ payments, operations, records: records.map(withoutContacts) })
      payments.forEach((payment, index) => {
        printFacts({ ...paymentRow(payment), 'at the provider': recordText(records[index] ?? null) })
        const own = operations.filter(({ paymentId }) => paymentId === payment.id)
        if (own.length > 0) printTable(own.map(operationRow))
      })
    })
}

function reconcileCommand(): Command {
  return new Command('reconcile')
    .description(
      'read pending orders, unanswered operations and recent refunds at their providers now, as the job does',
    )
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const facts = await withOrders(async (services, actor) => {
        const [
          { reconcileOrders },
          { endUnansweredPayments },
          { releaseSuperseded },
          { reconcileOperations },
          { reconcileRefunds },
          { readUnclaimed },
        ] = await Promise.all([
          import('../../domain/payments/reconcile-orders.server.ts'),
          import('../../domain/checkout/end-unanswered-payments.server.ts'),
          import('../../domain/payments/release-superseded.server.ts'),
          import('../../domain/payments/perform-operations.server.ts'),
          import('../../domain/payments/failed-refunds.server.ts'),
          import('../../domain/payments/read-unclaimed.server.ts'),
        ])
        const orders = await reconcileOrders(services, actor)
        const superseded = await releaseSuperseded(services, actor)
        const operations = await reconcileOperations(services, actor)
        const refunds = await reconcileRefunds(services, actor)
        const unanswered = await endUnansweredPayments(services, actor)
        const returned = await readUnclaimed(services, actor)
        return {
          'orders settled': orders.settled,
          'orders released': orders.released,
          'orders waiting': orders.waiting,
          'unanswered payments ended': unanswered.ended,
          'unanswered payments waiting': unanswered.waiting,
          'payments of ended orders given back': returned,
          'authorizations released': superseded.length,
          'payments resolved': operations.resolved,
          'payments waiting': operations.waiting,
          'refunds failed': refunds.failed,
          'refunds not compared': refunds.waiting,
        }
      })
      printFacts(facts, { json })
    })
}

function retryCommand(): Command {
  return new Command('retry')
    .description('send what the provider refused again, after the cause is removed there')
    .argument('<number>', 'order number, e.g. S100001')
    .action(async (number: string) => {
      const wanted = number.trim().toUpperCase()
      const answer = await withOrders(async (services, actor) => {
        const { retryOperations } = await import('../../domain/payments/retry-operations.server.ts')
        return retryOperations(services, actor, wanted)
      })
      if (!answer.ok)
        throw new Refusal(
          answer.code === 'unknown_order'
            ? 'There is no such order with a payment.'
            : 'No operation of this order was refused.',
        )
      printFacts({ order: wanted, retried: answer.retried })
    })
}

const money = (amount: Minor, currency: string): string => `${toMajor(amount).toFixed(2)} ${currency}`

function paymentRow(payment: PaymentSummary): Line {
  const { currency, createdAt } = payment
  return {
    order: payment.orderNumber,
    store: payment.store,
    provider: payment.provider,
    status: payment.status,
    amount: money(payment.amountMinor, currency),
    captured: money(payment.capturedMinor, currency),
    refunded: money(payment.refundedMinor, currency),
    created: createdAt.toISOString(),
    payment: payment.providerOrderId,
  }
}

function operationRow(operation: PaymentOperationSummary): Line {
  return {
    operation: operation.kind,
    amount: toMajor(operation.amountMinor).toFixed(2),
    status: operation.status,
    problem: operation.problem,
    tries: operation.tries,
    updated: operation.updatedAt.toISOString(),
  }
}

/** "authorized 368.00 SEK, captured 219.00 SEK". */
function recordText(record: PaymentRecord | ProviderProblem | null): string {
  if (record === null) return 'not read: the store has no account at this provider, or it was never opened'
  if (!record.ok) return record.code
  const { state, amountMinor, currency, capturedMinor, refundedMinor } = record
  const parts = [`${state} ${money(amountMinor, currency)}`]
  if (capturedMinor !== undefined) parts.push(`captured ${money(capturedMinor, currency)}`)
  if (refundedMinor !== undefined) parts.push(`refunded ${money(refundedMinor, currency)}`)
  return parts.join(', ')
}

/** Addresses are for the order, not for a terminal. */
function withoutContacts(record: PaymentRecord | ProviderProblem | null) {
  if (!record?.ok) return record
  const { billing: _billing, shipping: _shipping, ...shown } = record
  return shown
}
