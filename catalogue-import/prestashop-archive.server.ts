/** Opens an archive of two files of PrestaShop, products and their combinations, as one table. */
import { isLeftByFileManagers } from './archived-file.ts'
import type { FeedInput } from './feed-job.server.ts'
import { combinationPrefix, isOfCombinations, prestashopProducts } from './prestashop-products.ts'
import { findHeader, type FoundHeader } from './table-header.ts'
import { readTable, readTableStart, type TableCut } from './table-source.server.ts'
import type { Table, TablePreset, TableRow } from './table.ts'
import { detectEncoding, utf8Chunks, type TextEncoding } from './text-encoding.server.ts'
import { countUnpacked } from './unpacking.ts'
import { isZipFile, openArchive, type Archive } from './zip-archive.server.ts'

export interface PrestashopArchive {
  source: { bytesTotal: number; bytesRead(): number; close(): void }
  /** The names of its files. */
  entry: string
  header: FoundHeader
  form: { encoding: TextEncoding; separator: TableCut['separator'] }
  /** Rows of products, then those of combinations, whose numbers go on after them. */
  table: Table
}

const combinationHeader: TablePreset = { ...prestashopProducts, matches: isOfCombinations }

/** As the check names what it has read. */
const withCombinations: TablePreset = { ...prestashopProducts, name: 'prestashop-combined' }

/**
 * Null: the file is no archive of two tables, one of products and one of combinations. Contents longer than
 * `mostUnpackedBytes` end with a FeedFault while they are read.
 */
export async function openPrestashopArchive({
  file,
  mostUnpackedBytes,
}: Pick<FeedInput, 'file' | 'mostUnpackedBytes'>): Promise<PrestashopArchive | null> {
  if (!(await isZipFile(file))) return null
  const unpacking = { file, unpackedBytes: 0, mostUnpackedBytes }
  const count = (bytes: number) => countUnpacked(unpacking, bytes)
  const archive = await openArchive({ file, bytes: null }, count)
  const names = archive.names.filter((name) => !isLeftByFileManagers(name))
  const tables = names.length === 2 ? await Promise.all(names.map((name) => openText(archive, name))) : []
  const products = tables.find((each) => each !== null && each.header.preset === prestashopProducts)
  const combinations = tables.find((each) => each !== null && each.header.preset === combinationHeader)
  if (!products || !combinations) {
    archive.close()
    return null
  }
  const bytesTotal = names.reduce((sum, name) => sum + archive.sizeOf(name), 0)
  const { header, form } = products
  return {
    source: {
      bytesTotal,
      bytesRead: () => Math.min(bytesTotal, unpacking.unpackedBytes),
      close: () => archive.close(),
    },
    entry: [products.name, combinations.name].join(' + '),
    header: { ...header, preset: withCombinations, columns: columnsOf(products, combinations) },
    form,
    table: { columns: columnsOf(products, combinations), rows: rowsOf(archive, products, combinations) },
  }
}

interface OpenText {
  name: string
  header: FoundHeader
  form: PrestashopArchive['form']
  table: Table
}

const columnsOf = (products: OpenText, combinations: OpenText): string[] => [
  ...products.header.columns,
  ...combinations.header.columns.map((column) => combinationPrefix + column),
]

async function* rowsOf(
  archive: Archive,
  products: OpenText,
  combinations: OpenText,
): AsyncGenerator<TableRow> {
  const [ofProducts, ofCombinations] = [products, combinations].map(({ header }) =>
    header.columns.map(() => ''),
  )
  try {
    let last = products.header.row ?? 0
    for await (const row of products.table.rows) {
      last = row.row
      yield { ...row, cells: [...row.cells, ...ofCombinations!] }
    }
    for await (const row of combinations.table.rows)
      yield { ...row, row: last + row.row, cells: [...ofProducts!, ...row.cells] }
  } finally {
    archive.close()
  }
}

/** Null: it is neither of the two. */
async function openText(archive: Archive, name: string): Promise<OpenText | null> {
  const chunks = archive.read(name)![Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return null
  const encoding = detectEncoding(first.value)
  async function* all() {
    yield first.value as Buffer
    for (let step = await chunks.next(); !step.done; step = await chunks.next()) yield step.value
  }
  const start = await readTableStart(utf8Chunks(all(), encoding))
  for (const { separator, rows } of start.cuts) {
    const header = findHeader(rows, [prestashopProducts, combinationHeader])
    if (header === null) continue
    const table = readTable(start.chunks, { ...header, separator })
    return { name, header, form: { encoding, separator }, table }
  }
  return null
}
