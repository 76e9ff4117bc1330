/**
 * Makes the kernel's port of derived pictures of the store of a module, and trusts nothing of what it answers: a picture
 * that it does not give is derived again, and shown.
 */
import { pictureFileName, type PictureFiles } from '../../domain/pictures/picture-files.server.ts'
import type { PictureFile, PictureFormat } from '../../domain/pictures/picture-address.ts'
import { faultOf } from '../../providers/mail/mail-failure.ts'
import type { PictureStore } from './picture-store.ts'

/** A shopper waits for it. */
const answerWithinMs = 5_000

/** After a failure pictures are derived without the store: the next ones do not wait for it, too. */
const pauseMs = 10_000

/** What is known of a failure: what a store throws may have an address with a key in it. */
class StoreFailed extends Error {
  readonly code: string

  constructor(module: string, call: string, code: string) {
    super(`the picture store of the module ${module} failed to ${call}: ${code}`)
    this.code = code
  }
}

/** Failures are logged under the name of the module. Only `remove` throws, without what the store has thrown. */
export function picturesOf(
  module: string,
  store: PictureStore,
  { log, clock }: { log: { warn(data: object, message: string): void }; clock: () => number },
): PictureFiles & Required<Pick<PictureFiles, 'remove' | 'isRemote'>> {
  let pausedUntil = 0
  const isPaused = (): boolean => clock() < pausedUntil
  const reading = new Map<string, Promise<Buffer | null>>()
  const warn = (call: string, fault: object): void =>
    log.warn({ module, call, ...fault }, 'the picture store of a module failed')
  const failed = (call: string, error: unknown): void => {
    // Calls that were waiting with this one fail for the same reason.
    if (isPaused()) return
    warn(call, { code: codeOf(error), ...faultOf(error) })
    pausedUntil = clock() + pauseMs
  }
  const read = async (file: PictureFile): Promise<Buffer | null> => {
    let bytes: Uint8Array | null | undefined
    try {
      bytes = await within((signal) => store.read(pictureFileName(file), { signal }))
    } catch (error) {
      failed('read', error)
      return null
    }
    if (bytes === null || bytes === undefined) return null
    const picture = bytes instanceof Uint8Array ? Buffer.from(bytes) : null
    if (picture !== null && isOfFormat(picture, file.format)) return picture
    // It is written anew.
    warn('read', { code: `no_${file.format}` })
    return null
  }
  return {
    isRemote: true,
    async read(file) {
      if (isPaused()) return null
      const name = pictureFileName(file)
      const running = reading.get(name)
      if (running) return running
      const started = read(file).finally(() => reading.delete(name))
      reading.set(name, started)
      return started
    },
    async write(file, bytes) {
      if (isPaused()) return
      const contentType = `image/${file.format}`
      try {
        await within((signal) => store.write(pictureFileName(file), bytes, { contentType, signal }))
      } catch (error) {
        failed('write', error)
      }
    },
    // Nobody waits for it, so that its failures keep no picture from being read.
    async remove(file) {
      try {
        await within((signal) => store.remove(pictureFileName(file), { signal }))
      } catch (error) {
        throw new StoreFailed(module, 'remove', codeOf(error))
      }
    },
  }
}

const tooLate = 'timeout'

function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  const known = [code, name].find((each) => typeof each === 'string' && /^[A-Za-z0-9_]{1,40}$/.test(each))
  return typeof known === 'string' ? known : 'unknown'
}

async function within<Answer>(work: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const ended = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(Object.assign(new Error('no answer in time'), { code: tooLate })),
    answerWithinMs,
  )
  try {
    return await Promise.race([(async () => work(ended.signal))(), late])
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}

/** Whether the bytes begin like a picture of the format, which the browser gets them as. */
function isOfFormat(bytes: Buffer, format: PictureFormat): boolean {
  const at = (start: number, text: string) => bytes.toString('latin1', start, start + text.length) === text
  switch (format) {
    case 'avif':
      return at(4, 'ftyp')
    case 'webp':
      return at(0, 'RIFF') && at(8, 'WEBP')
    case 'jpeg':
      return at(0, '\xff\xd8\xff')
  }
}
