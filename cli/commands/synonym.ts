import { Command } from 'commander'
import {
  addSynonym,
  listSynonyms,
  removeSynonyms,
  type AddedSynonym,
} from '../../domain/search/synonym-repository.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { printFacts, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

interface Options {
  store: StoreCode
  json?: boolean
}

const refusals: Record<Exclude<AddedSynonym, { ok: true }>['code'], string> = {
  no_words: 'A synonym needs a letter or digit on both sides.',
  same: 'Search holds these for the same already.',
  too_long: 'At most 100 characters on each side.',
}

/**
 * `anode synonym list|add|remove`: words that shoppers type for products with another name in the catalogue.
 */
export function synonymCommand(): Command {
  const command = new Command('synonym').description('what shoppers type for things called otherwise here')
  command
    .command('list')
    .description('print the synonyms of all stores, or of one')
    .option('--store <store>', storeChoices, readStore)
    .option('--json', 'print JSON')
    .action(async ({ store, json }: Partial<Options>) => {
      const found = await withShop(({ db }) => listSynonyms(db, store ?? null))
      const rows = found.map(({ bothWays, ...row }) => ({ ...row, 'both ways': bothWays }))
      printTable(rows, { json, empty: 'No synonyms.' })
    })
  command
    .command('add')
    .description('make a term also find another word; running servers apply it at once')
    .argument('<term>', 'the word that shoppers type')
    .argument('<means>', 'the word used in the catalogue')
    .requiredOption('--store <store>', storeChoices, readStore)
    .option('--one-way', 'one direction only: the synonym does not find the term')
    .option('--json', 'print JSON')
    .action(async (term: string, means: string, options: Options & { oneWay?: boolean }) => {
      const synonym = { store: options.store, term, means, bothWays: options.oneWay !== true }
      const added = await withShop(({ db, actor }) => addSynonym(db, actor, synonym))
      if (!added.ok) throw new Refusal(refusals[added.code])
      printFacts({ ...synonym, new: added.isNew }, options)
    })
  command
    .command('remove')
    .description('remove a term, or one of its synonyms')
    .argument('<term>')
    .argument('[means]')
    .requiredOption('--store <store>', storeChoices, readStore)
    .option('--json', 'print JSON')
    .action(async (term: string, means: string | undefined, options: Options) => {
      const removed = await withShop(({ db, actor }) =>
        removeSynonyms(db, actor, options.store, term, means ?? null),
      )
      if (removed === 0) throw new Refusal(`The store ${options.store} has no synonym ${term}.`)
      printFacts({ removed }, options)
    })
  return command.addHelpText(
    'after',
    '\nExamples:\n  anode synonym add rökdetektor brandvarnare --store sv\n  anode synonym list --store de --json\n  anode synonym remove rökdetektor --store sv',
  )
}
