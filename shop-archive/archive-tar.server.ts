/**
 * The folder of an archive as one file: tar in the form of POSIX (ustar), whose files are few kinds and have short names.
 * Any `tar` unpacks it.
 */
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const blockBytes = 512
const [longestName, longestPrefix] = [100, 155]
/** The most that the size of a file may be: eleven octal digits. */
const mostFileBytes = 8 ** 11 - 1

/** The bytes of the tar, whose files are in a folder `name`. */
export async function* tarOf(folder: string, name: string): AsyncGenerator<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
  for (const file of files) {
    const { size, mtimeMs } = await stat(join(folder, file))
    yield headerOf(`${name}/${file}`, size, Math.floor(mtimeMs / 1000))
    let written = 0
    for await (const chunk of createReadStream(join(folder, file))) {
      written += (chunk as Buffer).length
      yield chunk as Buffer
    }
    if (written !== size) throw new Error(`${file} changed while it was read`)
    yield Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes)
  }
  yield Buffer.alloc(2 * blockBytes)
}

/** Throws RangeError for a file that the form cannot name or measure. */
function headerOf(path: string, size: number, seconds: number): Buffer {
  if (size > mostFileBytes) throw new RangeError(`${path} is too large for a tar`)
  const header = Buffer.alloc(blockBytes)
  const { prefix, name } = splitPath(path)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(name, 0, 'utf8')
  header.write('0000600', 100)
  header.write('0000000', 108)
  header.write('0000000', 116)
  header.write(octal(size, 11), 124)
  header.write(octal(seconds, 11), 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\0' + '00', 257)
  header.write(prefix, 345, 'utf8')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148)
  return header
}

function splitPath(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= longestName) return { prefix: '', name: path }
  const slash = path.lastIndexOf('/')
  const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)]
  if (Buffer.byteLength(prefix) > longestPrefix || Buffer.byteLength(name) > longestName)
    throw new RangeError(`${path} is too long for a tar`)
  return { prefix, name }
}
