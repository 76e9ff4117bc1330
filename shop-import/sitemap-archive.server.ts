/** Opens an archive of sitemaps, as a shop with an index of them has: each plain or packed with gzip. */
import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream'
import { FeedFault } from '../catalogue-import/feed-fault.ts'
import { isLeftByFileManagers } from '../catalogue-import/archived-file.ts'
import { detectEncoding, utf8Chunks } from '../catalogue-import/text-encoding.server.ts'
import { countUnpacked } from '../catalogue-import/unpacking.ts'
import { isZipFile, openArchive, type Archive } from '../catalogue-import/zip-archive.server.ts'
import { isSitemap, readSitemap, type FormerPageValues } from './former-pages.ts'
import type { ShopTableRow } from './shop-table.ts'

const sitemapName = /\.xml(?:\.gz)?$/i

export interface Sitemaps {
  source: { bytesTotal: number; bytesRead(): number }
  /** Of all files, one after the other. An index has none. */
  rows: AsyncIterable<ShopTableRow<FormerPageValues>>
}

/**
 * Null: the file is no archive of several files of XML of which the first is a sitemap. Contents longer than
 * `mostUnpackedBytes` end with a FeedFault while they are read.
 */
export async function openSitemaps({
  file,
  mostUnpackedBytes,
}: {
  file: string
  mostUnpackedBytes: number
}): Promise<Sitemaps | null> {
  // Other readers say what is wrong with a file that is none.
  if (!(await isZipFile(file))) return null
  const unpacking = { file, unpackedBytes: 0, mostUnpackedBytes }
  const count = (bytes: number) => countUnpacked(unpacking, bytes)
  const archive = await openArchive({ file, bytes: null }, () => {})
  const names = archive.names.filter((name) => !isLeftByFileManagers(name))
  if (
    names.length < 2 ||
    !names.every((name) => sitemapName.test(name)) ||
    !(await startsSitemap(archive, names[0]!, file))
  ) {
    archive.close()
    return null
  }
  const bytesTotal = names.reduce((sum, name) => sum + archive.sizeOf(name), 0)
  async function* rows() {
    let before = 0
    try {
      for (const name of names)
        for await (const row of readSitemap(contentsOf(archive, name, file, count), before)) {
          before = row.row
          yield row
        }
    } finally {
      archive.close()
    }
  }
  return {
    source: { bytesTotal, bytesRead: () => Math.min(bytesTotal, unpacking.unpackedBytes) },
    rows: rows(),
  }
}

async function startsSitemap(archive: Archive, name: string, file: string): Promise<boolean> {
  for await (const chunk of contentsOf(archive, name, file, () => {}))
    return isSitemap(chunk.subarray(0, 64 * 1024).toString('utf8'))
  return false
}

/** In UTF-8. */
async function* contentsOf(
  archive: Archive,
  name: string,
  file: string,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const packed = archive.read(name)!
  const unpacked = /\.gz$/i.test(name) ? gunzipped(packed, file) : packed
  async function* counted() {
    for await (const chunk of unpacked) {
      count(chunk.length)
      yield chunk
    }
  }
  const chunks = counted()
  const first = await chunks.next()
  if (first.done) return
  const encoding = detectEncoding(first.value)
  async function* all() {
    yield first.value as Buffer
    yield* chunks
  }
  yield* utf8Chunks(all(), encoding)
}

async function* gunzipped(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  pipeline(chunks, gunzip, () => {})
  try {
    yield* gunzip as AsyncIterable<Buffer>
  } catch (error) {
    if (error instanceof FeedFault) throw error
    throw new FeedFault('damaged', { file, text: (error as Error).message })
  }
}
