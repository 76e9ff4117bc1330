import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueRow } from './catalogue-rows.ts'
import { readFeed, type FeedLimits } from './read-feed.server.ts'
import { zipOf } from './zip-fixture.test-support.ts'

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
    const rows = await read(`{"record":"tag","a":${'['.repeat(1_000_000)}\n{"record":"tag"}\n`)
    expect(rows.map(({ refused }) => refused?.code)).toEqual(['bad_json', 'bad_record'])
    const [row] = await read(`{"record":"tag","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`)
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
    expect(rows.map(({ row }) => row)).toEqual(lines.map((_, n) => n + 2))
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

it('a feed that ends within an item is refused with the line of the item', async () => {
  await expect(read(`<rss><channel>${item}\n<item><id>A2</id>`)).rejects.toMatchObject({
    code: 'bad_xml',
    values: { text: expect.stringContaining('the item of line 2 is not closed') as string },
  })
})

it('XML in an encoding that nobody knows is refused', async () => {
  await expect(read('<?xml version="1.0" encoding="EBCDIC-X"?><rss>')).rejects.toMatchObject({
    code: 'other_encoding',
  })
})

describe('the kind of a file is known by its contents', () => {
  const product = { sku: 'A-1', name: 'Säkring', price: 12.5, stock: 3 }
  const element = '<p><sku>A-1</sku><name>Säkring</name><price>12,50</price><stock>3</stock></p>'
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><list>${element}</list>`
  it.each<[name: string, contents: Buffer | string, format: string, preset: string]>([
    ['a document of JSON', JSON.stringify([product]), 'json', 'price-list'],
    ['JSON with a byte order mark', `\uFEFF${JSON.stringify({ products: [product] })}`, 'json', 'price-list'],
    ['JSON in UTF-16', Buffer.from(`\uFEFF${JSON.stringify([product])}`, 'utf16le'), 'json', 'price-list'],
    ['an object a line', `${JSON.stringify(product)}\n`, 'json', 'price-list'],
    ['packed JSON', gzipSync(JSON.stringify([product])), 'json', 'price-list'],
    [
      'JSON in an archive',
      zipOf([{ name: 'a.json', contents: JSON.stringify([product]) }]),
      'json',
      'price-list',
    ],
    ['XML in UTF-8', declared('UTF-8'), 'xml', 'price-list'],
    ['XML in ISO-8859-1', Buffer.from(declared('ISO-8859-1'), 'latin1'), 'xml', 'price-list'],
    ['XML in ISO-8859-15', Buffer.from(declared('ISO-8859-15'), 'latin1'), 'xml', 'price-list'],
    ['XML in UTF-8 that says otherwise', declared('ISO-8859-1'), 'xml', 'price-list'],
    ['XML in UTF-8 that says UTF-16', declared('utf-16'), 'xml', 'price-list'],
    ['XML in UTF-16', Buffer.from(`\uFEFF${declared('UTF-16')}`, 'utf16le'), 'xml', 'price-list'],
  ])('%s', async (_name, contents, format, preset) => {
    const file = join(folder, 'kind')
    writeFileSync(file, contents)
    const source = await readFeed(file, 'sv')
    expect(source.head).toMatchObject({ format, table: { preset } })
    const rows: CatalogueRow[] = []
    for await (const row of source.rows) rows.push(row)
    expect(rows).toMatchObject([{ feed: { sku: 'A-1', name: 'Säkring', quantity: { units: 3 } } }])
  })
})
