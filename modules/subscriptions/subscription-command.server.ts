import { Command, Option } from 'commander'
import { mailQueue } from '../../domain/mail/mail-outbox.server.ts'
import { decimalText } from '../../domain/money/money.ts'
import { cancelSubscription } from './change-subscription.server.ts'
import { latestCancellations, type StoredCancellation } from './contract-cancellation-repository.server.ts'
import {
  closeCancellation,
  matchCancellation,
  type MatchedCancellation,
} from './handle-cancellation.server.ts'
import { retryRenewal, type RetryAnswer } from './retry-renewal.server.ts'
import { subscriptionStatuses, type SubscriptionStatus } from './subscription-states.ts'
import { isOpenRenewal, type Subscription } from './subscription.ts'
import { findSubscription, latestSubscriptions, renewalsOf } from './subscription-repository.server.ts'
import { readLimit, readLongId } from '../../sdk/command-arguments.ts'
import { printFacts, printJson, printTable, type Line } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import type { WithShop } from '../../sdk/module.ts'

const refusals: Record<Extract<RetryAnswer, { ok: false }>['code'], string> = {
  unknown_subscription: 'There is no such subscription.',
  wrong_status: 'The subscription is not active.',
  not_due: 'No renewal of it was refused. The next one is ordered on its day, which the reminder mail names.',
  renewal_in_progress: 'The renewal is being ordered or paid; see anode subscription show.',
}

const matchRefusals: Record<Extract<MatchedCancellation, { ok: false }>['code'], string> = {
  unknown_cancellation: 'There is no such cancellation.',
  unknown_subscription: 'There is no such subscription.',
  other_store: 'The subscription is of another store than the declaration.',
}

/** `anode subscription …`: subscriptions of customers. */
export function subscriptionCommand(withShop: WithShop): Command {
  return new Command('subscription')
    .description('show, cancel and renew subscriptions')
    .addCommand(listCommand(withShop))
    .addCommand(showCommand(withShop))
    .addCommand(cancelCommand(withShop))
    .addCommand(renewCommand(withShop))
    .addCommand(cancellationsCommand(withShop))
    .addHelpText(
      'after',
      '\nExamples:\n  anode subscription list --status paused\n  anode subscription show S100001-A1\n  anode subscription cancel S100001-A1\n  anode subscription renew S100001-A1\n  anode subscription cancellations list\n  anode subscription cancellations match 7 S100001-A1',
    )
}

function listCommand(withShop: WithShop): Command {
  return new Command('list')
    .description('print the latest subscriptions, newest first')
    .addOption(new Option('--status <status>', 'only those with this status').choices(subscriptionStatuses))
    .option('--limit <count>', 'how many', readLimit, 20)
    .option('--json', 'print JSON')
    .action(
      async ({ status, limit, json }: { status?: SubscriptionStatus; limit: number; json?: boolean }) => {
        const subscriptions = await withShop(({ db }) => latestSubscriptions(db, limit, status))
        printTable(
          subscriptions.map((subscription) => ({
            ...factsOf(subscription),
            started: subscription.startedAt.toISOString(),
          })),
          { json, empty: 'No subscriptions.' },
        )
      },
    )
}

function showCommand(withShop: WithShop): Command {
  return numberedCommand('show', 'print a subscription with its renewals').action(
    async (typed: string, { json }: { json?: boolean }) => {
      const found = await withShop(async ({ db }) => {
        const subscription = await findSubscription(db, numberOf(typed))
        return subscription && { subscription, renewals: await renewalsOf(db, subscription.id) }
      })
      if (!found) throw new Refusal(refusals.unknown_subscription)
      const { subscription, renewals } = found
      if (json) return printJson({ ...subscription, renewals })
      const { customer, recipient, statusReason, promisedPrices } = subscription
      const { street, postalCode, city } = recipient ?? subscription.address
      printFacts({
        ...factsOf(subscription),
        ...(statusReason !== null && { reason: statusReason }),
        'price at most': promisedPrices
          .map(({ quantity, unitMinor }) => `${decimalText(unitMinor)} from ${quantity}`)
          .join(', '),
        customer: `${customer.firstName} ${customer.lastName}, ${customer.email}`,
        address: `${street}, ${postalCode} ${city}`,
        started: subscription.startedAt.toISOString(),
      })
      printTable(
        renewals.map(({ nextTryAt, ...renewal }) => ({
          ...renewal,
          'next try': isOpenRenewal(renewal.status) ? nextTryAt.toISOString() : null,
        })),
        { empty: 'No renewals yet.' },
      )
    },
  )
}

