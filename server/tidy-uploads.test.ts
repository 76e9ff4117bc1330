import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tidyUploads } from './tidy-uploads.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'anode-uploads-'))
})
afterAll(() => {
  rmSync(dataDir, { recursive: true })
})

it('a node that starts removes the uploads that a killed one left, and nothing else', () => {
  mkdirSync(join(dataDir, 'uploads', 'feed-killed'), { recursive: true })
  writeFileSync(join(dataDir, 'uploads', 'feed-killed', 'feed'), 'id\ttitle')
  writeFileSync(join(dataDir, 'secret'), 'kept')
  tidyUploads(dataDir)
  expect(readdirSync(join(dataDir, 'uploads'))).toEqual([])
  expect(existsSync(join(dataDir, 'secret'))).toBe(true)
  tidyUploads(join(dataDir, 'of-a-first-start'))
  expect(readdirSync(join(dataDir, 'of-a-first-start', 'uploads'))).toEqual([])
})
