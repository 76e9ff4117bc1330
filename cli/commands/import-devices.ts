import { join } from 'node:path'
import { Command, Option } from 'commander'
import { FeedFault } from '../../catalogue-import/feed-fault.ts'
import { describeReport, problemMessages, type RowReport } from '../../catalogue-import/row-report.ts'
import { deviceFormats, type DeviceFormat } from '../../catalogue-import/devices/device-rows.ts'
import { importDevices, type DeviceImport } from '../../catalogue-import/devices/import-devices.server.ts'
import { printFacts, printJson, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'

interface Options {
  format?: DeviceFormat
  dryRun?: boolean
  json?: boolean
}

/** More rows than this are only in the report file. */
const shownReports = 20

/** `anode import devices FILE`: a list of devices and what they take. */
export function importDevicesCommand(): Command {
  return new Command('devices')
    .description('import a list of devices and the batteries they take (comma-separated, also gzip)')
    .argument('<file>', 'the file; its format is recognized by its columns')
    .addOption(
      new Option('--format <name>', 'the format of the list').choices(
        Object.keys(deviceFormats) as DeviceFormat[],
      ),
    )
    .option('--dry-run', 'validate the file and report what would change, without changing anything')
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      `
A row that is wrong is refused with its number and the reason, all others go in; a second run changes nothing.
Exit codes: 0 every row went in; 2 rows were refused; 1 the file could not be read or another fault.
Examples:
  anode import devices device-batteries.csv --dry-run
  anode import devices phone-models.csv --json`,
    )
    .action(run)
}

async function run(file: string, options: Options): Promise<void> {
  const shown: RowReport[] = []
  const result = await withShop(async ({ db, config, actor }) => {
    try {
      return await importDevices(db, actor, {
        file,
        format: options.format ?? null,
        dryRun: options.dryRun ?? false,
        reportDirectory: join(config.dataDir, 'reports'),
        now: new Date(),
        onReport: (report) => {
          if (shown.length < shownReports) shown.push(report)
        },
      })
    } catch (error) {
      throw error instanceof FeedFault ? new Refusal(error.message) : error
    }
  })
  if (options.json) printJson(result)
  else printResult(result, shown)
  if (result.refused > 0) process.exitCode = 2
}

function printResult(result: DeviceImport, shown: readonly RowReport[]): void {
  for (const report of shown) process.stderr.write(`${describeReport(report)}\n`)
  const total = result.refused + result.repaired
  if (total > shown.length) process.stderr.write(`… and ${total - shown.length} more, all in the report.\n`)
  const { format, read, created, changed, unchanged, refused, repaired, seconds } = result
  printFacts({ format, read, created, changed, unchanged, refused, repaired, seconds })
  const reasons = Object.entries(result.reasons) as [keyof typeof problemMessages, number][]
  if (reasons.length > 0) {
    process.stdout.write('\n')
    printTable(reasons.map(([reason, rows]) => ({ rows, reason, meaning: problemMessages[reason] })))
  }
  if (result.report !== null) process.stdout.write(`\nReport: ${result.report}\n`)
  if (result.dryRun) process.stdout.write('\nDry run: nothing was changed.\n')
  else if (result.created + result.changed === 0)
    process.stdout.write('\nNothing to change: all of these devices are known already.\n')
}
