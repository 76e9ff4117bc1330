/** `anode import costs FILE`: purchase costs from a file of sku, currency and cost. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Command } from 'commander'
import { FeedFault, type FeedFaultCode } from '../../catalogue-import/feed-fault.ts'
import { describeReport, type RowReport } from '../../catalogue-import/row-report.ts'
import {
  byProduct,
  changeCosts,
  planCosts,
  type CostChange,
} from '../../domain/catalogue/cost-changes.server.ts'
import { mostCostBytes, mostCostRows, type CostProblem } from '../../domain/catalogue/cost-file.ts'
import { readUploadedCosts } from '../../domain/catalogue/cost-upload.server.ts'
import { toMajor } from '../../domain/money/money.ts'
import { printFacts, printJson } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'

interface Options {
  dryRun?: boolean
  json?: boolean
}

/** More rows than this are only counted. */
const shownRows = 20

/** Products of one transaction. */
const perTransaction = 500

export function importCostsCommand(): Command {
  return new Command('costs')
    .description('import purchase costs without VAT (CSV with the columns sku, currency, cost)')
    .argument('<file>', 'the file: separated by commas, semicolons or tabs, in UTF-8')
    .option('--dry-run', 'validate the file and report what would change, without changing anything')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
A row that is wrong is refused with its row and the reason, all others go in. Costs that the file does not name
stay as they are. Each change is in the audit, where it can be undone.
Exit codes: 0 every row went in; 2 rows were refused; 1 the file could not be read or another fault.
Examples:
  anode import costs costs.csv --dry-run
  anode import costs costs.csv`,
    )
    .action(run)
}

async function run(path: string, options: Options): Promise<void> {
  const file = await read(path)
  const { plan, refused } = await withShop(async ({ db, actor }) => {
    const made = await planCosts(db, file)
    const notWritten: string[] = []
    const products = options.dryRun === true ? [] : byProduct(made.changes)
    for (let from = 0; from < products.length; from += perTransaction) {
      const part = products.slice(from, from + perTransaction)
      const answers = await db
        .transaction()
        .execute((trx) => changeCosts(trx, actor, part, basename(path).slice(0, 200)))
      for (const [index, answer] of answers.entries())
        if (!answer.ok) notWritten.push(`${part[index]!.sku}: ${answer.code}`)
    }
    return { plan: made, refused: notWritten }
  })
  const { read: rows, unchanged, changes, problems } = plan
  const counts = { read: rows, changed: changes.length, unchanged, refused: problems.length + refused.length }
  if (options.json === true) printJson({ ...counts, dryRun: options.dryRun === true, changes, problems })
  else {
    const lines = [...problems.map((each) => describeReport(reportOf(each))), ...refused]
    if (options.dryRun === true) lines.push(...changes.map(describe))
    for (const line of lines.slice(0, shownRows)) process.stderr.write(`${line}\n`)
    if (lines.length > shownRows)
      process.stderr.write(`… and ${lines.length - shownRows} more (--json lists all).\n`)
    printFacts(counts)
    if (options.dryRun === true) process.stdout.write('\nDry run: nothing was changed.\n')
  }
  if (counts.refused > 0) process.exitCode = 2
}

async function read(path: string) {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (error) {
    throw new Refusal(`${path} cannot be read: ${(error as Error).message}`)
  }
  if (bytes.length > mostCostBytes)
    throw new Refusal(`${path} is larger than ${mostCostBytes / 1024 / 1024} MB.`)
  const file = await readUploadedCosts(bytes)
  if (file.ok) return file
  if (file.code === 'too_many_rows') throw new Refusal(`${path} has more than ${mostCostRows} rows.`)
  const { code, values } = file.fault
  throw new Refusal(new FeedFault(code as FeedFaultCode, { ...values, file: path }).message)
}

const reportOf = ({ sku, title, column, value, ...problem }: CostProblem): RowReport =>
  ({
    ...problem,
    line: problem.row,
    ...(sku !== null && { id: sku }),
    ...(title !== null && { title }),
    ...(column !== null && { column }),
    ...(value !== null && { value }),
    detail: problem.detail ?? undefined,
  }) as RowReport

const describe = ({ row, sku, currency, beforeMinor, afterMinor }: CostChange): string =>
  `Row ${row}, ${sku}: ${beforeMinor === null ? 'no cost' : toMajor(beforeMinor)} → ${toMajor(afterMinor)} ${currency}.`
