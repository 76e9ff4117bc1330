import { beforeEach, describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { textRow, workbookOf } from '../catalogue-import/zip-fixture.test-support.ts'
import { importProducts } from '../catalogue-import/import-products.server.ts'
import { toSku } from '../domain/products/sku.ts'
import { countStock } from '../domain/stock/count-stock.server.ts'
import { testActor } from '../test/test-actor.ts'
import { useShopImport } from './shop-import.test-support.ts'
import { stockList } from './stock-list.ts'

const shop = useShopImport()
const header =
  'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Incoming,Committed,Available,On hand'
const file = (...lines: string[]) => `${header}\r\n${lines.join('\r\n')}\r\n`

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anode-stock-'))
  const products = join(folder, 'products.csv')
  await writeFile(
    products,
    `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty
lampa,Lampa,Färg,Röd,L-1,100,shopify,5
lampa,,,Blå,,100,shopify,5
cell,Cell,Title,Default Title,C-1,20,shopify,5
`,
  )
  const options = { file: products, store: 'sv', reportDirectory: null } as const
  expect(await importProducts(shop.test.db, testActor, options)).toMatchObject({ created: 3, refused: 0 })
  await rm(folder, { recursive: true })
})
const stock = async () => {
  const { rows } = await sql<{ sku: string; available: number }>`select p.sku, s.available from stock s
    join product p on p.id = s.product_id where s.store = 'sv' order by p.sku`.execute(shop.test.db)
  return Object.fromEntries(rows.map(({ sku, available }) => [sku, available]))
}

it('quantities of all locations are added, and a second import changes nothing', async () => {
  const text = file(
    "lampa,Lampa,Färg,Röd,'1,,,Nord,0,2,3,5",
    'lampa,Lampa,Färg,Röd,L-1,,,Nord,0,2,40,43',
    'lampa,,Färg,Blå,,,,Nord,0,0,7,7',
    'cell,Cell,Title,Default Title,c-1,,,Nord,0,0,not stocked,not stocked',
    'lampa,Lampa,Färg,Röd,L-1,,,Butik,0,0,2,2',
    'cell,Cell,Title,Default Title,c-1,,,Butik,0,0,-3,-3',
  )
  const result = await shop.imported(text)
  expect(result).toMatchObject({ holds: 'stock', read: 4, changed: 3, refused: 1, repaired: 1 })
  expect(result.locations).toEqual(['Nord', 'Butik'])
  expect(result.reports).toMatchObject([
    { outcome: 'refused', row: 2, code: 'unknown_sku', value: '1' },
    { outcome: 'repaired', row: 5, id: 'c-1', code: 'negative_stock', value: '-3' },
  ])
  expect(result.changes.map(({ id, before, after }) => [id, before, after])).toEqual([
    ['L-1', '5', '42'],
    ['lampa-blå', '5', '7'],
    ['c-1', '5', '0'],
  ])
  expect(await stock()).toMatchObject({ 'C-1': 0, 'L-1': 42, 'lampa-blå': 7 })
  expect(await shop.imported(text)).toMatchObject({ changed: 0, unchanged: 3, refused: 1 })
  const { rows } =
    await sql`select distinct reason, reference from stock_change where reason = 'count'`.execute(
      shop.test.db,
    )
  expect(rows).toEqual([{ reason: 'count', reference: 'import' }])
})

it('variants that share a number have the one that the import of products made of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anode-stock-'))
  const products = join(folder, 'products.csv')
  await writeFile(
    products,
    `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty
sko,Sko,Storlek,36,S-1,100,shopify,5
sko,,,37,S-1,100,shopify,5
`,
  )
  const options = { file: products, store: 'sv', reportDirectory: null } as const
  expect(await importProducts(shop.test.db, testActor, options)).toMatchObject({ created: 2, refused: 0 })
  await rm(folder, { recursive: true })
  const text = file(
    'sko,Sko,Storlek,36,S-1,,,Nord,0,0,1,1',
    'sko,Sko,Storlek,37,S-1,,,Nord,0,0,2,2',
    'sko,Sko,Storlek,36,S-1,,,Butik,0,0,3,3',
  )
  expect(await shop.imported(text)).toMatchObject({ read: 2, changed: 2, refused: 0 })
  expect(await stock()).toMatchObject({ 'S-1-36': 4, 'S-1-37': 2 })
  // Shopify does not track the other one any more.
  expect(await shop.imported(file('sko,Sko,Storlek,37,S-1,,,Nord,0,0,9,9'))).toMatchObject({ changed: 1 })
  expect(await stock()).toMatchObject({ 'S-1-36': 4, 'S-1-37': 9 })
  const clash = file(
    'sko,Sko,Storlek,36,S-1,,,Nord,0,0,5,5',
    'sko,Sko,Storlek,37,S-1,,,Nord,0,0,6,6',
    'sko,Sko,Storlek,38,s-1-36,,,Nord,0,0,7,7',
  )
  expect(await shop.imported(clash)).toMatchObject({
    refused: 1,
    reports: [{ row: 4, code: 'duplicate_id' }],
  })
  expect(await stock()).toMatchObject({ 'S-1-36': 5, 'S-1-37': 6 })
})

