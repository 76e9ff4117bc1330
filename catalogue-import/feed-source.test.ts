import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linesOf, openText } from './feed-source.server.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anode-feed-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** Lines that gzip cannot make much smaller, a megabyte and a half in all. */
const lineCount = 12_000
const lines = Array.from({ length: lineCount }, (_, row) => {
  let seed = row + 1
  const next = () => (seed = (seed * 48_271) % 2_147_483_647).toString(36)
  return Array.from({ length: 20 }, next).join('\t')
})

describe('how far a file is read', () => {
  it.each([
    ['plain', (text: string) => Buffer.from(text)],
    ['packed', (text: string) => gzipSync(text)],
  ])('keeps step with the rows taken from a %s file', async (name, write) => {
    const file = join(folder, name)
    writeFileSync(file, write(`id\ttitle\n${lines.join('\n')}\n`))
    const source = await openText(file)
    const shares: number[] = []
    let taken = 0
    for await (const line of linesOf(source.chunks)) {
      expect(line.tooLong).toBe(false)
      if (taken++ % (lineCount / 4) === 0) shares.push(source.bytesRead() / source.bytesTotal)
    }
    expect(taken).toBe(lineCount + 1)
    expect(source.bytesRead()).toBe(source.bytesTotal)
    for (const [quarter, share] of shares.entries()) {
      expect(share).toBeGreaterThanOrEqual(quarter / 4 - 0.01)
      expect(share).toBeLessThan(quarter / 4 + 0.15)
    }
  })
})
