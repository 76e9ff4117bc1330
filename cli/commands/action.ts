import { Command } from 'commander'
import { recentCommands } from '../operator-action.ts'
import { printTable } from '../../sdk/command-output.ts'
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
      const commands = await withShop(({ db }) => recentCommands(db, 100))
      const lines = commands.map(({ at, ...command }) => ({ at: at.toISOString(), ...command }))
      printTable(lines, { ...options, empty: 'No commands yet.' })
    })
}
