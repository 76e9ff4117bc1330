import { Command, InvalidArgumentError } from 'commander'
import {
  listContent,
  listDeals,
  removeDeal,
  removePage,
  removeWidget,
} from '../../domain/content/remove-content.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { confirm } from '../confirm.ts'
import { readId } from '../../sdk/command-arguments.ts'
import { printFacts, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

interface ListOptions {
  store?: StoreCode
  json?: boolean
}

interface RemoveOptions {
  yes?: boolean
  json?: boolean
}

/** `anode content list|remove`: pages and blocks. They are written by an NDJSON import. */
export function contentCommand(): Command {
  const command = new Command('content').description(
    'list and remove pages and blocks; NDJSON imports write them',
  )
  command
    .command('list')
    .description('print the pages and blocks of all stores, or of one')
    .option('--store <store>', storeChoices, readStore)
    .option('--json', 'print JSON')
    .action(async ({ store, json }: ListOptions) => {
      const found = await withShop(({ db }) => listContent(db, store ?? null))
      printTable(
        found.map((entry) => ({ ...entry })),
        { json, empty: 'No pages and no blocks.' },
      )
    })
  command
    .command('remove')
    .description('remove a page (its URL then answers 404) or a block of the layout')
    .argument('<kind>', 'page or widget', readKind)
    .argument('<name>', 'path of the page, slug of the block')
    .requiredOption('--store <store>', storeChoices, readStore)
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .action(async (kind: 'page' | 'widget', name: string, options: RemoveOptions & { store: StoreCode }) => {
      const { store, yes, json } = options
      await confirm(`Remove the ${kind} ${name} of the store ${store}?`, { yes })
      const remove = kind === 'page' ? removePage : removeWidget
      if (!(await withShop(({ db, actor }) => remove(db, actor, store, name))))
        throw new Refusal(`The store ${store} has no ${kind} ${name}.`)
      printFacts({ removed: name, kind, store }, { json })
    })
  return command.addHelpText(
    'after',
    '\nExamples:\n  anode content list --store sv\n  anode content remove page winter-campaign --store sv\n  anode content remove widget store-message --store de --yes --json',
  )
}

/** `anode deal list|remove`. Deals are written by an NDJSON import. */
export function dealCommand(): Command {
  const command = new Command('deal').description('list and remove deals; NDJSON imports write them')
  command
    .command('list')
    .description('print the deals of all stores, or of one, the latest first')
    .option('--store <store>', storeChoices, readStore)
    .option('--json', 'print JSON')
    .action(async ({ store, json }: ListOptions) => {
      const found = await withShop(({ db }) => listDeals(db, store ?? null))
      const rows = found.map(({ startsAt, expiresAt, ...deal }) => ({
        ...deal,
        startsAt: startsAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      }))
      printTable(rows, { json, empty: 'No deals.' })
    })
  command
    .command('remove')
    .description('remove a deal by the id that list prints; its banner goes, its price stays')
    .argument('<id>', 'a whole number', readId)
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .action(async (id: number, { yes, json }: RemoveOptions) => {
      await confirm(`Remove the deal ${id}?`, { yes })
      if (!(await withShop(({ db, actor }) => removeDeal(db, actor, id))))
        throw new Refusal(`There is no deal ${id}.`)
      printFacts({ removed: id }, { json })
    })
  return command.addHelpText(
    'after',
    '\nExamples:\n  anode deal list --store sv --json\n  anode deal remove 3 --yes',
  )
}

function readKind(text: string): 'page' | 'widget' {
  if (text === 'page' || text === 'widget') return text
  throw new InvalidArgumentError('It must be page or widget.')
}
