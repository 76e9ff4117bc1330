/** The files of a zip archive or of a folder of pictures, which are read one by one. Nothing is unpacked to a disk. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { largestPictureBytes } from '../domain/pictures/inspect-picture.server.ts'
import { namesProducts, workbookKind } from './archived-file.ts'
import { FeedFault } from './feed-fault.ts'
import { isMeant, isPictureName, type PictureFile } from './picture-files.ts'
import { isZipFile, openArchive, type Archive } from './zip-archive.server.ts'

export interface PictureFolder {
  files: readonly PictureFile[]
  /** The contents of a file of at most `largestPictureBytes`. Throws FeedFault where it is damaged. */
  read(file: PictureFile): Promise<Buffer>
  close(): void
}

/** As many as an archive may have. */
const mostFiles = 20_000

/** Pictures are packed already: what unpacks to many times its size is no folder of pictures. */
const mostUnpackedRatio = 10

/** Opens an archive that holds pictures and nothing else; null: it is another file. Throws FeedFault. */
export async function openPictureArchive(file: string): Promise<PictureFolder | null> {
  if (!(await isZipFile(file))) return null
  const archive = await openArchive({ file, bytes: null }, () => {})
  try {
    const { names } = archive
    if (workbookKind(names) !== null || !names.some(isPictureName) || names.some(namesProducts)) {
      archive.close()
      return null
    }
    const files = filesOf(archive)
    const unpacked = files.reduce((sum, { bytes }) => sum + bytes, 0)
    const most = Math.max((await stat(file)).size * mostUnpackedRatio, largestPictureBytes)
    if (unpacked > most)
      throw new FeedFault('too_large_unpacked', { file, megabytes: Math.floor(most / 1024 / 1024) })
    return {
      files,
      read: ({ path, bytes }) => contentsOf(archive, path, bytes),
      close: () => archive.close(),
    }
  } catch (error) {
    archive.close()
    throw error
  }
}

const filesOf = (archive: Archive): PictureFile[] =>
  archive.names.flatMap((path, at) =>
    isMeant(path) ? [{ number: at + 1, path, bytes: archive.sizeOf(path) }] : [],
  )

/** The archive is damaged where a file has another size than it announces, which ends the reading (yauzl). */
async function contentsOf(archive: Archive, path: string, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let read = 0
  for await (const part of archive.read(path) ?? []) {
    read += part.length
    if (read > Math.min(bytes, largestPictureBytes))
      throw new FeedFault('damaged', { file: path, text: 'it is longer than it announces' })
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Opens a folder with all folders below it. Symbolic links are not followed. Throws FeedFault. */
export async function openFolder(folder: string): Promise<PictureFolder> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isMeant)
    .toSorted()
  if (paths.length > mostFiles) throw new FeedFault('archive_files', { file: folder, maximum: mostFiles })
  const files: PictureFile[] = []
  for (const [at, path] of paths.entries())
    files.push({ number: at + 1, path, bytes: (await stat(join(folder, path))).size })
  return { files, read: ({ path }) => contentsWithin(folder, path), close: () => {} }
}

async function contentsWithin(folder: string, path: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, path))
  } catch (error) {
    throw new FeedFault('damaged', {
      file: path,
      text: (error as NodeJS.ErrnoException).code ?? 'unreadable',
    })
  }
}
