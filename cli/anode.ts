/** The program of the operator's CLI: `npm run anode -- COMMAND`. */
import { runCommand } from './anode-commands.ts'

await runCommand(process.argv.slice(2))
