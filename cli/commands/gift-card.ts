import { Command, InvalidArgumentError } from 'commander'
import { randomCardCode, readCardCode } from '../../domain/gift-cards/gift-card-code.server.ts'
import {
  findGiftCardByCode,
  findGiftCardsByHint,
  giftCardEntries,
  issueGiftCard,
  type StoredGiftCard,
} from '../../domain/gift-cards/gift-card-repository.server.ts'
import {
  deliveriesOf,
  planDeliveryAgain,
  type GiftCardDelivery,
} from '../../domain/gift-cards/gift-card-delivery.server.ts'
import { normalizeEmail } from '../../domain/stores/email.ts'
import { toMajor, type Minor } from '../../domain/money/money.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { readAmount, readDay, readLongId } from '../../sdk/command-arguments.ts'
import { printFacts, printJson, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

/** `anode gift-card …`: gift cards. */
export function giftCardCommand(): Command {
  return new Command('gift-card')
    .description('show, issue and deliver gift cards')
    .addCommand(showCommand())
    .addCommand(createCommand())
    .addCommand(deliveriesCommand())
    .addCommand(moveCommand())
    .addCommand(resendCommand())
    .addHelpText(
      'after',
      '\nExamples:\n  anode gift-card show 7K3M\n  anode gift-card create --store sv --amount 200\n  anode gift-card deliveries S100001\n  anode gift-card move 12 2026-12-24\n  anode gift-card resend 12',
    )
}

function showCommand(): Command {
  return new Command('show')
    .description('print the balance and history of a card')
    .argument('<code>', 'the whole code, or its last four characters')
    .option('--json', 'print JSON')
    .action(async (code: string, options: { json?: boolean }) => {
      const found = await withShop(async ({ db, keys }) => {
        const letters = readCardCode(code)
        const cards = letters
          ? [await findGiftCardByCode(db, keys, letters)].filter((card) => card !== null)
          : await findGiftCardsByHint(db, code.trim().toUpperCase())
        return Promise.all(cards.map(async (card) => ({ card, entries: await giftCardEntries(db, card.id) })))
      })
      if (found.length === 0) throw new Refusal(`There is no gift card ${code}.`)
      if (options.json)
        return printJson(
          found.map(({ card, entries }) => ({ ...cardFacts(card), entries: entries.map(entryLine) })),
        )
      for (const { card, entries } of found) {
        printFacts(cardFacts(card))
        printTable(entries.map(entryLine))
      }
    })
}

const cardFacts = (card: StoredGiftCard) => ({
  card: `…${card.hint}`,
  store: card.store,
  balance: toMajor(card.balanceMinor),
  issued: toMajor(card.issuedMinor),
  currency: card.currency,
  created: card.createdAt.toISOString(),
  disabled: card.disabledAt?.toISOString() ?? null,
})

const entryLine = (entry: Awaited<ReturnType<typeof giftCardEntries>>[number]) => ({
  at: entry.recordedAt.toISOString(),
  what: entry.kind,
  amount: toMajor(entry.amountMinor),
  order: entry.orderNumber,
})

function createCommand(): Command {
  return new Command('create')
    .description('issue a card; its code is printed once and cannot be retrieved again')
    .requiredOption('--store <code>', storeChoices, readStore)
    .requiredOption('--amount <amount>', 'the amount, major units', readValue)
    .option('--json', 'print JSON')
    .action(async ({ store, amount, json }: { store: StoreCode; amount: Minor; json?: boolean }) => {
      const code = randomCardCode()
      const { currency } = stores[store]
      await withShop(({ db, keys, actor }) =>
        issueGiftCard(db, actor, keys, { code, store, currency, amountMinor: amount }),
      )
      printFacts({ code, store, amount: toMajor(amount), currency }, { json })
    })
}

function deliveriesCommand(): Command {
  return new Command('deliveries')
    .description('print to whom the gift cards of an order are sent, and when')
    .argument('<number>', 'order number, e.g. S100001')
    .option('--json', 'print JSON')
    .action(async (number: string, { json }: { json?: boolean }) => {
      const found = await withShop(({ db }) => deliveriesOf(db, number.trim().toUpperCase()))
      const rows = found.map(deliveryFacts)
      if (json) printJson(rows)
      else printTable(rows)
    })
}

function moveCommand(): Command {
  return new Command('move')
    .description('send a gift card on another day than its buyer chose')
    .argument('<delivery>', 'id of the delivery', readLongId)
    .argument('<day>', 'day of the store, e.g. 2026-12-24', readDay)
    .action((id: number, deliverOn: string) => planAgain(id, { deliverOn }))
}

function resendCommand(): Command {
  return new Command('resend')
    .description('send the mail with a gift card to its recipient again, now')
    .argument('<delivery>', 'id of the delivery', readLongId)
    .option('--email <address>', 'to another address', readAddress)
    .action((id: number, { email }: { email?: string }) =>
      planAgain(id, { again: true, ...(email && { email }) }),
    )
}

async function planAgain(id: number, change: Parameters<typeof planDeliveryAgain>[3]): Promise<void> {
  const answer = await withShop(({ db, actor }) =>
    planDeliveryAgain({ db, clock: Date.now }, actor, id, change),
  )
  if (!answer.ok) throw new Refusal(planRefusals[answer.code])
  printFacts(deliveryFacts(answer.delivery))
}

const planRefusals = {
  unknown: 'There is no such delivery.',
  cancelled: 'Its gift cards were refunded or disabled.',
  already_sent: 'It was already sent; anode gift-card resend sends it again.',
  impossible_day: 'A day from today and at most a year ahead, please.',
}

const deliveryFacts = (delivery: GiftCardDelivery) => ({
  delivery: delivery.id,
  order: delivery.orderNumber,
  recipient: delivery.recipientEmail,
  day: delivery.deliverOn,
  status: delivery.status,
  sent: delivery.sentAt?.toISOString() ?? null,
  resends: delivery.resends,
})

function readAddress(text: string): string {
  const email = normalizeEmail(text)
  if (email !== null) return email
  throw new InvalidArgumentError('A whole e-mail address, please.')
}

function readValue(text: string): Minor {
  const amount = readAmount(text)
  if (amount <= 100_000_00) return amount
  throw new InvalidArgumentError('An amount of at most 100000, please.')
}
