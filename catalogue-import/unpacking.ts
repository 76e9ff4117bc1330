/** Limits what a file may unpack to. */
import { FeedFault } from './feed-fault.ts'

/** A file while it is unpacked. */
export interface Unpacking {
  file: string
  unpackedBytes: number
  mostUnpackedBytes: number
}

/** Counts bytes that were unpacked. Throws FeedFault for more than `mostUnpackedBytes`. */
export function countUnpacked(unpacking: Unpacking, bytes: number): void {
  const { file, mostUnpackedBytes } = unpacking
  unpacking.unpackedBytes += bytes
  if (unpacking.unpackedBytes > mostUnpackedBytes)
    throw new FeedFault('too_large_unpacked', {
      file,
      megabytes: Math.floor(mostUnpackedBytes / 1024 / 1024),
    })
}
