/** Where derived pictures are kept: the port, and the folder of a node that implements it. What is lost is derived again. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureFile } from './picture-address.ts'

export interface PictureFiles {
  /** Null: it is not kept. */
  read(file: PictureFile): Promise<Buffer | null>
  write(file: PictureFile, bytes: Buffer): Promise<void>
  /** Reading costs a call to another machine: only pictures that there are, are asked for. */
  isRemote?: true
  /** Of a place that all nodes share; absent: each node has its own, and what no product names stays. */
  remove?(file: PictureFile): Promise<void>
}

/** Name of a file, the last part of its address. */
export const pictureFileName = ({ key, width, format }: PictureFile): string => `${key}-${width}.${format}`

/** Files of a folder, which is made with the first one. */
export function createPictureFolder(folder: string): PictureFiles {
  return {
    async read(file) {
      try {
        return await readFile(join(folder, pictureFileName(file)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async write(file, bytes) {
      await mkdir(folder, { recursive: true })
      await writeWhole(join(folder, pictureFileName(file)), bytes)
    },
  }
}

/** Writes to a temporary file and renames it, so that no reader sees a partial picture. */
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
