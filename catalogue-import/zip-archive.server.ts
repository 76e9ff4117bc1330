/**
 * Reads zip archives with yauzl: the names of their files, and the contents of single ones as streams. Nothing is written
 * anywhere. Encrypted files, names that lead out of the archive and contents of another size than announced are faults.
 */
import { open, stat } from 'node:fs/promises'
import {
  fromBufferPromise,
  getFileNameLowLevel,
  openPromise,
  validateFileName,
  type Entry,
  type ZipFile,
} from 'yauzl'
import { FeedFault } from './feed-fault.ts'
import { shortened } from './row-report.ts'

export interface Archive {
  /** Of its files, in their order; folders are left out. */
  names: readonly string[]
  /** Bytes of a file as the archive announces them, unpacked; 0: there is none of that name. */
  sizeOf(name: string): number
  /** The contents of a file; `null`: there is none of that name. Can be read once. */
  read(name: string): AsyncIterable<Buffer> | null
  close(): void
}

export function isZip(bytes: Buffer): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05)
}

/** Whether there is a file at the path that begins as an archive does. */
export async function isZipFile(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  const handle = found?.isFile() ? await open(file).catch(() => null) : null
  if (handle === null) return false
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return isZip(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

/** More than any archive of products has; a workbook has a file for each sheet and picture. */
const mostFiles = 20_000

/**
 * Opens an archive. `file`: its path, which faults name. `bytes`: its contents, where they are within another file.
 * `count`: receives the number of bytes of every unpacked part.
 */
export async function openArchive(
  { file, bytes }: { file: string; bytes: Buffer | null },
  count: (bytes: number) => unknown,
): Promise<Archive> {
  // The names are decoded here, so that one that leads out of the archive has a fault of its own.
  const options = { autoClose: false, decodeStrings: false }
  const opening = bytes === null ? openPromise(file, options) : fromBufferPromise(bytes, options)
  const zip = await opening.catch((error: unknown) => {
    throw faultOf(error, file)
  })
  const entries = await entriesOf(zip, file).catch((error: unknown) => {
    zip.close()
    throw faultOf(error, file)
  })
  return {
    names: [...entries.keys()],
    sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
    read: (name) => {
      const entry = entries.get(name)
      return entry ? contentsOf({ zip, entry, file, count }) : null
    },
    close: () => zip.close(),
  }
}

async function entriesOf(zip: ZipFile, file: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
    const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
    if (validateFileName(name) !== null) throw new FeedFault('archive_path', { file, name: shortened(name) })
    if (name.endsWith('/')) continue
    if (entry.isEncrypted()) throw new FeedFault('archive_encrypted', { file })
    if (entries.size >= mostFiles) throw new FeedFault('archive_files', { file, maximum: mostFiles })
    if (!entries.has(name)) entries.set(name, entry)
  }
  return entries
}

interface Reading {
  zip: ZipFile
  entry: Entry
  file: string
  count: (bytes: number) => unknown
}

async function* contentsOf({ zip, entry, file, count }: Reading): AsyncGenerator<Buffer> {
  try {
    const stream = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream) {
      count((chunk as Buffer).length)
      yield chunk as Buffer
    }
  } catch (error) {
    throw faultOf(error, file)
  }
}

/** yauzl says in plain words what is wrong with an archive. */
function faultOf(error: unknown, file: string): unknown {
  if (error instanceof FeedFault) return error
  const { message, code } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM') return new FeedFault('not_readable', { file })
  return new FeedFault('damaged', { file, text: shortened(message) })
}