function cancelCommand(withShop: WithShop): Command {
  return numberedCommand(
    'cancel',
    'end a subscription for its customer, who gets the receipt by mail',
  ).action(async (typed: string, { json }: { json?: boolean }) => {
    const answer = await withShop(({ db, actor }) =>
      cancelSubscription({ db, jobs: mailQueue, clock: Date.now }, actor, {
        number: numberOf(typed),
        reason: 'staff',
      }),
    )
    if (!answer.ok) throw new Refusal(refusals[answer.code])
    printFacts(factsOf(answer.subscription), { json })
  })
}

function renewCommand(withShop: WithShop): Command {
  return numberedCommand(
    'renew',
    'have a renewal that was refused ordered within a minute, by the job of a running shop',
  ).action(async (typed: string, { json }: { json?: boolean }) => {
    const answer = await withShop(({ db, actor }) =>
      retryRenewal({ db, clock: Date.now }, actor, numberOf(typed)),
    )
    if (!answer.ok) throw new Refusal(refusals[answer.code])
    printFacts(factsOf(answer.subscription), { json })
  })
}

/** `anode subscription cancellations …`: declarations that were made without a login (§ 312k BGB). */
function cancellationsCommand(withShop: WithShop): Command {
  return new Command('cancellations')
    .description('list cancellations without login that match no subscription, and match or close them')
    .addCommand(listCancellationsCommand(withShop))
    .addCommand(matchCommand(withShop))
    .addCommand(closeCommand(withShop))
}

function listCancellationsCommand(withShop: WithShop): Command {
  return new Command('list')
    .description('print the latest ones that are open, newest first')
    .option('--all', 'include those that matched a subscription or are closed')
    .option('--limit <count>', 'how many', readLimit, 20)
    .option('--json', 'print JSON')
    .action(async ({ all = false, limit, json }: { all?: boolean; limit: number; json?: boolean }) => {
      const declared = await withShop(({ db }) => latestCancellations(db, limit, { open: !all }))
      printTable(declared.map(cancellationFacts), {
        json,
        empty: all ? 'Nobody has cancelled without a login yet.' : 'No cancellation is open.',
      })
    })
}

function matchCommand(withShop: WithShop): Command {
  return new Command('match')
    .description('cancel the subscription that a declaration means; its customer gets the mail')
    .argument('<id>', 'number in the column "cancellation" of the list', readLongId)
    .argument('<subscription>', 'number, e.g. S100001-A1')
    .option('--json', 'print JSON')
    .action(async (id: number, typed: string, { json }: { json?: boolean }) => {
      const answer = await withShop(({ db, actor }) =>
        matchCancellation({ db, jobs: mailQueue, clock: Date.now }, actor, { id, number: numberOf(typed) }),
      )
      if (!answer.ok) throw new Refusal(matchRefusals[answer.code])
      printFacts(factsOf(answer.subscription), { json })
    })
}

function closeCommand(withShop: WithShop): Command {
  return new Command('close')
    .description('mark a declaration as done that means no subscription: it leaves the list')
    .argument('<id>', 'number in the column "cancellation" of the list', readLongId)
    .option('--undo', 'reopen it')
    .option('--json', 'print JSON')
    .action(async (id: number, { undo = false, json }: { undo?: boolean; json?: boolean }) => {
      const at = undo ? null : new Date()
      const closed = await withShop(({ db, actor }) => closeCancellation(db, actor, { id, at }))
      if (!closed) throw new Refusal(matchRefusals.unknown_cancellation)
      printFacts(cancellationFacts(closed), { json })
    })
}

function cancellationFacts(declared: StoredCancellation): Line {
  return {
    cancellation: declared.id,
    declared: declared.declaredAt.toISOString(),
    store: declared.store,
    contract: declared.contract,
    name: declared.name,
    email: declared.email,
    kind: declared.kind,
    ends: declared.endsOn ?? 'as early as possible',
    subscriptions: declared.subscriptions.join(', ') || null,
    closed: declared.closedAt?.toISOString() ?? null,
  }
}

function numberedCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument('<subscription>', 'number, e.g. S100001-A1')
    .option('--json', 'print JSON')
}

function numberOf(typed: string): string {
  return typed.trim().toUpperCase()
}

function factsOf(subscription: Subscription): Line {
  const { number, store, status, sku, name, quantity, intervalName, nextDueOn, endsOn } = subscription
  const { paymentProvider, paymentLabel } = subscription
  return {
    subscription: number,
    store,
    status,
    sku,
    name,
    quantity,
    interval: intervalName,
    next: status === 'active' ? nextDueOn : null,
    ends: endsOn,
    payment: paymentLabel ?? paymentProvider,
  }
}
