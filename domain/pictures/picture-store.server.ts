/**
 * Keeps the derived sizes of every picture as files under DATA_DIR/pictures and makes a missing one on first
 * request. It never fetches anything from the network: sources that are not drawings get the placeholder.
 * Encoding happens one at a time on a worker of libuv's pool, so that pages go on being served meanwhile.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { drawPicture } from './draw-picture.ts'
import { categoryIcons } from './drawings/category-icons.ts'
import {
  categorySource,
  pictureKey,
  placeholderSource,
  type PictureFile,
  type PictureFormat,
  type PictureWidth,
} from './picture-address.ts'

export interface PictureStoreOptions {
  /** Absolute or relative path of DATA_DIR; files are kept in its folder `pictures`. */
  dataDir: string
  /** The source behind a key, or null where no product or category has such a picture. */
  lookupSource(key: string): string | null
}

export interface PictureStore {
  /** Bytes of one size, derived on first request; null when the key is unknown. */
  get(key: string, width: PictureWidth, format: PictureFormat): Promise<Buffer | null>
  /**
   * Draws ahead in the background, one after the other, giving way to requests; resolves with the number of
   * files made. `signal` ends it early. A picture that fails is skipped: get() tries it again.
   */
  prepare(sources: Iterable<string>, options?: PrepareOptions): Promise<number>
}

export interface PrepareOptions {
  /** Default: what listings show, 320, 160 and 480. */
  widths?: readonly PictureWidth[]
  /** Default: AVIF alone. */
  formats?: readonly PictureFormat[]
  signal?: AbortSignal
}

const listingWidths = [320, 160, 480] as const

/** Pictures every shop has whatever its catalogue: the placeholder and the category tiles. */
const builtInSources = new Map(
  [placeholderSource, ...categoryIcons.map(categorySource)].map((source) => [pictureKey(source), source]),
)

export function createPictureStore({ dataDir, lookupSource }: PictureStoreOptions): PictureStore {
  const folder = join(dataDir, 'pictures')
  const underWay = new Map<string, Promise<Buffer>>()
  const line = createLine()

  const pathOf = ({ key, width, format }: PictureFile) => join(folder, `${key}-${width}.${format}`)

  function derive(file: PictureFile, source: string, urgent: boolean): Promise<Buffer> {
    const path = pathOf(file)
    const running = underWay.get(path)
    if (running) return running
    const made = line(urgent, async () => {
      const bytes = await encodePicture(source, file.width, file.format)
      await mkdir(folder, { recursive: true })
      await writeWhole(path, bytes)
      return bytes
    }).finally(() => underWay.delete(path))
    underWay.set(path, made)
    return made
  }

  return {
    async get(key, width, format) {
      const file = { key, width, format }
      const kept = await readKept(pathOf(file))
      if (kept) return kept
      const source = builtInSources.get(key) ?? lookupSource(key)
      return source === null ? null : derive(file, source, true)
    },

    async prepare(sources, { widths = listingWidths, formats = ['avif'] as const, signal } = {}) {
      let made = 0
      for (const source of sources)
        for (const width of widths)
          for (const format of formats) {
            if (signal?.aborted) return made
            const file: PictureFile = { key: pictureKey(source), width, format }
            if (await readKept(pathOf(file))) continue
            const began = performance.now()
            await derive(file, source, false).then(
              () => made++,
              () => undefined,
            )
            await rest(performance.now() - began, signal)
          }
      return made
    },
  }
}

/** Share of its time above which the thread that serves has shoppers to see to. */
const busyShare = 0.25

/** Half of one core at most: as long a rest as the work took, and a longer one while shoppers are being served. */
async function rest(workedMs: number, signal: AbortSignal | undefined) {
  let last = performance.eventLoopUtilization()
  let share: number
  do {
    await setTimeout(workedMs, undefined, { ref: false })
    const now = performance.eventLoopUtilization()
    share = performance.eventLoopUtilization(now, last).utilization
    last = now
  } while (share > busyShare && signal?.aborted !== true)
}

/** Renders a source and encodes it; the source may be anything, see drawPicture. */
async function encodePicture(source: string, width: PictureWidth, format: PictureFormat): Promise<Buffer> {
  const drawn = sharp(Buffer.from(drawPicture(source)), { limitInputPixels: 4_000_000 }).resize(width, width)
  return format === 'avif'
    ? drawn.avif({ quality: 62, effort: 1, chromaSubsampling: '4:4:4' }).toBuffer()
    : drawn.webp({ quality: 84, alphaQuality: 90, effort: 2 }).toBuffer()
}

async function readKept(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Writes beside the target and renames, so that no reader ever sees half a picture. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    await writeFile(temporary, bytes)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** A queue that runs one task at a time; urgent tasks go before all that are not. */
function createLine(): <T>(urgent: boolean, task: () => Promise<T>) => Promise<T> {
  const urgentTasks: (() => Promise<void>)[] = []
  const patientTasks: (() => Promise<void>)[] = []
  let busy = false

  async function run() {
    busy = true
    for (
      let next = urgentTasks.shift() ?? patientTasks.shift();
      next;
      next = urgentTasks.shift() ?? patientTasks.shift()
    )
      await next()
    busy = false
  }

  return (urgent, task) =>
    new Promise((resolve, reject) => {
      const queue = urgent ? urgentTasks : patientTasks
      queue.push(() => task().then(resolve, reject))
      if (!busy) void run()
    })
}

/** How many threads one encode may use; the other core serves pages. */
sharp.concurrency(1)
sharp.cache(false)
