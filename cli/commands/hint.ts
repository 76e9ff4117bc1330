import { Command } from 'commander'
import {
  addHint,
  listHints,
  removeHint,
  type AddedHint,
} from '../../domain/content/hint-repository.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { readId } from '../../sdk/command-arguments.ts'
import { printFacts, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

interface AddOptions {
  store: StoreCode
  for: string
  url: string
  title: string
  redirect?: boolean
  json?: boolean
}

const refusals: Record<Exclude<AddedHint, { ok: true }>['code'], string> = {
  no_text: 'A hint needs a text, and its link a title.',
  no_triggers: 'Each word in --for needs a letter or digit.',
  too_long: 'At most 500 characters of text, 255 of title, 100 for each word.',
  already_there: 'The store has a hint of that text.',
  bad_url: 'The address must be a path of the store, such as /sv/recycling.',
}

/** `anode hint list|add|remove`: hints under the search field for certain words. */
export function hintCommand(): Command {
  const command = new Command('hint').description(
    'manage the hints shown under the search field for certain words',
  )
  command
    .command('list')
    .description('print the hints of all stores, or of one')
    .option('--store <store>', storeChoices, readStore)
    .option('--json', 'print JSON')
    .action(async ({ store, json }: { store?: StoreCode; json?: boolean }) => {
      const found = await withShop(({ db }) => listHints(db, store ?? null))
      const rows = found.map(({ triggers, ...row }) => ({ ...row, triggers: triggers.join(', ') }))
      printTable(rows, { json, empty: 'No hints.' })
    })
  command
    .command('add')
    .description('show a hint for certain words; the same text again changes its words and its link')
    .argument('<text>', 'the text of the hint')
    .requiredOption('--store <store>', storeChoices, readStore)
    .requiredOption('--for <words>', 'comma-separated words or phrases; a trailing * matches any ending')
    .requiredOption('--url <path>', 'path of its link in the store')
    .requiredOption('--title <title>', 'the words of its link')
    .option('--redirect', 'a search for exactly one of the words leads there at once')
    .option('--json', 'print JSON')
    .action(async (text: string, options: AddOptions) => {
      const { store, url, json } = options
      const hint = {
        store,
        triggers: options.for.split(','),
        hint: text,
        url,
        url_title: options.title,
        redirect: options.redirect === true,
      }
      const added = await withShop(({ db, actor }) => addHint(db, actor, hint))
      if (!added.ok) throw new Refusal(refusals[added.code])
      printFacts({ id: added.id, new: added.isNew, store, url }, { json })
    })
  command
    .command('remove')
    .description('remove a hint by the id that list prints')
    .argument('<id>', 'a whole number', readId)
    .option('--json', 'print JSON')
    .action(async (id: number, options: { json?: boolean }) => {
      if (!(await withShop(({ db, actor }) => removeHint(db, actor, id))))
        throw new Refusal(`There is no hint ${id}.`)
      printFacts({ removed: id }, options)
    })
  return command.addHelpText(
    'after',
    '\nExamples:\n  anode hint add "We take old batteries back." --store de --for "pfand,altbatterie*" --url /de/recycling --title "Take back"\n  anode hint list --store de --json\n  anode hint remove 12',
  )
}
