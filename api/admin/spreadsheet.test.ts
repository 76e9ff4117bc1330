import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { columnsOf, spreadsheetOf } from './spreadsheet.ts'

/** The files of a ZIP archive, found by its central directory. */
function filesOf(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from('PK\u0005\u0006')) + 16)
  while (zip.readUInt32LE(at) === 0x02_01_4b_50) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field))
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(start, start + size)
    const name = zip.toString('utf8', at + 46, at + 46 + nameSize!)
    files.set(name, (method === 0 ? content : inflateRawSync(content)).toString())
    at += 46 + nameSize! + extraSize! + commentSize!
  }
  return files
}

it('writes numbers as numbers, times as dates of the store, and never a formula', async () => {
  const row = z.object({
    sku: z.string(),
    store: z.string(),
    total: z.number().nullable(),
    at: z.iso.datetime().nullable(),
    day: z.iso.date(),
  })
  const columns = columnsOf(row, ['sku', 'total', 'at', 'day'])
  const rows = [
    { sku: '=cmd|calc\u0000', store: 'sv', total: 12.5, at: '2026-07-01T22:30:00.000Z', day: '2026-07-02' },
    { sku: '2026-07-02', store: 'sv', total: null, at: null, day: '2026-07-03' },
  ]
  const files = filesOf(await spreadsheetOf(columns, rows))
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  const texts = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(
    ([, text]) => text,
  )
  expect(texts).toEqual(['sku', 'total', 'at', 'day', '=cmd|calc', '2026-07-02'])
  expect(sheet).not.toContain('<f>')
  const values = [...sheet.matchAll(/<c r="([A-Z]\d)"[^>]*?(?: t="(\w)")?[^>]*><v>([^<]*)<\/v>/g)]
  const cells = Object.fromEntries(values.map(([, cell, type = 'n', value]) => [cell, [type, Number(value)]]))
  // 2026-07-02 is day 46,205 of the spreadsheet; half past midnight in Stockholm.
  expect(cells).toMatchObject({
    A2: ['s', 4],
    B2: ['n', 12.5],
    C2: ['n', expect.closeTo(46_205 + 30 / 1440, 8)],
    D2: ['n', 46_205],
    A3: ['s', 5],
    D3: ['n', 46_206],
  })
  expect(cells['B3']).toBeUndefined()
})
