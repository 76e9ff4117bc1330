import { Command } from 'commander'
import {
  closeClientError,
  findClientError,
  listClientErrors,
  type StoredClientError,
} from '../../domain/client-errors/client-error-repository.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { readCount, readLongId } from '../../sdk/command-arguments.ts'
import { printFacts, printTable } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

interface ListOptions {
  store?: StoreCode
  closed?: boolean
  limit: number
  json?: boolean
}

/** `anode errors list|show|close`: faults in shoppers' browsers, by group. */
export function errorsCommand(): Command {
  const command = new Command('errors').description('list and close the errors that browsers report')
  command
    .command('list')
    .description('print the groups of errors, the latest first')
    .option('--store <store>', storeChoices, readStore)
    .option('--closed', 'also groups that were closed')
    .option('--limit <count>', 'at most this many groups', readCount, 50)
    .option('--json', 'print JSON')
    .action(async ({ json, ...filter }: ListOptions) => {
      const found = await withShop(({ db }) => listClientErrors(db, filter))
      printTable(found.map(tableLine), { json, empty: 'No errors.' })
    })
  command
    .command('show')
    .description('print one group with the first frames of its stack')
    .argument('<id>', 'id of the group, as list prints it', readLongId)
    .option('--json', 'print JSON')
    .action(async (id: number, { json }: { json?: boolean }) => {
      const group = await withShop(({ db }) => findClientError(db, id))
      if (group === null) throw unknown(id)
      const { frames, ...facts } = factsOf(group)
      printFacts(json ? { ...facts, frames } : facts, { json })
      if (!json && frames !== '') process.stdout.write(`\n${frames}\n`)
    })
  command
    .command('close')
    .description('close a group; its next report opens it again')
    .argument('<id>', 'id of the group, as list prints it', readLongId)
    .option('--json', 'print JSON')
    .action(async (id: number, { json }: { json?: boolean }) => {
      const closed = await withShop(({ db, actor }) => closeClientError(db, actor, id, new Date()))
      if (closed === null) throw unknown(id)
      if (!closed) throw new Refusal('This group is closed.')
      printFacts({ closed: id }, { json })
    })
  return command.addHelpText(
    'after',
    '\nExamples:\n  anode errors list --store de\n  anode errors show 12\n  anode errors close 12',
  )
}

const unknown = (id: number) => new Refusal(`There is no group ${id}.`)

const tableLine = ({ id, store, reports, last_seen_at, last_release, path, message }: StoredClientError) => ({
  id,
  store,
  reports,
  last: last_seen_at.toISOString(),
  release: last_release,
  path,
  message,
})

const factsOf = ({ first_seen_at, last_seen_at, closed_at, ...group }: StoredClientError) => ({
  ...group,
  first: first_seen_at.toISOString(),
  last: last_seen_at.toISOString(),
  closed: closed_at?.toISOString() ?? null,
})
