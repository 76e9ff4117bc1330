import { Command } from 'commander'
import { roundedText } from '../../domain/catalogue/list-price.ts'
import { decimalText, toMajor } from '../../domain/money/money.ts'
import {
  roundStoredPrices,
  type StoredRounding,
} from '../../domain/price-rounding/round-stored-prices.server.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { printJson } from '../../sdk/command-output.ts'
import { withShop } from '../shop-session.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

interface RoundOptions {
  store?: StoreCode
  dryRun?: boolean
  json?: boolean
}

/** `anode prices round`: stored prices in the digits of their currency. */
export function pricesCommand(): Command {
  return new Command('prices').description('round stored prices').addCommand(
    new Command('round')
      .description('round stored prices that have more digits than their currency, and name each one')
      .option('--store <code>', storeChoices, readStore)
      .option('--dry-run', 'only name them')
      .option('--json', 'print JSON')
      .addHelpText(
        'after',
        `
A price that would be nothing is removed, and its product is not sold in the store until it has another one. A
campaign that would not be lower than the normal price ends. The former amounts are kept in the table rounded_price.

Examples:
  anode prices round --dry-run
  anode prices round --dry-run --json > prices.json`,
      )
      .action(async ({ store, dryRun = false, json = false }: RoundOptions) => {
        const listed: StoredRounding[] = []
        const onRounding = (rounding: StoredRounding) => {
          if (json) listed.push(rounding)
          else process.stdout.write(`${describe(rounding)}\n`)
        }
        const counts = await withShop(({ db, actor }) =>
          roundStoredPrices({ db, clock: Date.now }, actor, { dryRun, store, onRounding }),
        )
        if (json) return printJson({ dryRun, ...counts, prices: listed.map(viewRounding) })
        const { rounded, withheld, ended, merged } = counts
        process.stdout.write(
          `${dryRun ? 'Would be ' : ''}rounded: ${rounded}, withheld: ${withheld}, of ended campaigns: ${ended}, merged: ${merged}.\n`,
        )
      }),
  )
}

const names: Record<StoredRounding['source'], string> = {
  normal: 'price',
  campaign: 'campaign',
  planned: 'planned campaign',
  cross_selling: 'price beside another product',
  agreement: 'agreement',
  offer: 'offer',
}

const outcomes: Record<Exclude<StoredRounding['outcome'], 'rounded'>, string> = {
  withheld: 'withheld, it would be nothing',
  ended: 'the campaign ends, it would not be lower',
  merged: 'left out, it would be the price of a smaller quantity',
}

/** `sv NC-2032 price from 1: 12.90 → 13 kr` */
function describe({
  store,
  sku,
  source,
  reference,
  minQuantity,
  formerMinor,
  roundedMinor,
  outcome,
}: StoredRounding) {
  const what =
    outcome === 'rounded' && roundedMinor !== null
      ? roundedText({ formerMinor, roundedMinor }, stores[store])
      : `${decimalText(formerMinor)} ${outcome === 'rounded' ? '' : outcomes[outcome]}`
  const id = reference === null ? '' : ` ${reference}`
  return `${store} ${sku} ${names[source]}${id} from ${minQuantity}: ${what}`
}

const viewRounding = ({ formerMinor, roundedMinor, ...rounding }: StoredRounding) => ({
  ...rounding,
  from: toMajor(formerMinor),
  to: roundedMinor === null ? null : toMajor(roundedMinor),
})
