/** Logos and icons of stores: PNG without metadata, of the size at which pages and mails show them at most. */
import { hash } from 'node:crypto'
import { workerJob } from '../workers/worker-job.ts'
import type { FittedPicture, PicturePlace, run } from './fit-picture-job.server.ts'
import { decodeInWorker, type InspectedPicture } from './inspect-picture.server.ts'
import type { PictureFailure } from './picture-failure.ts'

type Fitted = Extract<FittedPicture, { ok: true }>

const fitJob = workerJob<typeof run>({ module: 'domain/pictures/fit-picture-job.server.ts', seconds: 60 })

/** The picture as it is stored. Its format is detected from the bytes; it never throws for them. */
export async function fitPicture(
  bytes: Buffer,
  place: PicturePlace,
): Promise<InspectedPicture | PictureFailure> {
  const fitted = await decodeInWorker<Fitted, { place: PicturePlace }>(fitJob, bytes, true, { place })
  if (!fitted.ok) return fitted
  const { png, width, height } = fitted
  const stored = Buffer.from(png)
  return { ok: true, sha256: hash('sha256', stored, 'hex'), format: 'png', width, height, bytes: stored }
}
