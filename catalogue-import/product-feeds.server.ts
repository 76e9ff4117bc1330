/**
 * The feeds of each store, for Merchant Center and for Meta, as downloadable files. It is regenerated when an outdated one is
 * requested; concurrent requests get the old file, and only the very first request waits. Each feed
 * is written at most once at a time, and never held in memory.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { exportProducts } from './export-products.server.ts'
import { pictureUrl } from '../domain/pictures/picture-address.ts'
import { pictureKey } from '../domain/pictures/picture-key.ts'
import type { FeedForm, ProductFeeds } from '../domain/seo/product-feeds.ts'
import { publicPaths } from '../domain/stores/paths.ts'
import type { StoreCode } from '../domain/stores/stores.ts'

export interface ProductFeedOptions {
  db: Kysely<DB>
  /** Created if it does not exist. */
  directory: string
  publicUrl: string
  clock: () => number
  /** Called when a feed could not be regenerated and the old one is served. */
  onFault: (error: unknown) => void
}

/** Maximum age of a feed's prices; its consumers also check the product page. */
const maxAgeMs = 15 * 60 * 1000

export function createProductFeeds(options: ProductFeedOptions): ProductFeeds {
  const { directory, clock, onFault } = options
  const writing = new Map<string, Promise<void>>()

  function writeOnce(store: StoreCode, form: FeedForm, path: string): Promise<void> {
    let running = writing.get(path)
    if (running === undefined) {
      running = writeFeed(options, { store, form, path }).finally(() => writing.delete(path))
      writing.set(path, running)
    }
    return running
  }

  return {
    async file(store, form) {
      const path = join(directory, form === 'meta' ? `${store}.meta.csv.gz` : `${store}.tsv.gz`)
      const written = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      )
      if (written === null) await writeOnce(store, form, path)
      else if (clock() - written > maxAgeMs) writeOnce(store, form, path).catch(onFault)
      return path
    },
  }
}

async function writeFeed(
  { db, directory, publicUrl }: ProductFeedOptions,
  { store, form, path }: { store: StoreCode; form: FeedForm; path: string },
) {
  await mkdir(directory, { recursive: true })
  const unfinished = `${path}.part`
  const lines = exportProducts(db, {
    format: form === 'meta' ? 'meta' : 'tsv',
    store,
    productLink: (slug) => publicUrl + publicPaths.product(store, slug),
    // Meta reads JPEG and PNG alone.
    pictureLink: (source) =>
      publicUrl + pictureUrl(pictureKey(source), 800, form === 'meta' ? 'jpeg' : 'webp'),
  })
  try {
    await pipeline(Readable.from(lines), createGzip(), createWriteStream(unfinished))
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
}
