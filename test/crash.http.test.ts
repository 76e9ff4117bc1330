/**
 * The short form of `npm run bench crash`: a few kills of nodes and of PostgreSQL while shoppers buy with every payment
 * method. The long form finds more; this one keeps it running.
 */
import { expect, it } from 'vitest'
import { runCrash } from '../bench/crash/run-crash.ts'

it('no order, payment, mail or unit of stock is lost or doubled when nodes and PostgreSQL are killed', async () => {
  const { checkouts, kills, violations } = await runCrash({
    seed: 1,
    seconds: 10,
    nodes: 2,
    shoppers: 6,
    staff: 1,
    pauseMs: [1_000, 3_000],
  })
  expect(violations).toEqual([])
  expect(checkouts).toBeGreaterThan(0)
  expect(kills.nodes + kills.databases + kills.backends).toBeGreaterThan(0)
}, 180_000)
