import { Command, InvalidArgumentError } from 'commander'
import { randomCardCode, readCardCode } from '../../domain/gift-cards/gift-card-code.server.ts'
import {
  findGiftCardByCode,
  findGiftCardsByHint,
  giftCardEntries,
  issueGiftCard,
  type StoredGiftCard,
} from '../../domain/gift-cards/gift-card-repository.server.ts'
import { toMajor, readMinor, type Minor } from '../../domain/money/money.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { printFacts, printJson, printTable } from '../output.ts'
import { Refusal } from '../refusal.ts'
import { withShop } from '../shop-session.ts'
import { readStore, storeChoices } from './store-option.ts'

/** `anode gift-card …`: gift cards. */
export function giftCardCommand(): Command {
  return new Command('gift-card')
    .description('show and issue gift cards')
    .addCommand(showCommand())
    .addCommand(createCommand())
    .addHelpText(
      'after',
      '\nExamples:\n  anode gift-card show 7K3M\n  anode gift-card create --store sv --amount 200',
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
    .requiredOption('--amount <amount>', 'the amount, major units', readAmount)
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

function readAmount(text: string): Minor {
  try {
    const minor = readMinor(text)
    if (minor >= 1 && minor <= 100_000_00) return minor
  } catch {
    // Reported below.
  }
  throw new InvalidArgumentError('An amount above 0 with at most two decimals, please.')
}
