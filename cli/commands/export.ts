import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { Command, Option } from 'commander'
import { links } from '../../app/links.ts'
import { exportProducts, type ExportOptions } from '../../catalogue-import/export-products.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { readStore, storeChoices } from '../../sdk/store-option.ts'

interface Options {
  store?: StoreCode
  format: 'tsv' | 'ndjson'
  out?: string
}

/** `anode export products`: the catalogue as a feed or as NDJSON. */
export function exportCommand(): Command {
  const command = new Command('export').description('give data back')
  command
    .command('products')
    .description('write a Merchant Center feed of one store, or the whole catalogue as NDJSON')
    .option('--store <code>', `${storeChoices}; required for a feed`, readStore)
    .addOption(
      new Option('--format <format>', 'the format to write').choices(['tsv', 'ndjson']).default('tsv'),
    )
    .option('--out <file>', 'write to this file instead of the standard output')
    .addHelpText(
      'after',
      `
A feed carries what its columns can say (docs/import.md); NDJSON carries everything. What is written imports to
the same catalogue again.
Examples:
  anode export products --store sv --out sv.tsv
  anode export products --format ndjson | gzip > catalogue.ndjson.gz`,
    )
    .action(run)
  return command
}

async function run({ store, format, out }: Options): Promise<void> {
  if (format === 'tsv' && store === undefined) {
    throw new Refusal(`A feed belongs to one store: say --store ${storeChoices}.`)
  }
  const written = await withShop(async ({ db, config }) => {
    const options: ExportOptions =
      format === 'tsv' && store !== undefined
        ? { format, store, productLink: (slug) => `${config.publicUrl}${links.product(store, slug)}` }
        : { format: 'ndjson', store }
    const count = { lines: format === 'tsv' ? -1 : 0 }
    await writeLines(counted(exportProducts(db, options), count), out)
    return count.lines
  })
  process.stderr.write(`${written.toLocaleString('en')} ${format === 'tsv' ? 'products' : 'records'}.\n`)
}

async function* counted(lines: AsyncIterable<string>, count: { lines: number }): AsyncGenerator<string> {
  for await (const line of lines) {
    count.lines += 1
    yield line
  }
}

/** A file is written atomically. If the reader of the output closes it, the export ends. */
async function writeLines(lines: AsyncIterable<string>, out: string | undefined): Promise<void> {
  if (out === undefined) {
    await pipeline(Readable.from(lines), process.stdout, { end: false }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
      },
    )
    return
  }
  const unfinished = `${out}.${process.pid}.part`
  try {
    await pipeline(Readable.from(lines), createWriteStream(unfinished))
    await rename(unfinished, out)
  } catch (error) {
    await rm(unfinished, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES')
      throw new Refusal(`${out} cannot be written: ${(error as Error).message}`)
    throw error
  }
}
