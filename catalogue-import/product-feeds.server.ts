/**
 * The feeds of each store as downloadable files. A feed is regenerated when an outdated one is requested; concurrent
 * requests get the old file, and only the very first request waits. Each feed is written at most once at a time, and never
 * held in memory. Beside it stands what its writing found.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { exportProducts } from './export-products.server.ts'
import { pictureUrl } from '../domain/pictures/picture-address.ts'
import { pictureKey } from '../domain/pictures/picture-key.ts'
import {
  allFeeds,
  feedFiles,
  type FeedForm,
  type FeedReport,
  type LeftOutReason,
  type ProductFeeds,
  type WrittenFeed,
} from '../domain/seo/product-feeds.ts'
import type { ReadOffers } from '../domain/seo/shop-offers.server.ts'
import { publicPaths } from '../domain/stores/paths.ts'
import type { StoreCode } from '../domain/stores/stores.ts'

export interface ProductFeedOptions {
  db: Kysely<DB>
  /** What the pages of products say. */
  offers: ReadOffers
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
  // One feed at a time: a client that fetches all of them uses one database connection of the node.
  let turn: Promise<unknown> = Promise.resolve()

  function writeOnce(store: StoreCode, form: FeedForm, path: string): Promise<void> {
    let running = writing.get(path)
    if (running === undefined) {
      running = turn.then(() => writeFeed(options, { store, form, path })).finally(() => writing.delete(path))
      turn = running.catch(() => {})
      writing.set(path, running)
    }
    return running
  }

  return {
    async file(store, form) {
      const path = pathOf(directory, store, form)
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

/** Every feed of the stores, as this node has written it into the directory. */
export const writtenFeeds = (directory: string): Promise<WrittenFeed[]> =>
  Promise.all(
    allFeeds().map(async ({ store, form }) => ({
      store,
      form,
      report: await readFile(reportPath(pathOf(directory, store, form)), 'utf8')
        .then((text) => JSON.parse(text) as FeedReport)
        // There is none yet, or a process that was killed has left half of one.
        .catch(() => null),
    })),
  )

const pathOf = (directory: string, store: StoreCode, form: FeedForm): string =>
  join(directory, `${store}.${feedFiles[form].file}.gz`)

const reportPath = (path: string): string => `${path}.json`

/** Products of a reason that are named. */
const namedProducts = 50

/** Their readers accept only JPEG and PNG. */
const withoutWebp: ReadonlySet<FeedForm> = new Set(['meta', 'idealo', 'kelkoo', 'pricerunner'])

async function writeFeed(
  { db, offers, directory, publicUrl, clock }: ProductFeedOptions,
  { store, form, path }: { store: StoreCode; form: FeedForm; path: string },
) {
  await mkdir(directory, { recursive: true })
  const unfinished = `${path}.part`
  const leftOut = new Map<LeftOutReason, { products: number; skus: string[] }>()
  const count = { lines: 0 }
  const lines = exportProducts(db, {
    format: form,
    store,
    offers,
    productLink: (slug) => publicUrl + publicPaths.product(store, slug),
    pictureLink: (source) =>
      publicUrl + pictureUrl(pictureKey(source), 800, withoutWebp.has(form) ? 'jpeg' : 'webp'),
    onLeftOut: (sku, reason) => {
      const found = leftOut.get(reason) ?? { products: 0, skus: [] }
      found.products += 1
      if (found.skus.length < namedProducts) found.skus.push(sku)
      leftOut.set(reason, found)
    },
  })
  async function* counted() {
    for await (const line of lines) {
      count.lines += 1
      yield line
    }
  }
  try {
    await pipeline(Readable.from(counted()), createGzip(), createWriteStream(unfinished))
    const report: FeedReport = {
      writtenAt: clock(),
      // The first line is the header.
      products: count.lines - 1,
      leftOut: [...leftOut].map(([reason, found]) => ({ reason, ...found })),
    }
    await rename(unfinished, path)
    await writeFile(unfinished, JSON.stringify(report))
    await rename(unfinished, reportPath(path))
  } finally {
    await rm(unfinished, { force: true })
  }
}
