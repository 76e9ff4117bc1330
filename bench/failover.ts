/**
 * Promise: a failover to a synchronous standby loses and doubles no order and no payment (design.md section 8).
 * `node bench/failover.ts [--rounds 3] [--seed N] [--nodes 2] [--shoppers 12]`: in each round shoppers of the crash test
 * buy with all payment methods while catalogue and providers change, the primary is stopped in immediate mode, its
 * standby is promoted, and the address moves; then it gets a standby of its own. Prints
 * `failover: N checkouts, R failovers, F faults, 0 violations`, and the seed.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runFailover } from './crash/run-failover.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string' },
    nodes: { type: 'string', default: '2' },
    shoppers: { type: 'string', default: '12' },
  },
})
const seed = Number(values.seed ?? randomInt(1_000_000))
console.log(`failover: seed ${seed}`)
const { checkouts, outcomes, failovers, faults, renamed, violations } = await runFailover({
  seed,
  rounds: Number(values.rounds),
  nodes: Number(values.nodes),
  shoppers: Number(values.shoppers),
  log: (line) => console.log(line),
})
console.log({ outcomes, renamed })
for (const violation of violations) console.log(`violation: ${violation}`)
console.log(
  `failover: ${checkouts} checkouts, ${failovers} failovers, ${faults} faults, ${violations.length} violations (promise 0); seed ${seed}`,
)
process.exit(violations.length === 0 ? 0 : 1)
