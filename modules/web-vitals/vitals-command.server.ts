import { Command } from 'commander'
import { percentile, ratingOf } from './histogram.ts'
import { readVitals, type VitalCount } from './vitals-repository.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { readCount } from '../../sdk/command-arguments.ts'
import { printTable } from '../../sdk/command-output.ts'
import type { WithShop } from '../../sdk/module.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

interface Options {
  store?: StoreCode
  days: number
  json?: boolean
}

/** The percentile by which web vitals are judged (https://web.dev/articles/vitals). */
const judgedShare = 0.75

/** `anode vitals`: how fast pages are for shoppers. */
export function vitalsCommand(withShop: WithShop): Command {
  return new Command('vitals')
    .description('print the 75th percentile of LCP, INP, CLS and TTFB per store and type of page')
    .option('--store <store>', storeChoices, readStore)
    .option('--days <count>', 'the last so many days', readCount, 28)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nTimes are in milliseconds.\n\nExample:\n  anode vitals --store sv --days 7')
    .action(async ({ store, days, json }: Options) => {
      const since = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
      const counts = await withShop(({ db }) => readVitals(db, { since, store }))
      printTable(percentiles(counts), { json, empty: 'No visits were measured.' })
    })
}

function percentiles(counts: readonly VitalCount[]) {
  const groups = Map.groupBy(counts, ({ store, page, metric }) => `${store} ${page} ${metric}`)
  return [...groups.values()].map((group) => {
    const { store, page, metric } = group[0]!
    const p75 = percentile(metric, group, judgedShare)!
    const visits = group.reduce((sum, count) => sum + count.visits, 0)
    return { store, page, metric, p75, rating: ratingOf(metric, p75), visits }
  })
}
