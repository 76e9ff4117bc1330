/** The program of the operator's CLI: `npm run anode -- COMMAND`. */
import { runCommand } from './anode-commands.ts'
import { allowClosedOutput } from './closed-output.ts'

allowClosedOutput([process.stdout, process.stderr])
await runCommand(process.argv.slice(2))
