/** Reads a list of devices in a worker process. */
import { openText } from '../feed-source.server.ts'
import { filePartsOf, type FilePart } from '../file-parts.server.ts'
import { readCsv, type CsvRow } from './csv-rows.server.ts'

export async function* run({
  file,
}: {
  file: string
}): AsyncGenerator<FilePart<{ columns: string[] }, CsvRow>> {
  yield* filePartsOf(async () => {
    const source = await openText(file)
    const { columns, rows } = await readCsv(source.chunks)
    return { source, head: { columns }, rows, bytesOf }
  })
}

function bytesOf({ read }: CsvRow): number {
  return read.ok ? Object.values(read.values).reduce((sum, value) => sum + value.length, 0) : 0
}
