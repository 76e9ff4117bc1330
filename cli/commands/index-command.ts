import { statSync } from 'node:fs'
import { Command } from 'commander'
import { CompiledQuery } from 'kysely'
import type { Query } from '../../db/query.ts'
import { openCatalogueIndex } from '../../read-model/catalogue-index.server.ts'
import { readChanges } from '../../read-model/build/change-log.server.ts'
import { databaseIdentity } from '../../read-model/build/database-identity.server.ts'
import { copyIndexFile, type IndexCopy } from '../../read-model/build/index-copy.server.ts'
import { readMeta, type IndexDatabase } from '../../read-model/schema/index-database.server.ts'
import {
  indexPlace,
  openIndexFile,
  takeWriterLock,
  type IndexPlace,
} from '../../read-model/schema/index-file.server.ts'
import { printFacts, type Line } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { queryOf, withShop } from '../shop-session.ts'

interface Options {
  json?: boolean
}

/** `anode index rebuild`, `index copy` and `index status`: the read model of this node. */
export function indexCommand(): Command {
  const command = new Command('index').description('the catalogue index that pages and search read')
  command
    .command('rebuild')
    .description('rebuild the index; running servers rebuild it in the background and keep serving')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  anode index rebuild\n  anode index rebuild --json')
    .action(rebuild)
  command
    .command('copy <source>')
    .description('copy the index file of another node, running or not, instead of building one')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\n<source>: an index file, its folder, or the DATA_DIR of the other node.\n\nExample:\n  anode index copy /mnt/shop-1/data',
    )
    .action(copy)
  command
    .command('status')
    .description('print whether the index of this node is complete and up to date')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  anode index status\n  anode index status --json')
    .action(status)
  return command
}

async function rebuild(options: Options): Promise<void> {
  const answer = await withShop(async ({ db, url, config }): Promise<Line> => {
    const place = indexPlace(config.dataDir)
    if (isWritten(place)) {
      // The node that writes the file reads this in the change log, and so does every other node.
      await db.executeQuery(
        CompiledQuery.raw(
          "insert into change_log (topic, key) values ('index', 'rebuild') on conflict do nothing",
        ),
      )
      await db.executeQuery(CompiledQuery.raw('notify change_log'))
      return { rebuilt: false, asked: true, file: place.file }
    }
    const began = performance.now()
    const warnings: string[] = []
    const log = { info: () => {}, warn: (text: string) => warnings.push(text) }
    const index = openCatalogueIndex({ dataDir: config.dataDir, databaseUrl: url, log })
    const failed = () => warnings.find((text) => text.includes('failed'))
    const gaveUp = watch(failed)
    try {
      await Promise.race([index.rebuild(), gaveUp.happened])
    } finally {
      gaveUp.stop()
      await index.close()
    }
    if (failed() !== undefined) throw new Refusal(failed())
    return {
      rebuilt: true,
      asked: false,
      seconds: round((performance.now() - began) / 1000),
      ...sizeOf(place),
    }
  })
  printFacts(answer, options)
  if (!options.json && answer['asked'])
    process.stdout.write('A server writes this index: it was asked to rebuild it.\n')
}

async function copy(source: string, options: Options): Promise<void> {
  const answer = await withShop(async ({ db, config }): Promise<Line> => {
    const place = indexPlace(config.dataDir)
    const began = performance.now()
    const copied = await copyIndexFile(source, place, queryOf(db))
    if (!copied.ok) throw new Refusal(copyRefusals[copied.code]('source' in copied ? copied.source : ''))
    const seconds = round((performance.now() - began) / 1000)
    return { copied: true, products: copied.products, seconds, ...sizeOf(place) }
  })
  printFacts(answer, options)
}

const copyRefusals: Record<Extract<IndexCopy, { ok: false }>['code'], (source: string) => string> = {
  'index-in-use': () => 'A server uses the index of this DATA_DIR. Stop it, or copy into another one.',
  'source-missing': (source) => `There is no index of this release at ${source}.`,
  'source-unusable': (source) => `${source} is no whole index file of this release.`,
  'other-database': (source) => `${source} belongs to another database than DATABASE_URL.`,
  'other-history': (source) =>
    `${source} is from before a failover or a restore of the database. Copy it from a node that has rebuilt its own.`,
  'too-old': (source) => `${source} is older than the change log and cannot be brought up to date.`,
}

/** Resolves when the condition holds; polls it. */
function watch(condition: () => unknown): { happened: Promise<void>; stop: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setInterval(() => {
    if (condition() !== undefined) resolve()
  }, 100)
  return { happened: promise, stop: () => clearInterval(timer) }
}

async function status(options: Options): Promise<void> {
  const answer = await withShop(async ({ db, config }) => {
    const place = indexPlace(config.dataDir)
    const writer = isWritten(place)
    const file = openIndexFile(place.file, true)
    if (!file) return { state: 'missing', writer, file: place.file }
    try {
      return { ...(await stateOf(file, queryOf(db))), writer, ...sizeOf(place) }
    } finally {
      file.close()
    }
  })
  printFacts(answer, options)
}

/** The contents of the file and how far it is behind the database. */
async function stateOf(file: IndexDatabase, query: Query): Promise<Line> {
  const { database, history } = await databaseIdentity(query)
  const isOfHistory = readMeta(file, 'history') === history
  const { changes } = await readChanges(query, readMeta(file, 'position') ?? '0')
  const caughtUpAt = Number(readMeta(file, 'caught_up_at') ?? 0)
  // The position only passes finished transactions, so changes already applied may still be after it.
  const waiting = changes.filter(({ topic }) => topic !== 'pruned').length
  return {
    state:
      readMeta(file, 'database') !== database
        ? 'of another database'
        : isOfHistory
          ? 'usable'
          : 'from before a failover or a restore',
    products: file.get<{ n: number }>('select count(*) as n from product')?.n ?? 0,
    'caught up at': new Date(caughtUpAt).toISOString(),
    'changes since': waiting,
  }
}

function isWritten(place: IndexPlace): boolean {
  const lock = takeWriterLock(place)
  lock?.release()
  return lock === null
}

function sizeOf(place: IndexPlace): Line {
  const bytes = statSync(place.file, { throwIfNoEntry: false })?.size ?? 0
  return { megabytes: round(bytes / 1e6), file: place.file }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