it('counts hold when the file was given: what is sold before and between runs is taken off', async () => {
  const { db } = shop.test
  const heldAt = new Date().toISOString()
  const sell = (units: number) =>
    sql`update stock s set available = available - ${units} from product p
      where p.id = s.product_id and p.sku = 'L-1' and s.store = 'sv'`.execute(db)
  const text = file('lampa,Lampa,Färg,Röd,L-1,,,Nord,0,0,10,10')
  await sell(1)
  await shop.imported(text, { heldAt })
  expect((await stock())['L-1']).toBe(9)
  await sell(3)
  // The process was killed, and the job begins again.
  expect(await shop.imported(text, { heldAt })).toMatchObject({ changed: 0, unchanged: 1 })
  expect((await stock())['L-1']).toBe(6)
})

it('more was sold than was counted: the stock is zero, and the row is named', async () => {
  const heldAt = new Date().toISOString()
  await sql`update stock s set available = 0 from product p
    where p.id = s.product_id and p.sku = 'L-1' and s.store = 'sv'`.execute(shop.test.db)
  const result = await shop.imported(file('lampa,Lampa,Färg,Röd,L-1,,,Nord,0,0,2,2'), { heldAt })
  expect(result.reports).toMatchObject([{ outcome: 'repaired', code: 'stock_below_zero', value: '2' }])
  expect((await stock())['L-1']).toBe(0)
})

it('a later count of staff stays', async () => {
  const heldAt = new Date().toISOString()
  const count = { sku: toSku('L-1'), store: 'sv', units: 20, countedAt: null, note: '' } as const
  expect(await countStock(shop.test.db, testActor, count)).toMatchObject({ ok: true })
  await shop.imported(file('lampa,Lampa,Färg,Röd,L-1,,,Nord,0,0,10,10'), { heldAt })
  expect((await stock())['L-1']).toBe(20)
})

it('one location is chosen, and a dry run writes nothing', async () => {
  const text = file(
    'lampa,,Färg,Röd,L-1,,,Nord,0,0,40,40',
    'lampa,,Färg,Röd,L-1,,,Butik,0,0,2,2',
    'cell,,Title,Default Title,C-1,,,Nord,0,0,9,9',
  )
  const options = { location: 'butik', dryRun: true }
  expect(await shop.imported(text, options)).toMatchObject({ read: 1, changed: 1 })
  expect((await stock())['L-1']).toBe(5)
  await shop.imported(text, { location: 'butik' })
  // What the location does not stock stays as it is.
  expect(await stock()).toMatchObject({ 'L-1': 2, 'C-1': 5 })
})

it('a file of available quantities has a column for each location', async () => {
  const text = `Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Nord,Butik
lampa,Lampa,Färg,Röd,L-1,850650,CN,4,not stocked
cell,Cell,Title,Default Title,C-1,,,x,1
`
  const result = await shop.imported(text)
  expect(result).toMatchObject({ read: 2, changed: 1, refused: 1, locations: ['Nord'] })
  expect(result.reports).toMatchObject([{ row: 3, code: 'bad_quantity', value: 'x' }])
  expect((await stock())['L-1']).toBe(4)
})

it('columns that an app has added to that file are no locations', async () => {
  const text = `Handle,Option1 Name,Option1 Value,SKU,HS Code,Batch,COO,Nord,Weight
cell,Title,Default Title,C-1,,7,CN,3,500
`
  expect((await shop.imported(text)).locations).toEqual(['Nord'])
  expect((await stock())['C-1']).toBe(3)
})

