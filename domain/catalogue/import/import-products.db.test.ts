import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DB } from '../../../db/schema.generated.ts'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import type { StoreCode } from '../../stores/stores.ts'
import { exportProducts, type ExportOptions } from './export-products.server.ts'
import { feedColumns, type FeedValues } from './feed-row.ts'
import { FeedFault } from './feed-source.server.ts'
import { importProducts, type ImportOptions } from './import-products.server.ts'
import type { RowReport } from './row-report.ts'

const sharedData = process.env['SHARED_DATA'] ?? join(import.meta.dirname, '../../../../shared/data')
const feeds = join(sharedData, 'feeds')

let test: TestDatabase
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anode-import-'))
})
beforeEach(async () => {
  test = await testDatabase()
  return () => test.drop()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function importFile(file: string, store: StoreCode | undefined, options: Partial<ImportOptions> = {}) {
  const reports: RowReport[] = []
  const result = await importProducts(test.db, {
    file, store, reportDirectory: join(folder, 'reports'), onReport: (report) => reports.push(report), ...options,
  })
  return { ...result, reports }
} // prettier-ignore

let files = 0
async function importBytes(bytes: Buffer | string, store?: StoreCode, options: Partial<ImportOptions> = {}) {
  const file = join(folder, `feed-${(files += 1)}`)
  await writeFile(file, bytes)
  return importFile(file, store, options)
}

function rowOf(changes: FeedValues = {}): FeedValues {
  return {
    id: 'A-1', title: 'Batteri AA', description: 'Bra.', availability: 'in_stock', price: '49.00 SEK',
    brand: 'Voltara', product_type: 'Batterier > AA', quantity: '9', condition: 'new', ...changes,
  }
} // prettier-ignore

function tsv(rows: FeedValues[]): string {
  return [feedColumns.join('\t'), ...rows.map((row) => feedColumns.map((column) => row[column] ?? '').join('\t')), ''].join('\n')
} // prettier-ignore

function xml(rows: FeedValues[]): string {
  const escaped = (text: string) => text.replace(/[<>&]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  const items = rows.map((row) => {
    const fields = Object.entries(row).map(([name, value]) => `<g:${name}>${escaped(value)}</g:${name}>`)
    return `<item>\n  ${fields.join('\n  ')}\n  <g:shipping><g:price>5 SEK</g:price></g:shipping></item>`
  })
  return `<?xml version="1.0"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Feed</title>${items.join('\n')}</channel></rss>`
} // prettier-ignore

async function exported(db: Kysely<DB>, options: ExportOptions): Promise<string> {
  let text = ''
  for await (const line of exportProducts(db, options)) text += line
  return text
}

async function rowsOf(query: string, db: Kysely<DB> = test.db): Promise<Record<string, unknown>[]> {
  return (await sql.raw<Record<string, unknown>>(query).execute(db)).rows
}

/** Everything a feed can fill, with skus and codes instead of ids. */
async function contents(db: Kysely<DB>): Promise<unknown> {
  const queries = [
    `select p.sku, p.type, p.gtin, p.mpn, b.slug brand, b.name, p.item_group, p.condition, p.fits, p.attributes
       from product p left join brand b on b.id = p.brand_id order by p.sku`,
    `select p.sku, s.store, s.name, s.slug, s.description, s.vat_rate_basis_points
       from store_product s join product p on p.id = s.product_id order by p.sku, s.store`,
    `select p.sku, t.store, t.kind, t.min_quantity, t.price_minor, t.before_minor, t.starts_at, t.ends_at
       from price_tier t join product p on p.id = t.product_id order by 1, 2, 3, 4`,
    `select p.sku, s.store, s.available, s.incoming, s.incoming_at, s.presale, s.release_at, s.discontinued
       from stock s join product p on p.id = s.product_id order by 1, 2`,
    `select p.sku, c.code, pc.position from product_category pc join product p on p.id = pc.product_id
       join category c on c.id = pc.category_id order by 1, 3, 2`,
    `select p.sku, i.type, i.sort_order, i.source from product_image i join product p on p.id = i.product_id order by 1, 2, 3`,
    `select c.code, t.store, t.name, t.slug, t.path from category c join category_text t on t.category_id = c.id order by 1, 2`,
    `select p.sku, h.store, h.kind, h.price_minor, h.starts_at, h.ends_at
       from price_history h join product p on p.id = h.product_id order by 1, 2, 3, 4`,
  ]
  const tables: unknown[] = []
  for (const query of queries) tables.push(await rowsOf(query, db))
  return tables
}

const link = (slug: string) => `https://anode.example/sv/artiklar/${slug}.html`

const mixed: FeedValues[] = [
  rowOf({ gtin: '96385074', mpn: 'LR6', item_group_id: 'G1', image_link: 'https://pictures.example/a.jpg' }),
  rowOf({ id: 'A-2', sale_price: '39.00 SEK', sale_price_effective_date: '2026-10-01T00:00+0100/2027-03-31T23:59+0200', tier_prices: '10:45.00;50:35.00' }),
  rowOf({ id: 'A-3', availability: 'backorder', availability_date: '2026-12-04T00:00+0100', quantity: '0' }),
  rowOf({ id: 'A-4', availability: 'preorder', availability_date: '2027-01-01', quantity: '12' }),
  rowOf({ id: 'A-5', availability: 'out_of_stock', quantity: '', product_type: 'Batterier', brand: '' }),
] // prettier-ignore

describe('importing a feed', () => {
  it('fills names, addresses, categories, prices and pools', async () => {
    expect(await importBytes(tsv(mixed), 'sv')).toMatchObject({ read: 5, created: 5, refused: 0, format: 'tsv', report: null })
    expect(await rowsOf('select slug, vat_rate_basis_points vat from store_product order by slug')).toEqual(
      [1, 2, 3, 4, 5].map((n) => ({ slug: `batteri-aa-a-${n}`, vat: 2500 })),
    )
    expect(await rowsOf('select c.code, t.path from category c join category_text t on t.category_id = c.id order by 1')).toEqual([
      { code: 'batterier', path: 'batterier' },
      { code: 'batterier/aa', path: 'batterier/aa' },
    ])
    expect(await rowsOf(`select kind, min_quantity q, price_minor p, before_minor o from price_tier t
      join product p on p.id = t.product_id where sku = 'A-2' order by kind desc, q`)).toEqual([
      { kind: 'normal', q: 1, p: 4900, o: null },
      { kind: 'normal', q: 10, p: 4500, o: null },
      { kind: 'normal', q: 50, p: 3500, o: null },
      { kind: 'campaign', q: 1, p: 3900, o: 4900 },
      { kind: 'campaign', q: 50, p: 3500, o: null },
    ])
    expect(await rowsOf('select available a, incoming i, incoming_at at, presale p from stock s join product p on p.id = s.product_id order by sku')).toEqual([
      { a: 9, i: 0, at: null, p: 0 },
      { a: 9, i: 0, at: null, p: 0 },
      { a: 0, i: 50, at: new Date('2026-12-03T23:00:00Z'), p: 0 },
      { a: 0, i: 0, at: null, p: 12 },
      { a: 0, i: 0, at: null, p: 0 },
    ])
  }) // prettier-ignore

  it('changes nothing when repeated, and refills no pool that orders have taken from', async () => {
    await importBytes(tsv(mixed), 'sv')
    await sql`update stock set incoming = 31 where incoming = 50`.execute(test.db)
    const before = await rowsOf('select (select count(*) from change_log) l, (select count(*) from price_history) h')
    expect(await importBytes(tsv(mixed), 'sv')).toMatchObject({ created: 0, changed: 0, unchanged: 5 })
    expect(await rowsOf('select (select count(*) from change_log) l, (select count(*) from price_history) h')).toEqual(before)
    expect(await rowsOf('select incoming from stock where incoming > 0')).toEqual([{ incoming: 31 }])
  }) // prettier-ignore

  it('reads XML, gzip, a byte order mark and CRLF like plain tab-separated text', async () => {
    await importBytes(tsv(mixed), 'sv')
    for (const bytes of [xml(mixed), gzipSync(tsv(mixed)), `\uFEFF${tsv(mixed).replaceAll('\n', '\r\n')}`, gzipSync(xml(mixed))]) {
      expect(await importBytes(bytes, 'sv')).toMatchObject({ read: 5, unchanged: 5 })
    }
  }) // prettier-ignore

  it("updates the same skus with another store's feed, in the same categories", async () => {
    await importBytes(tsv(mixed), 'sv')
    const german = mixed.map((row) => ({ ...row, price: '4.95 EUR', sale_price: '', tier_prices: '' }))
    expect(await importBytes(tsv(german), 'de')).toMatchObject({ created: 5 })
    expect(await rowsOf('select count(*) p from product')).toEqual([{ p: 5 }])
    expect(await rowsOf('select count(*) c from category')).toEqual([{ c: 2 }])
    expect(await rowsOf("select distinct vat_rate_basis_points v from store_product where store = 'de'")).toEqual([{ v: 1900 }])
    expect(await importBytes(tsv(mixed), 'sv')).toMatchObject({ unchanged: 5 })
  }) // prettier-ignore

  it('keeps the former address when a title changes', async () => {
    await importBytes(tsv([rowOf()]), 'sv')
    expect(await importBytes(tsv([rowOf({ title: 'Batteri AA ny' })]), 'sv')).toMatchObject({ changed: 1 })
    expect(await rowsOf('select slug from product_former_slug')).toEqual([{ slug: 'batteri-aa-a-1' }])
  })

  it('gives two products their own addresses where title and id sound alike', async () => {
    const rows = [rowOf({ id: 'A/1' }), rowOf({ id: 'A-1' }), rowOf({ id: 'A 1' })]
    expect(await importBytes(tsv(rows), 'sv')).toMatchObject({ created: 3 })
    expect(await importBytes(tsv(rows.toReversed()), 'sv')).toMatchObject({ unchanged: 3 })
  })

  it('says in a dry run what would happen, and changes nothing', async () => {
    await importBytes(tsv(mixed.slice(0, 2)), 'sv')
    const before = await contents(test.db)
    const rows = [...mixed, rowOf({ id: 'A-9', price: '' })]
    rows[0] = { ...rows[0], price: '59.00 SEK' }
    const expected = { read: 6, created: 3, changed: 1, unchanged: 1, refused: 1 }
    expect(await importBytes(tsv(rows), 'sv', { dryRun: true })).toMatchObject(expected)
    expect(await contents(test.db)).toEqual(before)
    expect(await importBytes(tsv(rows), 'sv')).toMatchObject(expected)
  })

  it('refuses bad rows with their place, takes the rest and writes a report', async () => {
    const rows = [
      rowOf(),
      rowOf({ id: 'A-2', price: '1 XYZ' }),
      rowOf(),
      rowOf({ id: 'A-4', price: '5,50 SEK' }),
    ]
    const bytes = Buffer.concat([
      Buffer.from(tsv(rows)),
      Buffer.from('\nA-5\tBatteri'),
      Buffer.from([0xf6]),
      Buffer.from(tsv([rowOf()]).split('\n')[1]?.slice('A-1\tBatteri AA'.length) ?? ''),
      Buffer.from('\nA-6\tshort\n'),
    ])
    const result = await importBytes(bytes, 'sv')
    expect(result).toMatchObject({ read: 6, created: 2, refused: 4, repaired: 1 })
    expect(result.reports).toMatchObject([
      {
        row: 2,
        line: 3,
        id: 'A-2',
        outcome: 'refused',
        column: 'price',
        code: 'bad_currency',
        value: '1 XYZ',
      },
      { row: 3, line: 4, id: 'A-1', outcome: 'refused', column: 'id', code: 'duplicate_id', detail: 'row 1' },
      { row: 4, line: 5, id: 'A-4', outcome: 'repaired', column: 'price', code: 'decimal_comma' },
      {
        row: 5,
        line: 7,
        id: 'A-5',
        outcome: 'refused',
        column: 'title',
        code: 'broken_utf8',
        detail: 'byte f6 at 7',
      },
      { row: 6, line: 8, id: 'A-6', outcome: 'refused', code: 'too_few_fields' },
    ])
    const lines = (await readFile(result.report ?? '', 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(result.reports)
  })

  it('refuses a whole file only when nothing in it can be read', async () => {
    await expect(importBytes('', 'sv')).rejects.toThrow(FeedFault)
    await expect(importBytes('a\tb\n1\t2\n', 'sv')).rejects.toThrow(/no column id, title, price, availability/)
    await expect(importBytes(tsv(mixed))).rejects.toThrow(/--store/)
    await expect(importBytes('<html><body>no feed</body></html>', 'sv')).rejects.toThrow(/no <item>/)
    await expect(importBytes(Buffer.from(tsv(mixed), 'utf16le').fill(0xff, 0, 1).fill(0xfe, 1, 2), 'sv')).rejects.toThrow(/UTF-16/)
    await expect(importFile(join(folder, 'none'), 'sv')).rejects.toThrow(/no file/)
    const cut = gzipSync(tsv(Array.from({ length: 3000 }, (_, n) => rowOf({ id: `C-${n}`, description: `${Math.random()}` }))))
    await expect(importBytes(cut.subarray(0, cut.length - 2000), 'sv')).rejects.toThrow(/damaged or cut off/)
  }) // prettier-ignore

  it('survives XML that breaks off or attacks, and a line without end', async () => {
    const whole = xml(mixed)
    await expect(importBytes(whole.slice(0, -40), 'sv')).rejects.toThrow(/not well-formed/)
    const bomb = `<!DOCTYPE rss [<!ENTITY a "boom"><!ENTITY b SYSTEM "file:///etc/passwd">]>${xml([rowOf({ id: 'X-1', title: 'Safe' })]).replace('<?xml version="1.0"?>\n', '').replace('Safe', '&b;')}`
    expect(await importBytes(bomb, 'sv')).toMatchObject({ read: 1, refused: 1, reasons: { bad_xml: 1 } })
    const endless = tsv([rowOf({ id: 'L-1', description: 'x'.repeat(3_000_000) }), rowOf({ id: 'L-2' })])
    expect(await importBytes(endless, 'sv')).toMatchObject({ read: 2, created: 1, reasons: { row_too_long: 1 } })
  }) // prettier-ignore

  it('refuses records of NDJSON that do not fit, with the place in the record', async () => {
    const lines = [
      '{"record":"brand","slug":"a","name":"A"}',
      '{"record":"brand","slug":"B","name":"A"}',
      '{"record":"brand","slug":"b"',
      '{"record":"brand","slug":"c","name":"half \\ud800"}',
      '{"record":"product","sku":"S","type":"standard","categories":[],"stores":{"sv":{"name":"S","slug":"s","description":"","vatPercent":25,"prices":[{"q":1,"p":1.005}],"stock":{"available":1}}}}',
      '{"record":"ghost"}',
    ]
    const result = await importBytes(lines.join('\n'))
    expect(result).toMatchObject({ format: 'ndjson', created: 1, refused: 5 })
    expect(result.reports.map(({ row, code, column }) => [row, code, column])).toEqual([
      [2, 'bad_record', 'slug'],
      [3, 'bad_json', undefined],
      [4, 'bad_record', 'name'],
      [5, 'bad_record', 'stores.sv.prices.0.p'],
      [6, 'bad_record', 'record'],
    ])
  })
})

describe('exporting', () => {
  it('gives back a feed that fills an empty catalogue with the same, and is the same the second time', async () => {
    await importBytes(tsv(mixed), 'sv')
    const first = await exported(test.db, { format: 'tsv', store: 'sv', productLink: link })
    const before = await contents(test.db)
    const former = test
    test = await testDatabase()
    expect(await importBytes(first, 'sv')).toMatchObject({ created: 5, refused: 0 })
    expect(await contents(test.db)).toEqual(before)
    expect(await exported(test.db, { format: 'tsv', store: 'sv', productLink: link })).toBe(first)
    await former.drop()
  })

  it('gives back NDJSON of everything in all stores', async () => {
    const { loadDemoCatalogue } = await import('./load-demo-catalogue.server.ts')
    await loadDemoCatalogue(test.db, new Date('2026-11-20T10:00:00Z'))
    await importBytes(tsv(mixed), 'sv')
    const first = await exported(test.db, { format: 'ndjson' })
    for (const store of ['sv', 'no', 'de', 'da'] as const) {
      const feed = await exported(test.db, { format: 'tsv', store, productLink: link })
      expect(await importBytes(feed, store), store).toMatchObject({ created: 0, changed: 0, refused: 0 })
    }
    const former = test
    test = await testDatabase()
    expect(await importBytes(first)).toMatchObject({ refused: 0, repaired: 0, changed: 0 })
    expect(await exported(test.db, { format: 'ndjson' })).toBe(first)
    await former.drop()
  }, 60_000)
})

describe('an import that is killed', () => {
  it('is completed by running it again', async () => {
    const rows = Array.from({ length: 15_000 }, (_, n) => rowOf({ id: `K-${n}`, title: `Batteri ${n}` }))
    const file = join(folder, 'killed.tsv')
    await writeFile(file, tsv(rows))
    const child = spawn(process.execPath, ['cli/anode.ts', 'import', 'products', file, '--store', 'sv'], {
      env: { PATH: process.env['PATH'], DATA_DIR: folder, DATABASE_URL: test.url, SECRET: 'x'.repeat(40) },
      cwd: join(import.meta.dirname, '../../..'),
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const count = async () => Number((await rowsOf('select count(*) n from product'))[0]?.['n'])
    while ((await count()) < 2000 && child.exitCode === null)
      await new Promise((wait) => setTimeout(wait, 10))
    child.kill('SIGKILL')
    await ended
    const before = await count()
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(15_000)
    expect(before % 1000).toBe(0)
    const result = await importFile(file, 'sv')
    expect(result).toMatchObject({ read: 15_000, refused: 0, changed: 0, created: 15_000 - before })
    expect(await importFile(file, 'sv')).toMatchObject({ unchanged: 15_000 })
  }, 120_000)
})

describe.skipIf(!existsSync(feeds))('the shared feeds (SHARED_DATA)', () => {
  it('go in whole, again without a change, and for a second store', async () => {
    const file = join(feeds, 'icecat-sv.tsv.gz')
    expect(await importFile(file, 'sv')).toMatchObject({ read: 8740, created: 8740, report: null })
    const [logged] = await rowsOf('select count(*) n from change_log')
    expect(await importFile(file, 'sv')).toMatchObject({ unchanged: 8740 })
    expect(await rowsOf('select count(*) n from change_log')).toEqual([logged])
    expect(await importFile(join(feeds, 'icecat-de.tsv.gz'), 'de')).toMatchObject({ created: 8740 })
    const first = await exported(test.db, { format: 'tsv', store: 'sv', productLink: link })
    const former = test
    test = await testDatabase()
    expect(await importBytes(first, 'sv')).toMatchObject({ created: 8740 })
    expect(await exported(test.db, { format: 'tsv', store: 'sv', productLink: link })).toBe(first)
    await former.drop()
  }, 120_000)

  it('have exactly the expected rows refused or repaired in the dirty copy', async () => {
    const result = await importFile(join(feeds, 'icecat-sv-dirty.tsv.gz'), 'sv')
    const expected = JSON.parse(await readFile(join(feeds, 'icecat-sv-dirty.expected.json'), 'utf8')) as {
      row: number
      line: number
      id: string
      defect: string
      column?: string
    }[]
    const codes: Record<string, string> = {
      missing_price: 'missing', price_decimal_comma: 'decimal_comma', negative_price: 'negative_amount',
      unknown_currency: 'bad_currency', duplicate_id: 'duplicate_id', broken_utf8: 'broken_utf8',
      html_script_in_title: 'markup', title_10000_chars: 'too_long', unknown_availability: 'bad_availability',
      sale_price_above_price: 'sale_price_not_lower', bad_gtin_checksum: 'bad_gtin',
      missing_column: 'too_few_fields', extra_tab: 'too_many_fields',
    } // prettier-ignore
    const shiftsColumns = ['missing_column', 'extra_tab']
    expect(
      result.reports.map(({ row, line, id, code, column }) => ({ row, line, id, code, column })),
    ).toEqual(
      expected.map(({ row, line, id, defect, column }) => ({
        row, line, id, code: codes[defect], column: shiftsColumns.includes(defect) ? undefined : column,
      })), // prettier-ignore
    )
    expect(result).toMatchObject({ read: 2000, created: 1904, refused: 96, repaired: 8 })
  }, 60_000)
})

/** Whether XML 1.0 can hold the text at all. */
function fitsXml(text: string): boolean {
  return text.isWellFormed() && !/[\p{Cc}\ufffe\uffff]/u.test(text)
}

describe('hostile text in every column', () => {
  const own = ["'; drop table product; --", '" or ""="', '\u202Egnp.exe', '${7*7}', '{{7*7}}', '%s%n', '../../etc/passwd', '\u0000', '\u0007', '<script>alert(1)</script>', '=cmd|calc', 'Ω≈ç√∫', '👩‍👩‍👧‍👦', 'ด้้้้้็็็็็', '\ud800', '9'.repeat(400), '-1', 'NaN', 'Infinity', '\\', '\\N', '{}', '[]', 'null', '__proto__', 'constructor'] // prettier-ignore
  const shared = join(sharedData, 'naughty-strings.json')

  it.each(['tsv', 'xml'] as const)('is refused or stored as it stands, never a crash (%s)', async (format) => {
    const strings = new Set(own)
    if (existsSync(shared)) {
      const lists = JSON.parse(await readFile(shared, 'utf8')) as Record<string, string[]>
      for (const text of Object.values(lists).flat()) if (text.length < 2000) strings.add(text)
    }
    // An even choice of them: all 8,400 in every column take a minute.
    const texts = [...strings].filter((_, n) => n < own.length || n % 15 === 0)
    const rows = texts.flatMap((text, n) => {
      const flat = text.replace(/[\t\n\r]/g, ' ')
      return feedColumns.map((column, k) => rowOf({ id: `N-${n}-${k}`, [column]: flat }))
    })
    const safe = format === 'xml' ? rows.filter((row) => Object.values(row).every(fitsXml)) : rows
    const result = await importBytes(format === 'xml' ? xml(safe) : tsv(safe), 'sv')
    expect(result.read).toBe(safe.length)
    expect(result.created + result.refused).toBe(safe.length)
    expect(result.reasons.database_refused).toBeUndefined()
    const [title] = await rowsOf(`select name from store_product s join product p on p.id = s.product_id where sku = 'N-0-1'`)
    expect(title).toEqual({ name: "'; drop table product; --" })
    const text = await exported(test.db, { format: 'tsv', store: 'sv', productLink: link })
    expect(await importBytes(text, 'sv')).toMatchObject({ changed: 0, created: 0, refused: 0 })
  }, 120_000) // prettier-ignore
})
