/** Starts the simulator for a person: `npm run simulator`, or `npm run simulator -- 3998`. */
import { startSimulator } from './simulator.ts'

const { url } = await startSimulator(Number(process.argv[2] ?? 3901))
process.stdout.write(`Harbour Post is simulated at ${url}. Start the shop with HARBOUR_POST_URL=${url}.\n`)
