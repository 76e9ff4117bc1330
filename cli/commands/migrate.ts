import { Command } from 'commander'
import { printTable } from '../../sdk/command-output.ts'
import { withShop } from '../shop-session.ts'

/** `anode migrate`: migrates the database to the newest schema. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('migrate the database to the newest schema, as the role of DATABASE_OWNER_URL')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  anode migrate\n  DATABASE_URL=postgres://… DATABASE_OWNER_URL=postgres://… anode migrate',
    )
    .action(async (options: { json?: boolean }) => {
      const applied = await withShop(async ({ migrated }) => migrated, { warn: true })
      printTable(
        applied.map((migration) => ({ migration })),
        { json: options.json, empty: 'The database is up to date.' },
      )
    })
}
