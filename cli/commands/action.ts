import { Command } from 'commander'
import { printTable } from '../output.ts'
import { withShop } from '../shop-session.ts'

/** `anode action list`: the commands that were run with this CLI. */
export function actionCommand(): Command {
  return new Command('action')
    .description('print which commands were run, and by whom')
    .addCommand(listCommand())
}

function listCommand(): Command {
  return new Command('list')
    .description('print the last 100 commands with the user of the operating system, newest first')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const actions = await withShop(async ({ db }) => {
        const rows = await db
          .selectFrom('operator_action')
          .select(['at', 'os_user as user', 'host', 'command'])
          .orderBy('id', 'desc')
          .limit(100)
          .execute()
        return rows.map(({ at, ...action }) => ({ at: at.toISOString(), ...action }))
      })
      printTable(actions, { ...options, empty: 'No commands yet.' })
    })
}
