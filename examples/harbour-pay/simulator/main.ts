/** Starts the simulator for a person: `npm run simulator`, or `npm run simulator -- 3999`. */
import { startSimulator } from './simulator.ts'

const { url } = await startSimulator(Number(process.argv[2] ?? 3900))
process.stdout.write(`Harbour Pay is simulated at ${url}. Start the shop with HARBOUR_PAY_URL=${url}.\n`)
