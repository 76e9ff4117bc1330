/**
 * Promise: killed at any point, the shop loses and doubles no order and no payment, and sells nothing that it does not
 * have (design.md section 8). `npm run bench crash -- [--minutes 5] [--seed N] [--nodes 3] [--shoppers 16] [--keep]
 * [--no-outside]`; what it does is described in docs/crash-test.md. It runs in a copy of the project that binds the modules
 * of `examples/`, which is built for it; with `--no-outside` in the project itself. Prints `crash: N checkouts, K kills, F faults, 0 violations`, and the seed.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runCrash } from './crash/run-crash.ts'
import { withOutsideModules } from './crash/project-with-modules.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    nodes: { type: 'string', default: '3' },
    shoppers: { type: 'string', default: '16' },
    keep: { type: 'boolean', default: false },
    outside: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
if (values.outside)
  process.exit(await withOutsideModules(['bench/crash.ts', ...process.argv.slice(2), '--no-outside']))
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interrupted.abort(new Error('interrupted; what was started is stopped')))
const seed = Number(values.seed ?? randomInt(1_000_000))
console.log(`crash: seed ${seed}`)
const { checkouts, outcomes, actions, kills, faults, webhooks, repeatedMails, violations } = await runCrash({
  seed,
  seconds: Number(values.minutes) * 60,
  nodes: Number(values.nodes),
  shoppers: Number(values.shoppers),
  staff: 2,
  pauseMs: [2_000, 12_000],
  keep: values.keep,
  log: (line) => console.log(line),
  signal: interrupted.signal,
})
console.log({ outcomes, actions, kills, webhooks, repeatedMails })
for (const violation of violations) console.log(`violation: ${violation}`)
const killed = kills.nodes + kills.databases + kills.backends
console.log(
  `crash: ${checkouts} checkouts, ${killed} kills, ${faults} faults, ${violations.length} violations (promise 0); seed ${seed}`,
)
process.exit(violations.length === 0 ? 0 : 1)
