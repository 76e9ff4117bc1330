import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { FeedFault } from './feed-fault.ts'
import { describeReport } from './row-report.ts'
import { link, mixed, rowOf, tsv, useImportShop, xml } from './import-fixture.test-support.ts'
import { textRow, workbookOf, zipOf } from './zip-fixture.test-support.ts'

const shop = useImportShop()

describe('importing a feed', () => {
  it('fills names, addresses, categories, prices and pools', async () => {
    expect(await shop.importBytes(tsv(mixed), 'sv')).toMatchObject({
      read: 5,
      created: 5,
      refused: 0,
      format: 'tsv',
      report: null,
    })
    expect(
      await shop.rowsOf('select slug, vat_rate_basis_points vat from store_product order by slug'),
    ).toEqual([1, 2, 3, 4, 5].map((n) => ({ slug: `batteri-aa-a-${n}`, vat: 2500 })))
    expect(
      await shop.rowsOf(
        'select c.code, t.path from category c join category_text t on t.category_id = c.id order by 1',
      ),
    ).toEqual([
      { code: 'batterier', path: 'batterier' },
      { code: 'batterier/aa', path: 'batterier/aa' },
    ])
    expect(
      await shop.rowsOf(`select kind, min_quantity q, price_minor p, before_minor o from price_tier t
      join product p on p.id = t.product_id where sku = 'A-2' order by kind desc, q`),
    ).toEqual([
      { kind: 'normal', q: 1, p: 4900, o: null },
      { kind: 'normal', q: 10, p: 4500, o: null },
      { kind: 'normal', q: 50, p: 3500, o: null },
      { kind: 'campaign', q: 1, p: 3900, o: 4900 },
      { kind: 'campaign', q: 50, p: 3500, o: null },
    ])
    expect(
      await shop.rowsOf(
        'select available a, incoming i, incoming_at at, presale p from stock s join product p on p.id = s.product_id order by sku',
      ),
    ).toEqual([
      { a: 9, i: 0, at: null, p: 0 },
      { a: 9, i: 0, at: null, p: 0 },
      { a: 0, i: 50, at: new Date('2026-12-03T23:00:00Z'), p: 0 },
      { a: 0, i: 0, at: null, p: 12 },
      { a: 0, i: 0, at: null, p: 0 },
    ])
  })

  it('changes nothing when repeated, and refills no pool that orders have taken from', async () => {
    await shop.importBytes(tsv(mixed), 'sv')
    await sql`update stock set incoming = 31 where incoming = 50`.execute(shop.test.db)
    const before = await shop.rowsOf(
      'select (select count(*) from change_log) l, (select count(*) from price_history) h',
    )
    expect(await shop.importBytes(tsv(mixed), 'sv')).toMatchObject({ created: 0, changed: 0, unchanged: 5 })
    expect(
      await shop.rowsOf('select (select count(*) from change_log) l, (select count(*) from price_history) h'),
    ).toEqual(before)
    expect(await shop.rowsOf('select incoming from stock where incoming > 0')).toEqual([{ incoming: 31 }])
  })

  it('reads what Excel saves as tab-delimited text, and availability in every spelling', async () => {
    const lines = [
      'id\ttitle\tprice\tavailability\tdescription\tbrand',
      'xt-1\t"Kabel 3,5"" svart, 2 m"\t129.00 SEK\tin stock\t"Rad med ""citat""\nog linjeskift"\tDemo',
      'xt-2\tSkruv förzinkad\t129.00 SEK\tOut of stock\tVanlig\tDemo',
      'xt-3\t19" rack\t129.00 SEK\tIn Stock\t"Best" buy\tDemo',
    ]
    const imported = await shop.importBytes(`${lines.join('\r\n')}\r\n`, 'sv')
    expect(imported).toMatchObject({ read: 3, created: 3, refused: 0 })
    expect(
      await shop.rowsOf(`select p.sku, s.name, s.description, t.available from store_product s
        join product p on p.id = s.product_id join stock t on t.product_id = p.id and t.store = s.store
        order by p.sku`),
    ).toEqual([
      {
        sku: 'xt-1',
        name: 'Kabel 3,5" svart, 2 m',
        description: 'Rad med "citat"\nog linjeskift',
        available: 100,
      },
      { sku: 'xt-2', name: 'Skruv förzinkad', description: 'Vanlig', available: 0 },
      { sku: 'xt-3', name: '19" rack', description: '"Best" buy', available: 100 },
    ])
    const again = await shop.exported({ format: 'tsv', store: 'sv', productLink: link })
    expect(await shop.importBytes(again, 'sv')).toMatchObject({ changed: 0, refused: 0, unchanged: 3 })
  })

  it('names the planned campaigns that a sale price delays or replaces, in a dry run too', async () => {
    await shop.importBytes(tsv([rowOf()]), 'sv')
    const planned = (from: string, to: string | null, price: number, takesOver = false) =>
      sql`insert into planned_campaign (product_id, store, starts_at, ends_at, tiers, takes_over, planned_by)
        select id, 'sv', ${from}, ${to}, ${JSON.stringify([{ minQuantity: 1, priceMinor: price }])}, ${takesOver}, '{}'
        from product where sku = 'A-1'`.execute(shop.test.db)
    await planned('2037-12-01T00:00+01:00', '2037-12-25T00:00+01:00', 3900)
    await planned('2038-01-01T00:00+01:00', null, 3500)
    await planned('2037-11-26T00:00+01:00', '2037-11-27T00:00+01:00', 3000, true)
    const sale = (dates: string) =>
      tsv([rowOf({ sale_price: '45.00 SEK', sale_price_effective_date: dates })])
    const feed = sale('2037-11-20T00:00+01:00/2038-01-06T00:00+01:00')
    const noted = { outcome: 'noted', row: 2, id: 'A-1', column: 'sale_price' }
    const reports = [
      {
        ...noted,
        code: 'replaces_campaign',
        value: '2037-12-01 – 2037-12-24',
        detail: { code: 'price', values: { price: '39.00' } },
      },
      { ...noted, code: 'delays_campaign', value: '2038-01-01 – …' },
    ]
    const dryRun = await shop.importBytes(feed, 'sv', { dryRun: true })
    expect(dryRun.reports).toMatchObject(reports)
    expect(dryRun.reports).toHaveLength(2)
    const imported = await shop.importBytes(feed, 'sv')
    expect(imported).toMatchObject({ changed: 1, refused: 0, repaired: 0, reports })
    // The same campaign again delays nothing more; one that has ended by then delays nothing.
    expect((await shop.importBytes(feed, 'sv')).reports).toEqual([])
    const before = sale('2037-11-20T00:00+01:00/2037-12-01T00:00+01:00')
    expect((await shop.importBytes(before, 'sv')).reports).toEqual([])
  })

  it('stores prices in the digits of the currency, from a feed as from records, and names each row', async () => {
    const feed = tsv([
      rowOf({ id: 'A-1', price: '12.90 SEK', sale_price: '11.40 SEK' }),
      rowOf({ id: 'A-2', price: '0.45 SEK' }),
      rowOf({ id: 'A-3', price: '12.90 SEK', sale_price: '12.60 SEK' }),
    ])
    const imported = await shop.importBytes(feed, 'sv')
    expect(imported).toMatchObject({
      created: 1,
      refused: 2,
      repaired: 1,
      reasons: { rounded_price: 2, rounds_to_nothing: 1, sale_price_not_lower: 1 },
    })
    expect(imported.reports.map(describeReport)).toContain(
      'Row 2, id A-1, “Batteri AA”: repaired: price “12.90 SEK” has more decimals than prices in the currency have; rounded (12.90 → 13 kr).',
    )
    const stored = `select store, kind, price_minor p from price_tier order by store, kind`
    const whole = [
      { store: 'sv', kind: 'campaign', p: 1100 },
      { store: 'sv', kind: 'normal', p: 1300 },
    ]
    expect(await shop.rowsOf(stored)).toEqual(whole)
    expect(await shop.importBytes(feed, 'sv')).toMatchObject({ unchanged: 1, refused: 2 })

    const section = { name: 'Batteri', description: '', stock: { available: 1 }, vatPercent: 25 }
    const record = (sku: string, sv: object) =>
      JSON.stringify({
        record: 'product',
        type: 'standard',
        sku,
        categories: [],
        stores: {
          sv: { ...section, slug: sku, ...sv },
          de: { ...section, slug: sku, prices: [{ q: 1, p: 12.9 }] },
        },
      })
    const records = await shop.importBytes(
      [
        record('a-1', { prices: [{ q: 1, p: 12.9 }], campaign: { tiers: [{ q: 1, p: 11.4, o: 12.9 }] } }),
        record('b-2', { prices: [{ q: 1, p: 0.45 }] }),
      ].join('\n'),
    )
    expect(records).toMatchObject({ refused: 1, repaired: 1 })
    expect(records.reports.map(describeReport)).toEqual([
      'Row 1, id a-1, “Batteri”: repaired: stores.sv.prices has more decimals than prices in the currency have; rounded (12.90 → 13 kr).',
      'Row 1, id a-1, “Batteri”: repaired: stores.sv.campaign has more decimals than prices in the currency have; rounded (11.40 → 11 kr).',
      'Row 2, id b-2, “Batteri”: stores.sv.prices is nothing in the digits of the currency (0.45 → 0 kr).',
    ])
    expect(await shop.rowsOf(stored)).toEqual([{ store: 'de', kind: 'normal', p: 1290 }, ...whole])
  })

  it('reads XML, gzip, a byte order mark and CRLF like plain tab-separated text', async () => {
    await shop.importBytes(tsv(mixed), 'sv')
    for (const bytes of [
      xml(mixed),
      gzipSync(tsv(mixed)),
      `\uFEFF${tsv(mixed).replaceAll('\n', '\r\n')}`,
      gzipSync(xml(mixed)),
    ]) {
      expect(await shop.importBytes(bytes, 'sv')).toMatchObject({ read: 5, unchanged: 5 })
    }
  })

  it('reads CR as a line end, quoted fields, gzip in gzip and grouped amounts', async () => {
    await shop.importBytes(tsv(mixed), 'sv')
    const quoted = tsv(mixed).replace(/[^\t\n]+/g, (field) => `"${field.replaceAll('"', '""')}"`)
    const grouped = tsv(mixed.map((row) => ({ ...row, price: row.price?.replace('.', ',') ?? '' })))
    for (const bytes of [
      tsv(mixed).replaceAll('\n', '\r'),
      quoted,
      gzipSync(gzipSync(tsv(mixed))),
      grouped,
    ]) {
      expect(await shop.importBytes(bytes, 'sv')).toMatchObject({ read: 5, unchanged: 5 })
    }
    const cable = tsv([rowOf({ id: 'Q-1', title: 'TITLE', price: '1.299,00 SEK' })])
      .replace(/[^\t\n]+/g, (field) => `"${field}"`)
      .replace('TITLE', 'Kabel\t19"" rack')
    expect(await shop.importBytes(cable, 'sv')).toMatchObject({
      created: 1,
      reasons: { grouped_amount: 1 },
    })
    expect(await shop.importBytes(cable.replace('Kabel\t', 'Kabel '), 'sv')).toMatchObject({ unchanged: 1 })
    expect(
      await shop.rowsOf(
        "select name, price_minor p from store_product join price_tier using (product_id) where name like 'Kabel%'",
      ),
    ).toEqual([{ name: 'Kabel 19" rack', p: 129900 }])
    const open = cable.replace('Kabel\t19""', 'Kabel')
    expect(await shop.importBytes(open.replace('rack"', 'rack'), 'sv')).toMatchObject({
      refused: 1,
      reasons: { unclosed_quote: 1 },
    })
  })

  it('names the field and what to write where an amount can mean two', async () => {
    const result = await shop.importBytes(tsv([rowOf({ price: '1.299 SEK' })]), 'sv')
    expect(result.reports).toMatchObject([{ code: 'ambiguous_amount', column: 'price', value: '1.299 SEK' }])
    expect(describeReport(result.reports[0]!)).toContain('write it with a point and two decimals')
  })

  it('finds a sku in any case, keeps its spelling, and refuses two spellings in one file', async () => {
    await shop.importBytes(tsv([rowOf({ id: 'D-1' })]), 'sv')
    expect(await shop.importBytes(tsv([rowOf({ id: 'd-1', price: '59.00 SEK' })]), 'sv')).toMatchObject({
      created: 0,
      changed: 1,
    })
    const both = await shop.importBytes(
      tsv([rowOf({ id: 'd-1' }), rowOf({ id: 'D-1' }), rowOf({ id: 'ä-2' }), rowOf({ id: 'Ä-2' })]),
      'sv',
      { batchSize: 1 },
    )
    expect(both).toMatchObject({ created: 1, changed: 1, reasons: { duplicate_id: 2 }, skuClashes: [] })
    expect(await shop.rowsOf('select sku from product order by id')).toEqual([{ sku: 'D-1' }, { sku: 'ä-2' }])
    await expect(shop.rowsOf("insert into product (sku, type) values ('d-1', 1)")).rejects.toThrow(
      /product_same_sku/,
    )
  })

  it('keeps products that differed only in case before, under their exact skus, and names them', async () => {
    await shop.importBytes(tsv([rowOf({ id: 'D-1' })]), 'sv')
    await shop.rowsOf("insert into product (sku, type, sku_clash) values ('d-1', 1, true)")
    const rows = [rowOf({ id: 'D-1' }), rowOf({ id: 'd-1', title: 'Annan' }), rowOf({ id: 'E-1' })]
    expect(await shop.importBytes(tsv(rows), 'sv')).toMatchObject({
      unchanged: 1,
      created: 2,
      skuClashes: [['D-1', 'd-1']],
    })
    await shop.rowsOf(
      "insert into product (sku, type, sku_clash) values ('DÖ-1', 1, false), ('dö-1', 1, true)",
    )
    expect(await shop.importBytes(tsv([rowOf({ id: 'Dö-1' })]), 'sv')).toMatchObject({
      reasons: { ambiguous_sku: 1 },
    })
  })

  it("updates the same skus with another store's feed, in the same categories", async () => {
    await shop.importBytes(tsv(mixed), 'sv')
    const german = mixed.map((row) => ({ ...row, price: '4.95 EUR', sale_price: '', tier_prices: '' }))
    expect(await shop.importBytes(tsv(german), 'de')).toMatchObject({ created: 5 })
    expect(await shop.rowsOf('select count(*) p from product')).toEqual([{ p: 5 }])
    expect(await shop.rowsOf('select count(*) c from category')).toEqual([{ c: 2 }])
    expect(
      await shop.rowsOf("select distinct vat_rate_basis_points v from store_product where store = 'de'"),
    ).toEqual([{ v: 1900 }])
    expect(await shop.importBytes(tsv(mixed), 'sv')).toMatchObject({ unchanged: 5 })
  })

  it("keeps each store's main category where two stores' feeds call them otherwise", async () => {
    const swedish = [rowOf(), rowOf({ id: 'A-2', product_type: 'Laddare' })]
    const german = [
      rowOf({ price: '4.95 EUR', product_type: 'Zellen > Mignon' }),
      rowOf({ id: 'A-2', price: '9.95 EUR', product_type: 'Ladegeräte' }),
    ]
    const mains = () =>
      shop.rowsOf(`select p.sku, t.store, (array_agg(t.path order by pc.position))[1] as path, count(*)::int as named
        from product_category pc join product p on p.id = pc.product_id
        join category_text t on t.category_id = pc.category_id group by 1, 2 order by 1, 2 desc`)
    await shop.importBytes(tsv(swedish), 'sv')
    await shop.importBytes(tsv(german), 'de')
    const both = [
      { sku: 'A-1', store: 'sv', path: 'batterier/aa', named: 1 },
      { sku: 'A-1', store: 'de', path: 'zellen/mignon', named: 1 },
      { sku: 'A-2', store: 'sv', path: 'laddare', named: 1 },
      { sku: 'A-2', store: 'de', path: 'ladegeraete', named: 1 },
    ]
    expect(await mains()).toEqual(both)
    expect(await shop.importBytes(tsv(swedish), 'sv')).toMatchObject({ unchanged: 2 })
    expect(await shop.importBytes(tsv(german), 'de')).toMatchObject({ unchanged: 2 })
    const feed = await shop.exported({ format: 'tsv', store: 'de', productLink: link })
    expect(feed).toContain('\tZellen > Mignon\t')
    expect(await shop.importBytes(feed, 'de')).toMatchObject({ unchanged: 2 })

    const moved = await shop.importBytes(
      tsv([rowOf({ price: '4.95 EUR', product_type: 'Zellen > AA' })]),
      'de',
    )
    expect(moved.columns).toEqual({ product_type: { changed: 1, cleared: 0 } })
    expect((await mains()).slice(0, 2)).toEqual([both[0], { ...both[1], path: 'zellen/aa' }])
    await shop.importBytes(tsv([rowOf({ price: '4.95 EUR', product_type: '' })]), 'de')
    expect((await mains()).slice(0, 2)).toEqual([both[0], both[2]])
  })

  it('keeps the former address when a title changes', async () => {
    await shop.importBytes(tsv([rowOf()]), 'sv')
    expect(await shop.importBytes(tsv([rowOf({ title: 'Batteri AA ny' })]), 'sv')).toMatchObject({
      changed: 1,
    })
    expect(await shop.rowsOf('select slug from product_former_slug')).toEqual([{ slug: 'batteri-aa-a-1' }])
  })

  it('gives two products their own addresses where title and id sound alike', async () => {
    const rows = [rowOf({ id: 'A/1' }), rowOf({ id: 'A-1' }), rowOf({ id: 'A 1' })]
    expect(await shop.importBytes(tsv(rows), 'sv')).toMatchObject({ created: 3 })
    expect(await shop.importBytes(tsv(rows.toReversed()), 'sv')).toMatchObject({ unchanged: 3 })
  })

  it('says in a dry run what would happen, and changes nothing', async () => {
    await shop.importBytes(tsv(mixed.slice(0, 2)), 'sv')
    const before = await shop.contents()
    const rows = [...mixed, rowOf({ id: 'A-9', price: '' })]
    rows[0] = { ...rows[0], price: '59.00 SEK' }
    const expected = { read: 6, created: 3, changed: 1, unchanged: 1, refused: 1 }
    expect(await shop.importBytes(tsv(rows), 'sv', { dryRun: true })).toMatchObject(expected)
    expect(await shop.contents()).toEqual(before)
    expect(await shop.importBytes(tsv(rows), 'sv')).toMatchObject(expected)
  })

  it('refuses bad rows with their place, takes the rest and writes a report', async () => {
    const rows = [
      // Without a character of UTF-8 the file would be read as Windows-1252.
      rowOf({ description: 'På kort' }),
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
    const result = await shop.importBytes(bytes, 'sv')
    expect(result).toMatchObject({ read: 6, created: 2, refused: 4, repaired: 1 })
    expect(result.reports).toMatchObject([
      {
        row: 3,
        line: 3,
        id: 'A-2',
        outcome: 'refused',
        column: 'price',
        code: 'bad_currency',
        value: '1 XYZ',
      },
      { row: 4, line: 4, id: 'A-1', outcome: 'refused', column: 'id', code: 'duplicate_id' },
      { row: 5, line: 5, id: 'A-4', outcome: 'repaired', column: 'price', code: 'decimal_comma' },
      { row: 5, line: 5, id: 'A-4', outcome: 'repaired', column: 'price', code: 'rounded_price' },
      {
        row: 7,
        line: 7,
        id: 'A-5',
        outcome: 'refused',
        column: 'title',
        code: 'broken_utf8',
        detail: { code: 'broken_byte', values: { byte: 'f6', at: 7 } },
      },
      { row: 8, line: 8, id: 'A-6', outcome: 'refused', code: 'too_few_fields' },
    ])
    const lines = (await readFile(result.report ?? '', 'utf8')).trim().split('\n')
    const written = lines.map((line) => JSON.parse(line) as { detail?: string })
    expect(written.map((report) => ({ ...report, detail: null }))).toEqual(
      result.reports.map((report) => ({ ...report, detail: null })),
    )
    expect(written.map(({ detail }) => detail)).toEqual([
      undefined,
      'row 2',
      undefined,
      '5.50 → 6 kr',
      'byte f6 at 7',
      '2 of 39 fields',
    ])
  })

  it('refuses a whole file only when nothing in it can be read', async () => {
    await expect(shop.importBytes('', 'sv')).rejects.toThrow(FeedFault)
    await expect(shop.importBytes('a\tb\n1\t2\n', 'sv')).rejects.toThrow(
      /a column id, title, price, availability/,
    )
    await expect(shop.importBytes(tsv(mixed))).rejects.toThrow(/--store/)
    await expect(shop.importBytes('<html><body>no feed</body></html>', 'sv')).rejects.toThrow(/a column id/)
    await expect(shop.importBytes(gzipSync(gzipSync(gzipSync(tsv(mixed)))), 'sv')).rejects.toThrow(
      /more than twice/,
    )
    await expect(shop.importBytes('a;b\n1;2\n', 'sv')).rejects.toThrow(/a column id, title/)
    await expect(shop.importBytes(tsv([]), 'sv')).rejects.toThrow(/holds no rows/)
    await expect(shop.importBytes('\n\n', 'sv')).rejects.toThrow(FeedFault)
    await expect(shop.importFile(join(shop.folder, 'none'), 'sv')).rejects.toThrow(/no file/)
    const cut = gzipSync(
      tsv(Array.from({ length: 3000 }, (_, n) => rowOf({ id: `C-${n}`, description: `${Math.random()}` }))),
    )
    await expect(shop.importBytes(cut.subarray(0, cut.length - 2000), 'sv')).rejects.toThrow(
      /damaged or cut off/,
    )
  })

  it('reads a price list with semicolons in Windows-1252, and a feed as a spreadsheet saves it', async () => {
    const text = [
      'Art.nr;Benämning;Pris inkl. moms;Ordinarie pris;Lagersaldo;EAN;Kategori;Vikt (g);Enhet',
      '1001;"Säkring 5×20 mm, ""trög"", 2 A";4,50;;1 200;7310000000018;Tillbehör/Säkringar;1,2;st',
      '0012;Blybatteri 12 V 7 Ah;1 299,00 kr;1 499,00 kr;3;7,31E+12;Batterier/Bly;2100;st',
      '=1+1;Rad som ser ut som en formel;0,40;;;;;;',
      '',
    ].join('\r\n')
    const list = await shop.importBytes(Buffer.from(text, 'latin1'), 'sv')
    expect(list).toMatchObject({
      format: 'csv',
      table: {
        encoding: 'windows-1252',
        separator: ';',
        preset: 'price-list',
        columnCount: 9,
        unusedColumns: ['Enhet'],
      },
      read: 3,
      created: 2,
      refused: 1,
      reasons: { rounds_to_nothing: 1 },
    })
    const tabs = [
      'id\ttitle\tprice\tavailability\tdescription\tbrand',
      'xt-1\t"Kabel 3,5"" svart, 2 m"\t129.00 SEK\tin stock\t"Rad med ""citat""\noch radbrytning"\tDemo',
      'xt-2\tSkruv förzinkad\t129.00 SEK\tout of stock\tVanlig\tDemo',
      '',
    ].join('\r\n')
    const feed = await shop.importBytes(Buffer.from(tabs, 'latin1'), 'sv')
    expect(feed).toMatchObject({ format: 'tsv', read: 2, created: 2, refused: 0 })
    const utf16 = Buffer.from('\uFEFFArt.nr\tBenämning\tPris\tSaldo\r\n1001\tSäkring\t5,00\t7\r\n', 'utf16le')
    expect(await shop.importBytes(utf16, 'sv')).toMatchObject({
      format: 'csv',
      read: 1,
      changed: 1,
      refused: 0,
    })
    const exported = await shop.exported({ format: 'tsv', store: 'sv', productLink: link })
    const [names = [], ...lines] = exported
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => line.split('\t'))
    const columns = ['id', 'title', 'price', 'sale_price', 'quantity', 'product_type', 'shipping_weight']
    expect(lines.map((line) => columns.map((column) => line[names.indexOf(column)]))).toEqual([
      ['1001', 'Säkring', '5.00 SEK', '', '7', 'Tillbehör > Säkringar', '1 g'],
      ['0012', 'Blybatteri 12 V 7 Ah', '1499.00 SEK', '1299.00 SEK', '3', 'Batterier > Bly', '2100 g'],
      ['xt-1', 'Kabel 3,5" svart, 2 m', '129.00 SEK', '', '100', '', ''],
      ['xt-2', 'Skruv förzinkad', '129.00 SEK', '', '0', '', ''],
    ])
  })

  it('imports the sheet of a workbook in an archive, twice without a change', async () => {
    const list = textRow('Art.nr', 'Namn', 'Pris', 'Saldo', 'EAN', 'Färg')
    const row = '<row><c t="str"><v>0012</v></c><c t="str"><v>Kabel</v></c><c><v>129</v></c><c><v>7</v></c>'
    const sheets = {
      Info: textRow('Prislista'),
      Priser: `${textRow('Höst 2026')}${list}${row}<c><v>7.31000000001E+12</v></c></row>`,
    }
    const packed = zipOf([{ name: 'priser.xlsx', contents: workbookOf({ sheets }) }])
    expect(await shop.importBytes(packed, 'sv')).toMatchObject({
      format: 'xlsx',
      entry: 'priser.xlsx',
      table: { preset: 'price-list', sheet: 'Priser', columnCount: 6, unusedColumns: ['Färg'] },
      created: 1,
    })
    expect(await shop.rowsOf('select sku, gtin from product')).toEqual([
      { sku: '0012', gtin: '7310000000010' },
    ])
    expect(await shop.importBytes(packed, 'sv', { sheet: 'Priser' })).toMatchObject({ unchanged: 1 })
    await expect(shop.importBytes(packed, 'sv', { sheet: 'Info' })).rejects.toThrow(/Found: prislista/)
  })

  it('survives XML that breaks off or attacks, and a line without end', async () => {
    const whole = xml(mixed)
    await expect(shop.importBytes(whole.slice(0, -40), 'sv')).rejects.toThrow(/not well-formed/)
    const bomb = `<!DOCTYPE rss [<!ENTITY a "boom"><!ENTITY b SYSTEM "file:///etc/passwd">]>${xml([
      rowOf({ id: 'X-1', title: 'Safe' }),
    ])
      .replace('<?xml version="1.0"?>\n', '')
      .replace('Safe', '&b;')}`
    expect(await shop.importBytes(bomb, 'sv')).toMatchObject({ read: 1, refused: 1, reasons: { bad_xml: 1 } })
    const endless = tsv([rowOf({ id: 'L-1', description: 'x'.repeat(3_000_000) }), rowOf({ id: 'L-2' })])
    expect(await shop.importBytes(endless, 'sv')).toMatchObject({
      read: 2,
      created: 1,
      reasons: { row_too_long: 1 },
    })
  })

  it('refuses records of NDJSON that do not fit, with the place in the record', async () => {
    const lines = [
      '{"record":"brand","slug":"a","name":"A"}',
      '{"record":"brand","slug":"B","name":"A"}',
      '{"record":"brand","slug":"b"',
      '{"record":"brand","slug":"c","name":"half \\ud800"}',
      '{"record":"product","sku":"S","type":"standard","categories":[],"stores":{"sv":{"name":"S","slug":"s","description":"","vatPercent":25,"prices":[{"q":1,"p":1.005}],"stock":{"available":1}}}}',
      '{"record":"ghost"}',
    ]
    const result = await shop.importBytes(lines.join('\n'))
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
