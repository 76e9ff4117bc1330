import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from './config-error.ts'
import { openDataDir } from './data-dir.ts'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'anode-data-dir-'))
})
afterAll(() => {
  rmSync(home, { recursive: true })
})

describe('the folder of a node', () => {
  it('is created with its parent folders, and the write test leaves no file', () => {
    const dataDir = join(home, 'a', 'b')
    openDataDir(dataDir)
    openDataDir(dataDir)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('is refused with a message where a file exists at its path or at a parent’s path', () => {
    const file = join(home, 'file')
    writeFileSync(file, 'kept')
    expect(() => openDataDir(file)).toThrow(
      new ConfigError(`DATA_DIR cannot be used: ${file}: something of that name is no folder.`),
    )
    expect(() => openDataDir(join(file, 'below'))).toThrow(
      /something of that name is no folder|a part of the path is no folder/,
    )
  })

  // Root may write everywhere but there, and a recursive mkdir there never ends (Node 26).
  it.runIf(process.platform === 'linux')('is refused where the file system takes no folder', () => {
    expect(() => openDataDir('/proc/anode/data')).toThrow(/^DATA_DIR cannot be used: \/proc\/anode\/data: /)
  })
})
