/**
 * Decides whether untrusted bytes are a picture that the shop can show. The format is detected from the
 * bytes, never from a name or a header, and only listed formats reach the decoder. The picture is decoded
 * completely once, so that every stored picture can be shown, in a worker process.
 */
import { hash } from 'node:crypto'
import { workerJob, type WorkerJob } from '../workers/worker-job.ts'
import { runInWorker } from '../workers/worker-pool.server.ts'
import type { run } from './inspect-picture-job.server.ts'
import type { OriginalFormat } from './picture-decoding.server.ts'
import type { PictureFailure } from './picture-failure.ts'
import { createSerialQueue } from './serial-queue.ts'

export const largestPictureBytes = 15 * 1024 * 1024

/** A picture that passed the checks. */
export interface InspectedPicture {
  ok: true
  /** SHA-256 of the bytes, 64 hexadecimal digits. */
  sha256: string
  format: OriginalFormat
  /** Pixels as displayed, after EXIF rotation. */
  width: number
  height: number
  bytes: Buffer
}

/** Decodes one picture at a time: a large one takes up to 160 MB. */
const decode = createSerialQueue()

const inspectJob = workerJob<typeof run>({
  module: 'domain/pictures/inspect-picture-job.server.ts',
  seconds: 60,
})

/**
 * Inspects bytes. Never throws because of their content. `isUrgent`: somebody waits, so that it passes the photos of
 * feeds in the queue.
 */
export function inspectPicture(
  bytes: Buffer,
  { isUrgent = true }: { isUrgent?: boolean } = {},
): Promise<InspectedPicture | PictureFailure> {
  return decodeInWorker(inspectJob, bytes, isUrgent, {}).then((found) =>
    found.ok ? { ...found, sha256: hash('sha256', bytes, 'hex'), format: sniffFormat(bytes)!, bytes } : found,
  )
}

interface UntrustedPicture {
  bytes: Uint8Array
  format: OriginalFormat
}

/** Decodes untrusted bytes by a job, one picture at a time. `more`: what the job takes besides the picture. */
export async function decodeInWorker<Result extends { ok: true }, More extends object>(
  job: WorkerJob<UntrustedPicture & More, Promise<Result | PictureFailure>>,
  bytes: Buffer,
  isUrgent: boolean,
  more: More,
): Promise<Result | PictureFailure> {
  if (bytes.length === 0) return { ok: false, code: 'empty' }
  if (bytes.length > largestPictureBytes) return { ok: false, code: 'too_large' }
  const format = sniffFormat(bytes)
  if (format === null) return { ok: false, code: 'wrong_type' }
  const answer = await decode(isUrgent, () => runInWorker(job, { bytes, format, ...more }))
  return answer.ok ? answer.value : { ok: false, code: 'too_costly' }
}

/** The format by the file's first bytes; null for any other (SVG, HTML, TIFF, HEIC, PDF …). */
function sniffFormat(bytes: Buffer): OriginalFormat | null {
  const ascii = (start: number, end: number) => bytes.toString('latin1', start, end)
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'gif'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp'
  // ISO base media file: AVIF if the major brand or a compatible brand says so.
  if (ascii(4, 8) === 'ftyp' && /avi[fs]/.test(ascii(8, Math.min(bytes.readUInt32BE(0), 64)))) return 'avif'
  return null
}
