/** `anode import shop FILE`: what another shop exports besides its products. */
import { Command } from 'commander'
import { FeedFault } from '../../catalogue-import/feed-fault.ts'
import { describeChange, describeReport, problemMessages } from '../../catalogue-import/row-report.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { printFacts, printJson, printTable } from '../../sdk/command-output.ts'
import { Postponed } from '../../domain/staff-jobs/postponed.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'
import {
  importShopTable,
  openShopTable,
  type ShopTableResult,
} from '../../shop-import/import-shop-table.server.ts'
import { withShop } from '../shop-session.ts'
import { describeTable } from './describe-table.ts'

interface Options {
  store: StoreCode
  location?: string
  sheet?: string
  alsoStore?: readonly StoreCode[]
  dryRun?: boolean
  json?: boolean
}

/** More rows and changes than this are only counted. */
const shownReports = 20

export function importShopCommand(): Command {
  return new Command('shop')
    .description(
      'import what another shop exports besides products: redirects, stock, customers, newsletter subscribers, orders as history, gift cards, discount codes, and texts that were translated',
    )
    .argument(
      '<file>',
      'the file, also a workbook, or in gzip or zip; what it holds is recognised by its columns',
    )
    .requiredOption('--store <code>', `the store that it is for: ${storeChoices}`, readStore)
    .option('--location <name>', 'of stock: only what is at this location; all are added without it')
    .option('--sheet <name>', 'of a workbook: the sheet to read; the first that is known without it')
    .option(
      '--also-store <codes>',
      'of discount codes: other stores, joined by commas, in which percentages are valid',
      (text) => text.split(',').map((code) => readStore(code.trim())),
    )
    .option('--dry-run', 'validate the file and report what would change, without changing anything')
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      `
A row that is wrong is refused with its number and the reason, all others go in. Repeating an import writes only what differs.
Exit codes: 0 every row went in; 2 rows were refused; 1 the file could not be read or another fault.
Examples:
  anode import shop redirects.csv --store sv --dry-run
  anode import shop redirects.csv --store sv
  anode import shop inventory.csv --store sv --location "Lager Nord"
  anode import shop discounts.csv --store sv --also-store no`,
    )
    .action(run)
}

async function run(
  file: string,
  { store, location, sheet, alsoStore, dryRun = false, json = false }: Options,
): Promise<void> {
  const shown: string[] = []
  let lines = 0
  const show = (line: string) => {
    lines += 1
    if (lines <= shownReports) shown.push(line)
  }
  const result = await withShop(async ({ db, config, keys, actor }) => {
    try {
      const opened = await openShopTable({ file, store, location, sheet })
      if (opened === null)
        throw new Refusal(
          'This is no table of another shop that is known. Files of products go in with anode import products.',
        )
      return await importShopTable(db, actor, opened, {
        file,
        store,
        location,
        alsoStores: alsoStore,
        dryRun,
        ownHosts: [new URL(config.publicUrl).host],
        keys,
        clock: Date.now,
        onReport: (report) => show(describeReport(report)),
        onChange: (change) => show(describeChange(change)),
      })
    } catch (error) {
      if (error instanceof Postponed)
        throw new Refusal('Another import is running. Try again when it has ended.')
      throw error instanceof FeedFault ? new Refusal(error.message) : error
    }
  })
  if (json) printJson(result)
  else printResult(result, shown, lines)
  if (result.refused > 0) process.exitCode = 2
}

function printResult(result: ShopTableResult, shown: readonly string[], lines: number): void {
  for (const line of shown) process.stderr.write(`${line}\n`)
  if (lines > shown.length) process.stderr.write(`… and ${lines - shown.length} more.\n`)
  const { holds, table, locations, audience, read, created, changed, unchanged, refused, repaired } = result
  printFacts({
    holds,
    table: describeTable(table),
    ...(table.unusedColumns.length > 0 && { 'not read': table.unusedColumns.join(', ') }),
    ...(locations.length > 0 && { locations: locations.join(', ') }),
    read,
    created,
    changed,
    unchanged,
    refused,
    repaired,
    ...(audience && { 'subscribed to the newsletter': audience.subscribed }),
  })
  if (audience?.elsewhere) {
    const { country, customers, known } = audience.elsewhere
    process.stdout.write(
      `\nMost customers are of another country than the store's (${customers} of ${known} whose country is known, mainly ${country}): is it the right store?\n`,
    )
  }
  const reasons = Object.entries(result.reasons) as [keyof typeof problemMessages, number][]
  if (reasons.length > 0) {
    process.stdout.write('\n')
    printTable(reasons.map(([reason, rows]) => ({ rows, reason, meaning: problemMessages[reason] })))
  }
  if (result.dryRun) process.stdout.write('\nDry run: nothing was changed.\n')
  else if (created + changed === 0)
    process.stdout.write('\nNothing to change: the shop already has all of it.\n')
}
