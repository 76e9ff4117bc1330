import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBuilds } from './index-builds.server.ts'
import { openIndexDatabase, writeMeta } from '../schema/index-database.server.ts'
import { indexPlace } from '../schema/index-file.server.ts'
import { startTask } from './index-process.server.ts'
import { indexSchema, schemaHash } from '../schema/index-schema.server.ts'

let dataDir: string
let notes: string[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'anode-builds-'))
  notes = []
})
afterEach(() => rmSync(dataDir, { recursive: true }))

/** Runs one build that produces the file that `write` writes, and takes the result. */
async function build(write: (path: string) => void) {
  const ended = Promise.withResolvers<void>()
  const builds = createBuilds({
    place: indexPlace(dataDir),
    databaseUrl: '',
    now: () => 0,
    log: { info: () => {}, warn: (text) => notes.push(text) },
    onEnd: ended.resolve,
    startTask: (task) => {
      write(task.path)
      return { result: Promise.resolve({ products: 1 }), stop: async () => {} }
    },
  })
  builds.start()
  await ended.promise
  return builds.take()
}

function writeIndex(path: string, format: string): void {
  const db = openIndexDatabase(path)
  db.exec(indexSchema)
  writeMeta(db, 'position', '1')
  writeMeta(db, 'complete', format)
  db.close()
}

describe('a finished build', () => {
  it('is returned when this program can read it', async () => {
    const taken = await build((path) => writeIndex(path, schemaHash))
    expect(taken).toEqual({ file: expect.stringContaining('building-') as string })
    expect(notes).toEqual([])
  })

  it.each([
    ['of another format', (path: string) => writeIndex(path, 'another')],
    ['no index', (path: string) => writeFileSync(path, 'x'.repeat(10_000))],
    ['not there', () => {}],
  ])('never takes the place of the file in use when it is %s', async (_name, write) => {
    expect(await build(write)).toEqual({ failed: true })
    expect(notes).toEqual([expect.stringContaining('no whole index of the format')])
    expect(readdirSync(join(dataDir, 'index'))).toEqual([])
  })
})

it('is not started by sources that write a different format than the node reads', async () => {
  const path = join(dataDir, 'building.sqlite')
  const { result } = startTask({ kind: 'build', databaseUrl: '', path, now: 0, format: 'older' })
  await expect(result).rejects.toThrow('program files changed while the node was running')
  expect(existsSync(path)).toBe(false)
})
