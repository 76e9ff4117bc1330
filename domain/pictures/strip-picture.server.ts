/** Pictures of customers without what the camera wrote into them: position, time, device. */
import { workerJob } from '../workers/worker-job.ts'
import { decodeInWorker } from './inspect-picture.server.ts'
import type { PictureFailure } from './picture-failure.ts'
import type { run } from './strip-picture-job.server.ts'

type StrippedPicture = { ok: true; jpeg: Buffer } | PictureFailure

const stripJob = workerJob<typeof run>({
  module: 'domain/pictures/strip-picture-job.server.ts',
  seconds: 60,
})

let stripping = 0

/** How many pictures of customers are being stripped on this node or wait for it, each with its bytes in memory. */
export const picturesBeingStripped = (): number => stripping

/**
 * The picture as an upright JPEG without metadata. Its format is detected from the bytes; it never throws for them. One
 * picture at a time is decoded for a node.
 */
export async function stripPicture(bytes: Buffer): Promise<StrippedPicture> {
  stripping++
  return decodeInWorker(stripJob, bytes, true, {}).finally(() => stripping--)
}