it('units of a discontinued product are counted and noted; it stays discontinued', async () => {
  await sql`update stock s set discontinued = true from product p
    where p.id = s.product_id and s.store = 'sv' and p.sku in ('C-1', 'L-1')`.execute(shop.test.db)
  const text = file(
    'cell,Cell,Title,Default Title,C-1,,,Nord,0,0,9,9',
    'lampa,Lampa,Färg,Röd,L-1,,,Nord,0,0,0,0',
  )
  const result = await shop.imported(text)
  expect(result).toMatchObject({ changed: 2, repaired: 0, reasons: { discontinued_product: 1 } })
  expect(result.reports).toMatchObject([
    { outcome: 'noted', row: 2, id: 'C-1', code: 'discontinued_product', value: '9' },
  ])
  const { rows } =
    await sql`select s.available, s.discontinued from stock s join product p on p.id = s.product_id
    where s.store = 'sv' and p.sku = 'C-1'`.execute(shop.test.db)
  expect(rows).toEqual([{ available: 9, discontinued: true }])
})

it('a list of numbers and units sets stock as people write it', async () => {
  const result = await shop.imported(
    'Artikelnr;Benämning;Lagersaldo;Hylla\nL-1;Lampa;1 200 st;A\nC-1;Cell;slut;B\nlampa-blå;Lampa;>100;C\nX;Okänd;3;D\nL-1;Lampa;9;A\nC-1;;ett par;B\n',
  )
  expect(result).toMatchObject({
    holds: 'stock',
    table: { preset: 'stock-list', unusedColumns: ['Benämning', 'Hylla'] },
  })
  expect(result.reports.map(({ row, outcome, code }) => [row, outcome, code])).toEqual([
    [5, 'refused', 'unknown_sku'],
    [6, 'refused', 'duplicate_id'],
    [7, 'refused', 'bad_quantity'],
  ])
  expect(await stock()).toMatchObject({ 'C-1': 0, 'L-1': 1200, 'lampa-blå': 100 })
})

it('a product that a long file names by its number and by its GTIN is counted once', async () => {
  await sql`update product set gtin = '4006381333931' where sku = 'L-1'`.execute(shop.test.db)
  const others = Array.from({ length: 600 }, (_, n) => `X-${n};1`).join('\n')
  const result = await shop.imported(`EAN;Lagersaldo\nL-1;10\n${others}\n4006381333931;20\n`)
  expect(result).toMatchObject({ changed: 1, refused: 601 })
  expect(result.reports.at(-1)).toMatchObject({
    row: 603,
    code: 'duplicate_id',
    detail: { code: 'earlier_row', values: { row: 2 } },
  })
  expect(await stock()).toMatchObject({ 'L-1': 10 })
})

it('a list that holds more than stock is another table', async () => {
  for (const columns of [
    'Artikelnr;Namn;Pris A;Lagersaldo',
    'SKU;VK netto;Bestand',
    'Code;Saldo;Valuta',
    'Ordernummer;Artikelnr;Antal',
    'Ordernr;Artikelnr;Benämning;Antal',
    'Kundnr;Artikelnr;Antal',
    'Artikelnr;Lager;Antal',
    'Artikelnr;Butik;Saldo',
  ])
    expect(stockList.matches(columns.split(';'))).toBe(false)
})

describe('a workbook', () => {
  const rows = (...cells: string[][]) => cells.map((each) => textRow(...each)).join('')
  const stockRows = rows(['Artikelnr', 'Lagersaldo'], ['L-1', '12'], ['C-1', '3'])

  it('is read as the table of its first sheet that is known, or of a named one', async () => {
    const file = workbookOf({
      sheets: {
        Om: rows(['Inventering 2026']),
        Lager: stockRows,
        Butik: rows(['Artikelnr', 'Saldo'], ['C-1', '8']),
      },
    })
    const result = await shop.imported(file)
    expect(result).toMatchObject({
      holds: 'stock',
      changed: 2,
      refused: 0,
      table: { sheet: 'Lager', sheets: ['Om', 'Lager', 'Butik'], encoding: null },
    })
    expect(await stock()).toMatchObject({ 'C-1': 3, 'L-1': 12 })
    expect(await shop.imported(file, { sheet: 'butik' })).toMatchObject({ read: 1, changed: 1 })
    expect(await stock()).toMatchObject({ 'C-1': 8, 'L-1': 12 })
  })

  it('of products, with a sheet of stock, is none unless that is named', async () => {
    const products = rows(['Artikelnr', 'Namn', 'Pris', 'Lagersaldo'], ['P-1', 'Kabel', '99', '4'])
    const file = workbookOf({ sheets: { Produkter: products, Lager: stockRows } })
    await expect(shop.imported(file)).rejects.toThrow('no table of another shop')
    const other = workbookOf({ sheets: { Lager: stockRows, Produkter: products } })
    await expect(shop.imported(other)).rejects.toThrow('no table of another shop')
    expect(await shop.imported(other, { sheet: 'Lager' })).toMatchObject({ holds: 'stock', changed: 2 })
  })
})
