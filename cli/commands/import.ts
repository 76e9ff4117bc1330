import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import type { Kysely } from 'kysely'
import type { Query } from '../../db/query.ts'
import { newestChange, nodeProgress, type NodeProgress } from '../../read-model/refresh/index-nodes.server.ts'
import { FeedFault } from '../../catalogue-import/feed-fault.ts'
import {
  describeClears,
  importProducts,
  type ImportOptions,
  type ImportProgress,
  type ImportResult,
} from '../../catalogue-import/import-products.server.ts'
import { savedMapping } from '../../catalogue-import/import-mappings.server.ts'
import { mappedStores } from '../../catalogue-import/mapped-table.ts'
import { clearsOf, namedStores } from '../../catalogue-import/store-columns.ts'
import { describeChange, describeReport, problemMessages } from '../../catalogue-import/row-report.ts'
import type { DB } from '../../db/schema.generated.ts'
import type { SavedMapping } from '../../domain/catalogue/column-mapping.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { showImportProgress } from '../import-progress.ts'
import { printFacts, printJson, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { queryOf, withShop } from '../shop-session.ts'
import { importCostsCommand } from './import-costs.ts'
import { describeTable } from './describe-table.ts'
import { importDevicesCommand } from './import-devices.ts'
import { importShopCommand } from './import-shop.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'
import { openShopTable } from '../../shop-import/import-shop-table.server.ts'

interface Options {
  store?: StoreCode
  sheet?: string
  mapping?: string
  dryRun?: boolean
  clear?: readonly string[] | true
  setStock?: boolean
  takeTags?: boolean
  countedAt?: string
  wait?: boolean
  pictures?: string
  json?: boolean
}

/** More rows and changes than this are only in the report file. */
const shownReports = 20

/** `anode import products FILE`: a feed or NDJSON into the catalogue. */
export function importCommand(): Command {
  const command = new Command('import').description('bring data into the shop')
  command.addCommand(importDevicesCommand())
  command.addCommand(importCostsCommand())
  command.addCommand(importShopCommand())
  command
    .command('products')
    .description(
      'import a Merchant Center feed, a price list, an export of another shop, or NDJSON (also gzip and zip)',
    )
    .argument('<file>', 'the file; its type is read from its first bytes, not from its name')
    .option('--store <code>', `store of the feed: ${storeChoices}; NDJSON is limited to it`, readStore)
    .option('--sheet <name>', 'sheet of a workbook; without it the first one with known columns')
    .option('--mapping <name>', 'a mapping of columns that was saved on the page Import')
    .option('--dry-run', 'validate the file and report what would change, without changing anything')
    .option(
      '--clear [columns]',
      'allow these columns (joined by commas; all without a value) to be cleared',
      readColumns,
    )
    .option(
      '--set-stock',
      'of a product export of another shop: set the stock of products that the store has, too',
    )
    .option('--take-tags', 'give products the tags that the file has')
    .option('--counted-at <time>', 'when the stock was counted, for rows without quantity_at (ISO 8601)')
    .option('--wait', 'wait until every running node shows the rows')
    .option('--pictures <folder>', 'folder of the files that image_link names as file:PATH')
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      `
A row that is wrong is refused with its number and the reason, all others go in. Repeating an import changes
nothing that is in already; an import that was broken off is completed by running it again.
With a mapping whose columns name several stores, the file is imported for each of them in turn, and for none
where it cannot be read or would clear too much in one; --clear then names the store: --clear de:description.
A column that is absent changes nothing; an empty cell clears. A file that would clear more than a tenth of a
column's values (and at least five) is refused unless --clear names the column.
Exit codes: 0 every row went in; 2 rows were refused; 1 the file could not be read or another fault.
Examples:
  anode import products feed.tsv.gz --store sv
  anode import products feed.xml --store de --dry-run
  anode import products prices.xlsx --store no --sheet Priser
  anode import products stock.tsv --store sv --counted-at 2026-11-20T18:00:00+01:00
  anode import products feed.tsv --store sv --clear gtin,mpn
  anode import products feed.tsv --store sv --pictures ./photos
  anode import products catalogue.ndjson --json`,
    )
    .action(run)
  return command
}

/** `gtin,mpn` → names; the option without a value means all columns. */
function readColumns(text: string): string[] {
  return text.split(',').map((name) => name.trim())
}

