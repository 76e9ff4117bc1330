/**
 * The Merchant Center feed of each store as a downloadable file. It is regenerated when an outdated one is
 * requested; concurrent requests get the old file, and only the very first request waits. Each store's feed
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
import type { ProductFeeds } from '../domain/seo/product-feeds.ts'
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
  const writing = new Map<StoreCode, Promise<void>>()

  function writeOnce(store: StoreCode, path: string): Promise<void> {
    let running = writing.get(store)
    if (running === undefined) {
      running = writeFeed(options, store, path).finally(() => writing.delete(store))
      writing.set(store, running)
    }
    return running
  }

  return {
    async file(store) {
      const path = join(directory, `${store}.tsv.gz`)
      const written = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      )
      if (written === null) await writeOnce(store, path)
      else if (clock() - written > maxAgeMs) writeOnce(store, path).catch(onFault)
      return path
    },
  }
}

async function writeFeed({ db, directory, publicUrl }: ProductFeedOptions, store: StoreCode, path: string) {
  await mkdir(directory, { recursive: true })
  const unfinished = `${path}.part`
  const lines = exportProducts(db, {
    format: 'tsv',
    store,
    productLink: (slug) => publicUrl + publicPaths.product(store, slug),
    pictureLink: (source) => publicUrl + pictureUrl(pictureKey(source), 800, 'webp'),
  })
  try {
    await pipeline(Readable.from(lines), createGzip(), createWriteStream(unfinished))
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
}
