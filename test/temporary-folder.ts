/** Directory for the files of test runs: throwaway databases, indexes, pictures and browser profiles. */
import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memoryFolder = '/dev/shm'
/** The databases of the tests take some 0.2 GB at a time and each shop of a test 0.1 GB; the rest is reserve. */
const neededBytes = 4 * 2 ** 30

/**
 * A file system in memory where Linux has one with room, otherwise the system's directory; TMPDIR takes
 * precedence. Test databases create and delete hundreds of thousands of small files, on which ext4 spends
 * a fifth of the processor time of the database tests: it looks for an inode that was not deleted lately.
 */
export function temporaryFolder(): string {
  return process.env['TMPDIR'] === undefined && hasRoomInMemory() ? memoryFolder : tmpdir()
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(memoryFolder, constants.W_OK)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, path]) => path === memoryFolder)
    const [, , type, options = ''] = mount ?? []
    // Native modules are loaded from projects that tests make.
    if (type !== 'tmpfs' || options.split(',').includes('noexec')) return false
    const { bavail, bsize } = statfsSync(memoryFolder)
    return Math.min(bavail * bsize, process.availableMemory()) > neededBytes
  } catch {
    return false
  }
}