/** A mapped file may have columns of several stores: it is imported for each of them. */
async function run(file: string, options: Options): Promise<void> {
  const { mapping: name, store } = options
  if (name === undefined) {
    await refuseShopTable(file, store)
    return importFor(file, options)
  }
  const mapping = await withShop(({ db }) => mappingOf(db, name))
  const targets = store === undefined ? namedStores(mapping) : mappedStores(mapping, store)
  if (targets.length === 0) return importFor(file, options)
  const ofStore = (target: StoreCode): Options & { store: StoreCode } => {
    const { clear } = options
    return {
      ...options,
      store: target,
      ...(typeof clear === 'object' && { clear: clearsOf(clear, { store: target, targets }) }),
    }
  }
  // All or none, as in the back office: nothing is written before the file is known to go into every store.
  if (targets.length > 1 && !options.dryRun)
    for (const target of targets) await checkFor(file, ofStore(target))
  for (const target of targets) {
    if (targets.length > 1 && !options.json) process.stdout.write(`\nStore ${target}\n`)
    await importFor(file, ofStore(target))
  }
}

/** Refuses a file that cannot be imported to one of its stores. */
async function checkFor(file: string, options: Options & { store: StoreCode }): Promise<void> {
  const { store } = options
  const refuse = (reason: string) =>
    new Refusal(`Store ${store}: ${reason}\nNothing was imported to any store.`)
  await withShop(async ({ db, actor }) => {
    try {
      const { excessiveClears } = await importProducts(db, actor, {
        ...(await importOptionsOf(db, file, options)),
        dryRun: true,
        reportDirectory: null,
      })
      const named = excessiveClears.map((clear) => ({ ...clear, column: `${store}:${clear.column}` }))
      if (named.length > 0) throw refuse(describeClears(named))
    } catch (error) {
      throw error instanceof FeedFault ? refuse(error.message) : error
    }
  })
}

/** What an import does, without its reports. */
const importOptionsOf = async (db: Kysely<DB>, file: string, options: Options) => ({
  file,
  store: options.store,
  sheet: options.sheet,
  mapping: options.mapping === undefined ? undefined : await mappingOf(db, options.mapping),
  dryRun: options.dryRun,
  clear: options.clear === true ? ('all' as const) : options.clear,
  setStock: options.setStock,
  takeTags: options.takeTags,
  countedAt: options.countedAt,
  pictures: options.pictures,
})

async function importFor(file: string, options: Options): Promise<void> {
  const shown: string[] = []
  const { shown: nodes, ...result } = await withShop(async ({ db, config, actor }) => {
    const progress = showImportProgress()
    let lastProgress: ImportProgress | undefined
    try {
      const imported = await importProducts(db, actor, {
        ...(await importOptionsOf(db, file, options)),
        reportDirectory: join(config.dataDir, 'reports'),
        onProgress: (reached) => {
          lastProgress = reached
          progress.update(reached)
        },
        onWait: () => progress.note('Another import is running; waiting for it.'),
        onReport: (report) => {
          if (shown.length < shownReports) shown.push(describeReport(report))
        },
        onChange: (change) => {
          if (shown.length < shownReports) shown.push(describeChange(change))
        },
      } satisfies ImportOptions)
      progress.stop()
      const wrote = !imported.dryRun && imported.created + imported.changed > 0
      return { ...imported, shown: wrote ? await shownByNodes(queryOf(db), options.wait === true) : null }
    } catch (error) {
      throw error instanceof FeedFault
        ? new Refusal(`${error.message}${progressText(lastProgress, options.dryRun === true)}`)
        : error
    } finally {
      progress.stop()
    }
  })
  if (options.json) printJson({ store: options.store ?? null, ...result, shown: nodes })
  else {
    printResult(result, shown)
    if (nodes) process.stdout.write(`\n${describeShown(nodes)}\n`)
  }
  if (options.wait && nodes && nodes.behind > 0) process.exitCode = 1
  if (result.excessiveClears.length > 0) process.exitCode = 1
  else if (result.refused > 0) process.exitCode ??= 2
}

async function mappingOf(db: Kysely<DB>, name: string): Promise<SavedMapping> {
  const mapping = await savedMapping(db, name)
  if (mapping === null) throw new Refusal(`There is no mapping ${name}: save one on the page Import.`)
  return mapping
}

/** A table of another shop without products is imported by another command. */
async function refuseShopTable(file: string, store: StoreCode | undefined): Promise<void> {
  if (store === undefined) return
  // The import itself says what is wrong with a file that cannot be read.
  const opened = await openShopTable({ file, store }).catch((error: unknown) => {
    if (error instanceof FeedFault) return null
    throw error
  })
  if (opened === null) return
  await opened.close()
  throw new Refusal(`This file holds ${opened.head.holds}: anode import shop imports it.`)
}

interface Shown extends NodeProgress {
  /** Seconds since the import ended. */
  seconds: number
}

