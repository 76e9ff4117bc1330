import { Command, InvalidArgumentError } from 'commander'
import {
  experimentResults,
  listExperiments,
  startExperiment,
  stopExperiment,
} from './experiment-repository.server.ts'
import { isStoreCode, storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { readCount } from '../../sdk/command-arguments.ts'
import { printFacts, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import type { WithShop } from '../../sdk/module.ts'
import { storeChoices } from '../../sdk/store-option.ts'

interface StartOptions {
  stores: StoreCode[]
  variants: { key: string; weight: number }[]
  days: number
  json?: boolean
}

const dayMs = 24 * 60 * 60 * 1000

/** `anode experiment start|stop|list|results`. */
export function experimentCommand(withShop: WithShop): Command {
  const command = new Command('experiment').description('run experiments with visitors who allow statistics')
  command
    .command('start')
    .description('start an experiment now; a key is used once')
    .argument('<key>', 'key of the experiment, as the pages name it', readKey)
    .requiredOption('--stores <stores>', `comma-separated: ${storeChoices}`, readStores)
    .requiredOption('--variants <variants>', 'key:weight of each, comma-separated', readVariants)
    .option('--days <count>', 'how long it runs', readCount, 14)
    .option('--json', 'print JSON')
    .action(async (key: string, { stores, variants, days, json }: StartOptions) => {
      const startsAt = new Date()
      const endsAt = new Date(startsAt.getTime() + days * dayMs)
      const started = await withShop(({ db, actor }) =>
        startExperiment(db, actor, { key, stores, variants, startsAt, endsAt }),
      )
      if (!started)
        throw new Refusal(`There is an experiment ${key}: its results would be mixed. Use another key.`)
      printFacts({ started: key, ends: endsAt.toISOString() }, { json })
    })
  command
    .command('stop')
    .description('end a running experiment; its results are kept')
    .argument('<key>', 'key of the experiment', readKey)
    .option('--json', 'print JSON')
    .action(async (key: string, { json }: { json?: boolean }) => {
      if (!(await withShop(({ db, actor }) => stopExperiment(db, actor, key, new Date()))))
        throw new Refusal(`No experiment ${key} is running.`)
      printFacts({ stopped: key }, { json })
    })
  command
    .command('list')
    .description('print all experiments, the latest first')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const found = await withShop(({ db }) => listExperiments(db))
      const rows = found.map(({ key, stores, starts_at, ends_at }) => ({
        key,
        stores: stores.join(', '),
        starts: starts_at.toISOString(),
        ends: ends_at.toISOString(),
        running: starts_at.getTime() <= Date.now() && ends_at.getTime() > Date.now(),
      }))
      printTable(rows, { json, empty: 'No experiments.' })
    })
  command
    .command('results')
    .description('print how many visits saw each variant, and how many of them ordered')
    .argument('<key>', 'key of the experiment', readKey)
    .option('--json', 'print JSON')
    .action(async (key: string, { json }: { json?: boolean }) => {
      const found = await withShop(({ db }) => experimentResults(db, key))
      const rows = found.map(({ views, orders, ...row }) => ({
        ...row,
        views,
        orders,
        percent: views === 0 ? null : Math.round((orders / views) * 10_000) / 100,
      }))
      printTable(rows, { json, empty: 'Nobody has seen it yet.' })
    })
  return command.addHelpText(
    'after',
    '\nExamples:\n  anode experiment start cart-suggestions --stores sv --variants two:1,four:1 --days 14\n  anode experiment results cart-suggestions',
  )
}

const keyPattern = /^[a-z0-9-]{1,60}$/

function readKey(text: string): string {
  if (keyPattern.test(text)) return text
  throw new InvalidArgumentError('It must be of lower-case letters, digits and hyphens.')
}

function readStores(text: string): StoreCode[] {
  const codes = text.split(',').map((code) => code.trim())
  if (codes.every(isStoreCode)) return [...new Set(codes)]
  throw new InvalidArgumentError(`It must be some of ${storeCodes.join(', ')}.`)
}

function readVariants(text: string): StartOptions['variants'] {
  const variants = text.split(',').map((part) => {
    const [, key = '', weight] = /^([a-z0-9-]{1,60}):([1-9]\d{0,3})$/.exec(part.trim()) ?? []
    return { key, weight: Number(weight) }
  })
  const keys = new Set(variants.map(({ key }) => key))
  if (variants.length >= 2 && keys.size === variants.length && !keys.has('')) return variants
  throw new InvalidArgumentError('Give two or more, such as two:1,four:1.')
}
