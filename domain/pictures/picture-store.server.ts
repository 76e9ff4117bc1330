/**
 * Stores the derived sizes of every picture, in a folder of the node or where a module keeps them, and creates a missing
 * one on first request: a drawing from its sheet, a photo from its original. Encoding runs one at a time in a worker
 * process, so that pages are served in the meantime.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { WorkerFailure, workerJob } from '../workers/worker-job.ts'
import { runInWorker } from '../workers/worker-pool.server.ts'
import type { DerivedFrom, run } from './derive-picture-job.server.ts'
import { builtInSources } from './drawing-sheets.server.ts'
import type { PictureFile, PictureFormat, PictureWidth } from './picture-address.ts'
import { pictureFileName, type PictureFiles } from './picture-files.server.ts'
import { pictureKey } from './picture-key.ts'
import type { PictureOriginals } from './picture-originals.server.ts'
import { isPhoto, originalOf } from './picture-source.ts'
import { createSerialQueue } from './serial-queue.ts'

export interface PictureStoreOptions {
  /** Where they are kept. */
  files: PictureFiles
  /** The source of a key, or null where no product or category has such a picture. */
  lookupSource(key: string): string | null
  originals: Pick<PictureOriginals, 'read'>
  /** Folders with sheets of drawings besides the shop's own (drawing-sheets.server.ts). */
  drawings: readonly string[]
}

export interface PictureStore {
  /** Bytes of one size, derived on first request; null when the key is unknown or its original is missing. */
  get(key: string, width: PictureWidth, format: PictureFormat): Promise<Buffer | null>
  /**
   * Pre-renders in the background, one after the other, yielding to requests; resolves with the number of
   * files created. `signal` aborts it. A picture that fails is skipped: get() retries it.
   */
  prepare(sources: Iterable<string>, options?: PrepareOptions): Promise<number>
}

export interface PrepareOptions {
  /** Default: the sizes in listings, 320, 160 and 480. */
  widths?: readonly PictureWidth[]
  /** Default: AVIF only. */
  formats?: readonly PictureFormat[]
  signal?: AbortSignal
}

const deriveJob = workerJob<typeof run>({
  module: 'domain/pictures/derive-picture-job.server.ts',
  seconds: 60,
})

/** Throws WorkerFailure where it takes too much. */
async function derived(from: DerivedFrom, width: PictureWidth, format: PictureFormat): Promise<Buffer> {
  const answer = await runInWorker(deriveJob, { from, width, format })
  if (!answer.ok) throw new WorkerFailure(answer.code, deriveJob.module)
  return answer.value
}

const listingWidths = [320, 160, 480] as const

export function createPictureStore(options: PictureStoreOptions): PictureStore {
  const { files, lookupSource, originals, drawings } = options
  const builtIn = new Map(builtInSources.map((source) => [pictureKey(source), source]))
  const inFlight = new Map<string, Promise<Buffer | null>>()
  const line = createSerialQueue()

  function derive(file: PictureFile, source: string, urgent: boolean): Promise<Buffer | null> {
    const name = pictureFileName(file)
    const running = inFlight.get(name)
    if (running) return running
    const made = line(urgent, () => encode(source, file.width, file.format))
      .then(async (bytes) => {
        if (bytes !== null) await files.write(file, bytes)
        return bytes
      })
      .finally(() => inFlight.delete(name))
    inFlight.set(name, made)
    return made
  }

  /** Null for a photo whose original is missing: nothing may then be cached under its address. */
  async function encode(source: string, width: PictureWidth, format: PictureFormat): Promise<Buffer | null> {
    if (!isPhoto(source)) return derived({ drawing: source, folders: drawings }, width, format)
    const original = originalOf(source)
    const photo = original === null ? null : await originals.read(original)
    return photo && derived({ photo }, width, format)
  }

  return {
    async get(key, width, format) {
      const file = { key, width, format }
      const sourceOf = () => builtIn.get(key) ?? lookupSource(key)
      if (files.isRemote && sourceOf() === null) return null
      const kept = await files.read(file)
      if (kept) return kept
      const source = sourceOf()
      return source === null ? null : derive(file, source, true)
    },

    async prepare(sources, { widths = listingWidths, formats = ['avif'] as const, signal } = {}) {
      let made = 0
      for (const source of sources)
        for (const width of widths)
          for (const format of formats) {
            if (signal?.aborted) return made
            const file: PictureFile = { key: pictureKey(source), width, format }
            if (await files.read(file)) continue
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

/** Event-loop utilisation above which the serving thread counts as busy. */
const busyShare = 0.25

/** At most half of one core: waits as long as the work took, and longer while requests are being served. */
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