/** A node that takes longer has a fault, or is building its whole index. */
const longestWaitSeconds = 300

/** How many nodes show the imported rows; with `wait`, once all of them do or the timeout has passed. */
async function shownByNodes(query: Query, wait: boolean): Promise<Shown> {
  const began = performance.now()
  const newest = (await newestChange(query)) ?? '0'
  for (;;) {
    const progress = await nodeProgress(query, newest)
    const seconds = Math.round((performance.now() - began) / 100) / 10
    if (!wait || progress.behind === 0 || seconds > longestWaitSeconds) return { ...progress, seconds }
    await sleep(200)
  }
}

function describeShown({ nodes, behind, seconds }: Shown): string {
  if (nodes === 0) return 'No node is running: the shop shows the rows when one has started.'
  const all = nodes === 1 ? 'The running node shows' : `All ${nodes} running nodes show`
  if (behind === 0) return `${all} the rows, ${seconds} s after the import.`
  return `${behind} of ${nodes} running nodes are still reading the rows into their index; the shop shows them when that is done (--wait waits for it).`
}

/** The outcome of the rows before the point where the file was cut off. */
function progressText(progress: ImportProgress | undefined, dryRun: boolean): string {
  if (!progress) return ''
  const { read, created, changed, unchanged, refused } = progress
  const counts = { created, changed, unchanged, refused }
  const parts = Object.entries(counts).map(([outcome, count]) => `${count.toLocaleString('en')} ${outcome}`)
  const rest = dryRun ? 'Dry run: nothing was changed.' : 'An import of the whole file completes it.'
  return `\nOf the ${read.toLocaleString('en')} rows before that: ${parts.join(', ')}. ${rest}`
}

function printResult(result: ImportResult, shown: readonly string[]): void {
  for (const line of shown) process.stderr.write(`${line}\n`)
  const columns = Object.entries(result.columns)
  const total =
    Object.values(result.reasons).reduce((sum, count) => sum + count, 0) +
    columns.reduce((sum, [, { changed }]) => sum + changed, 0)
  if (total > shown.length) process.stderr.write(`… and ${total - shown.length} more, all in the report.\n`)
  const { table, entry, read, created, changed, unchanged, skipped, refused, repaired, seconds } = result
  printFacts({
    ...(entry !== null && { file: entry }),
    ...(table && { table: describeTable(table) }),
    ...(table && table.unusedColumns.length > 0 && { 'not read': table.unusedColumns.join(', ') }),
    read,
    created,
    changed,
    unchanged,
    ...(skipped > 0 && { skipped }),
    refused,
    repaired,
    ...(result.redirects > 0 && { 'redirects from former addresses': result.redirects }),
    seconds,
  })
  const reasons = Object.entries(result.reasons) as [keyof typeof problemMessages, number][]
  if (reasons.length > 0) {
    process.stdout.write('\n')
    printTable(reasons.map(([reason, rows]) => ({ rows, reason, meaning: problemMessages[reason] })))
  }
  if (columns.length > 0) {
    process.stdout.write('\n')
    printTable(columns.map(([column, counts]) => ({ column, ...counts })))
  }
  if (result.countedNow > 0) {
    const rows = result.countedNow.toLocaleString('en')
    process.stdout.write(
      `\nThe stock figures of ${rows} rows have no time of counting (quantity_at or --counted-at): they hold as of this\nimport, and what was sold since they were counted is not subtracted.\n`,
    )
  }
  if (result.skuClashes.length > 0) {
    const pairs = result.skuClashes.map((skus) => skus.join(' and '))
    process.stdout.write(
      `\nSkus that differ only in case, from before that was refused: ${pairs.join(', ')}.\n`,
    )
  }
  printPictures(result.pictures)
  if (result.report !== null) process.stdout.write(`\nReport: ${result.report}\n`)
  const nothing = created === 0 && changed === 0 && result.redirects === 0
  if (result.excessiveClears.length > 0)
    process.stdout.write(`\nThe import itself would be refused. ${describeClears(result.excessiveClears)}\n`)
  if (result.dryRun) process.stdout.write('\nDry run: nothing was changed.\n')
  else if (nothing) process.stdout.write('\nNothing to change: the catalogue already holds all of it.\n')
}

function printPictures({ pending, failed }: ImportResult['pictures']): void {
  if (pending > 0)
    process.stdout.write(
      `\n${pending.toLocaleString('en')} photos are to be fetched: a running shop begins within a minute.\n`,
    )
  if (failed > 0)
    process.stdout.write(
      `\n${failed.toLocaleString('en')} photos could not be fetched: see anode picture failed.\n`,
    )
}
