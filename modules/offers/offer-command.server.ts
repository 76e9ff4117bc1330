import { Command } from 'commander'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { findTypedLogin } from '../../domain/accounts/account-repository.server.ts'
import { productIdOf } from '../../domain/catalogue/product-lookup.server.ts'
import { roundedText } from '../../domain/catalogue/list-price.ts'
import { toMajor, type Minor } from '../../domain/money/money.ts'
import {
  addToSegment,
  createOffer,
  findSegment,
  listOffers,
  listSegments,
  removeFromSegment,
  removeOffer,
} from './offer-repository.server.ts'
import { isSegmentName } from './segment-name.ts'
import type { Sku } from '../../domain/products/sku.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import {
  edgeOfDay,
  readAmountOrZero,
  readDay,
  readId,
  readQuantity,
  readSku,
} from '../../sdk/command-arguments.ts'
import { printFacts, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import type { WithShop } from '../../sdk/module.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

/** `anode offer …`: prices for one customer or for a segment (ACCOUNT-03). */
export function offerCommand(withShop: WithShop): Command {
  return new Command('offer')
    .description('create, list and remove personal offers')
    .addCommand(createCommand(withShop))
    .addCommand(listCommand(withShop))
    .addCommand(removeCommand(withShop))
    .addHelpText(
      'after',
      `
Examples:
  anode offer create --store sv --sku EL-AA-8 --price 49 --quantity 10 --customer anna@example.se --until 2026-12-31
  anode offer create --store sv --sku EL-AA-8 --price 45 --segment workshops
  anode offer list
  anode offer remove 17`,
    )
}

interface CreateOptions {
  store: StoreCode
  sku: Sku
  price: Minor
  quantity: number
  customer?: string
  segment?: string
  until?: string
  json?: boolean
}

function createCommand(withShop: WithShop): Command {
  return new Command('create')
    .description('offer a product at a price, to one customer or to a segment')
    .requiredOption('--store <code>', storeChoices, readStore)
    .requiredOption('--sku <sku>', 'the product', readSku)
    .requiredOption('--price <amount>', 'per unit, VAT included, major units', readAmountOrZero)
    .option('--quantity <n>', 'the offer is for exactly this many', readQuantity, 1)
    .option('--customer <email>', 'the customer it is for')
    .option('--segment <name>', 'the segment it is for')
    .option('--until <date>', 'the last day, like 2026-12-31', readDay)
    .option('--json', 'print JSON')
    .action(async (options: CreateOptions) => {
      const { store, sku, price, quantity, customer, segment } = options
      const until = options.until === undefined ? null : edgeOfDay(store, options.until, 'end')
      if ((customer === undefined) === (segment === undefined))
        throw new Refusal('Name either --customer or --segment.')
      const created = await withShop(async ({ db, actor }) => {
        const to =
          customer === undefined
            ? { segmentId: await segmentNamed(db, segment!) }
            : { accountId: await customerWith(db, customer) }
        const productId = await productIdOf(db, sku)
        if (productId === null) throw new Refusal(`There is no product ${sku}.`)
        return createOffer(db, actor, { store, productId, priceMinor: price, quantity, to, expiresAt: until })
      })
      if (!created.ok) throw new Refusal(`${toMajor(price)} is nothing in the digits of the currency.`)
      const { id, priceMinor } = created
      const rounding = { formerMinor: price, roundedMinor: priceMinor }
      if (price !== priceMinor) process.stderr.write(`Rounded: ${roundedText(rounding, stores[store])}.\n`)
      const facts = {
        id,
        store,
        sku,
        price: toMajor(priceMinor),
        quantity,
        until: until?.toISOString() ?? null,
      }
      printFacts(facts, options)
    })
}

function listCommand(withShop: WithShop): Command {
  return new Command('list')
    .description('print the open offers, newest first')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const offers = await withShop(({ db }) => listOffers(db))
      const lines = offers.map(({ id, store, sku, priceMinor, quantity, expiresAt, for: to }) => ({
        id,
        store,
        sku,
        price: toMajor(priceMinor),
        quantity,
        for: to,
        until: expiresAt?.toISOString() ?? null,
      }))
      printTable(lines, { json: options.json, empty: 'No offers.' })
    })
}

function removeCommand(withShop: WithShop): Command {
  return new Command('remove')
    .description('end an offer at once')
    .argument('<id>', 'as `offer list` prints it', readId)
    .action(async (id: number) => {
      const removed = await withShop(({ db, actor }) => removeOffer(db, actor, id, new Date()))
      if (!removed) throw new Refusal(`There is no open offer ${id}.`)
    })
}

/** `anode segment …`: named groups of customers. */
export function segmentCommand(withShop: WithShop): Command {
  const members = (name: string, description: string, change: typeof addToSegment) =>
    new Command(name)
      .description(description)
      .argument('<name>', 'lower case letters, digits and hyphens')
      .argument('<emails...>', 'login addresses of customers')
      .action(async (segment: string, emails: string[]) => {
        if (!isSegmentName(segment))
          throw new Refusal('A name has lower case letters, digits and hyphens, at most 60.')
        const changed = await withShop(async ({ db, actor }) => {
          const accountIds: number[] = []
          for (const email of emails) accountIds.push(await customerWith(db, email))
          return change(db, actor, { name: segment, accountIds })
        })
        printFacts({ segment, changed })
      })
  return new Command('segment')
    .description('group customers for personal offers')
    .addCommand(members('add', 'add customers; the segment is created where it does not exist', addToSegment))
    .addCommand(members('remove', 'remove customers from a segment', removeFromSegment))
    .addCommand(
      new Command('list')
        .description('print the segments and how many members each has')
        .option('--json', 'print JSON')
        .action(async (options: { json?: boolean }) => {
          const segments = await withShop(({ db }) => listSegments(db))
          printTable(segments, { json: options.json, empty: 'No segments.' })
        }),
    )
    .addHelpText('after', '\nExample:\n  anode segment add workshops anna@example.se bo@example.se')
}

async function customerWith(db: Kysely<DB>, text: string): Promise<number> {
  const account = await findTypedLogin(db, text)
  if (account === null) throw new Refusal(`${text} has no account.`)
  return account.id
}

async function segmentNamed(db: Kysely<DB>, name: string): Promise<number> {
  const id = await findSegment(db, name)
  if (id === null) throw new Refusal(`There is no segment ${name}.`)
  return id
}
