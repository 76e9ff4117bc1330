/** Inspects a picture in a worker process. */
import type { PictureFailure } from './picture-failure.ts'
import { inspectDecoded, type DisplaySize, type OriginalFormat } from './picture-decoding.server.ts'

export const run = ({
  bytes,
  format,
}: {
  bytes: Uint8Array
  format: OriginalFormat
}): Promise<DisplaySize | PictureFailure> => inspectDecoded(bytes, format)
