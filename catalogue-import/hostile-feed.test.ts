import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueRow } from './catalogue-rows.ts'
import { readFeed, type FeedLimits } from './read-feed.server.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anode-hostile-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const item =
  '<item><id>A1</id><title>Cell</title><price>5 SEK</price><availability>in_stock</availability></item>'
const rss = (content: string) => `<rss><channel>${content}</channel></rss>`

/** The rows of a file with these contents. */
async function read(contents: Buffer | string, limits: FeedLimits = {}): Promise<CatalogueRow[]> {
  const file = join(folder, 'feed')
  writeFileSync(file, contents)
  const source = await readFeed(file, 'sv', limits)
  const rows: CatalogueRow[] = []
  for await (const row of source.rows) rows.push(row)
  return rows
}

describe('a hostile feed is refused, and this process goes on meanwhile', () => {
  const nested = (depth: number) => Buffer.from(`<rss>${'<a>'.repeat(depth)}`)
  const entities = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
    '',
  )
  const cases: [name: string, contents: () => Buffer | string, code: string, limits?: FeedLimits][] = [
    ['300 bytes of gzip that nest 70,000 elements', () => gzipSync(nested(70_000), { level: 9 }), 'too_deep'],
    [
      '44 kB of gzip that nest 15 million elements',
      () => gzipSync(nested(15_000_000), { level: 9 }),
      'too_deep',
    ],
    ['elements nested within an item', () => rss(`<item>${'<g:a>'.repeat(50_000)}`), 'too_deep'],
    ['a fault in every character', () => rss('&'.repeat(2_000_000)), 'bad_xml'],
    ['a fault in every character of an item', () => rss(`<item><title>${'&'.repeat(2_000_000)}`), 'bad_xml'],
    [
      'a document type declaration that never ends',
      () => `<!DOCTYPE r [${'<!ENTITY a "b">'.repeat(400_000)}`,
      'endless_text',
    ],
    [
      'gzip that unpacks to a thousand times its size',
      () => gzipSync(Buffer.alloc(64 * 1024 * 1024, 'id\ttitle\n')),
      'no_columns',
    ],
    [
      'rows that unpack beyond the limit',
      () => gzipSync(`id\ttitle\tprice\tavailability\n${'a\tb\tc\td\n'.repeat(2_000_000)}`),
      'too_large_unpacked',
      { mostUnpackedBytes: 1024 * 1024 },
    ],
    [
      'more rows than the limit',
      () => `id\ttitle\tprice\tavailability\n${'a\tb\tc\td\n'.repeat(2_000)}`,
      'too_many_rows',
      { mostRows: 1000 },
    ],
    [
      'a header of a hundred thousand columns',
      () => `id\ttitle\tprice\tavailability${'\ta'.repeat(100_000)}\n`,
      'too_many_columns',
    ],
  ]
  it.each(cases)('%s', async (_name, contents, code, limits) => {
    let turns = 0
    const counting = setInterval(() => turns++, 1)
    await expect(read(contents(), limits)).rejects.toMatchObject({ name: 'FeedFault', code })
    clearInterval(counting)
    expect(turns).toBeGreaterThan(0)
  })

  it('entities that expand each other (“billion laughs”) are not expanded: the item is refused', async () => {
    const [row] = await read(
      `<!DOCTYPE r [<!ENTITY l0 "lol">${entities}]>${rss(item.replace('Cell', '&l10;'))}`,
    )
    expect(row).toMatchObject({ refused: { code: 'bad_xml' } })
  })

  it('a line of JSON that nests a million arrays is refused by itself', async () => {
    const rows = await read(`{"a":${'['.repeat(1_000_000)}\n{"record":"tag"}\n`)
    expect(rows.map(({ refused }) => refused?.code)).toEqual(['bad_json', 'bad_record'])
    const [row] = await read(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`)
    expect(row).toMatchObject({ refused: { code: 'bad_record' } })
  })
})

describe('rows that come from a worker', () => {
  it('are those of the file, in their order, with what was wrong', async () => {
    const lines = Array.from(
      { length: 1200 },
      (_, n) => `A${n}\tCell ${n}\t${n % 7 === 3 ? 'x' : '5 SEK'}\tin_stock`,
    )
    const rows = await read(`id\ttitle\tprice\tavailability\n${lines.join('\n')}\n`)
    expect(rows.map(({ row }) => row)).toEqual(lines.map((_, n) => n + 1))
    expect(rows.map(({ feed, refused }) => feed?.sku ?? refused?.code)).toEqual(
      lines.map((_, n) => (n % 7 === 3 ? 'bad_amount' : `A${n}`)),
    )
  })

  it('are given before the fault of a file that is cut off', async () => {
    const file = join(folder, 'cut')
    writeFileSync(file, `<rss><channel>${item}`)
    const source = await readFeed(file, 'sv')
    const rows: CatalogueRow[] = []
    const reading = (async () => {
      for await (const row of source.rows) rows.push(row)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'bad_xml' })
    expect(rows).toHaveLength(1)
  })
})
