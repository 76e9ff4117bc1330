import { Command, InvalidArgumentError, Option } from 'commander'
import { changeStock, stockHistory } from '../../domain/stock/stock-history.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { readCount, readSku } from '../../sdk/command-arguments.ts'
import { printFacts, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'
import type { Sku } from '../../domain/products/sku.ts'

/** `anode stock history`, `anode stock change`: the history of a product's stock, and manual changes. */
export function stockCommand(): Command {
  const stock = new Command('stock').description('the stock of a product and its history')
  stock
    .command('history')
    .description('show the latest changes of stock with their reasons, newest first')
    .argument('<sku>', 'the product', readSku)
    .option('--store <code>', `only this store: ${storeChoices}`, readStore)
    .option('--limit <count>', 'at most this many changes', readCount, 30)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  anode stock history LR6-4 --store sv\n  anode stock history LR6-4 --json',
    )
    .action(history)
  stock
    .command('change')
    .description('increase or decrease the stock of a product')
    .argument('<sku>', 'the product', readSku)
    .argument('<units>', 'such as +3; write -- before a negative number', readUnits)
    .requiredOption('--store <code>', storeChoices, readStore)
    .addOption(
      new Option('--reason <reason>', 'why')
        .choices(['return', 'delivery', 'damage', 'correction'])
        .makeOptionMandatory(),
    )
    .option('--note <text>', 'a note', '')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  anode stock change LR6-4 +1 --store sv --reason return --note R2044\n  anode stock change --store sv --reason damage -- LR6-4 -2',
    )
    .action(change)
  return stock
}

async function history(
  sku: Sku,
  options: { store?: StoreCode; limit: number; json?: boolean },
): Promise<void> {
  const entries = await withShop(({ db }) => stockHistory(db, sku, options.store, options.limit))
  const lines = entries.map(({ effectiveAt, store, pool, delta, units, reason, reference }) => ({
    time: effectiveAt.toISOString(),
    store,
    pool,
    change: delta,
    units,
    reason,
    reference,
  }))
  printTable(lines, { json: options.json, empty: `There is no change of stock of ${sku}.` })
}

interface ChangeOptions {
  store: StoreCode
  reason: 'return' | 'delivery' | 'damage' | 'correction'
  note: string
  json?: boolean
}

async function change(sku: Sku, units: number, { store, reason, note, json }: ChangeOptions): Promise<void> {
  const answer = await withShop(({ db, actor }) =>
    changeStock(db, actor, { sku, store, units, reason, reference: note }),
  )
  if (answer.ok) return printFacts({ sku, store, change: units, units: answer.units }, { json })
  throw new Refusal(
    answer.code === 'unknown_product'
      ? `No product ${sku} has stock in ${store}.`
      : `There are fewer than ${-units} units of ${sku} on the shelf in ${store}. Nothing was changed.`,
  )
}

function readUnits(text: string): number {
  if (!/^[+-]\d{1,6}$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('Write a number of units with its sign, like +3.')
  return Number(text)
}
