/**
 * Shared fixtures of the import's db tests: small feeds, a database for each test, and the resulting
 * catalogue.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { DB } from '../db/schema.generated.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { exportProducts, type ExportOptions } from './export-products.server.ts'
import { feedColumns, type FeedValues } from './feed-row.ts'
import { importProducts, type ImportOptions, type ImportResult } from './import-products.server.ts'
import type { ChangeReport, RowReport } from './row-report.ts'
import { testActor } from '../test/test-actor.ts'

/** Real data, if available on the machine. */
export const sharedData = process.env['SHARED_DATA'] ?? join(import.meta.dirname, '../../shared/data')

type Imported = ImportResult & { reports: RowReport[]; changes: ChangeReport[] }

export interface ImportShop {
  test: TestDatabase
  folder: string
  importFile(file: string, store?: StoreCode, options?: Partial<ImportOptions>): Promise<Imported>
  importBytes(bytes: Buffer | string, store?: StoreCode, options?: Partial<ImportOptions>): Promise<Imported>
  rowsOf(query: string): Promise<Record<string, unknown>[]>
  contents(): Promise<unknown>
  exported(options: ExportOptions): Promise<string>
  /** Switches to another, empty database. */
  moveToEmptyShop(): Promise<void>
}

/** An empty shop for each test of the file. Call it once, outside of tests. */
export function useImportShop(): ImportShop {
  let files = 0
  const shop = {} as ImportShop
  beforeAll(async () => {
    shop.folder = await mkdtemp(join(tmpdir(), 'anode-import-'))
  })
  beforeEach(async () => {
    shop.test = await testDatabase()
    return () => shop.test.drop()
  })
  afterAll(() => rm(shop.folder, { recursive: true, force: true }))
  return Object.assign(shop, {
    async importFile(file: string, store?: StoreCode, options: Partial<ImportOptions> = {}) {
      const reports: RowReport[] = []
      const changes: ChangeReport[] = []
      const onReport = (report: RowReport) => void reports.push(report)
      const reportDirectory = join(shop.folder, 'reports')
      const result = await importProducts(shop.test.db, testActor, {
        file,
        store,
        reportDirectory,
        onReport,
        onChange: (change) => void changes.push(change),
        ...options,
      })
      return { ...result, reports, changes }
    },
    async importBytes(bytes: Buffer | string, store?: StoreCode, options: Partial<ImportOptions> = {}) {
      const file = join(shop.folder, `feed-${(files += 1)}`)
      await writeFile(file, bytes)
      return shop.importFile(file, store, options)
    },
    rowsOf: (query: string) => rowsIn(shop.test.db, query),
    contents: () => contentsOf(shop.test.db),
    async exported(options: ExportOptions) {
      let text = ''
      for await (const line of exportProducts(shop.test.db, options)) text += line
      return text
    },
    async moveToEmptyShop() {
      await shop.test.drop()
      shop.test = await testDatabase()
    },
  })
}

async function rowsIn(db: Kysely<DB>, query: string): Promise<Record<string, unknown>[]> {
  return (await sql.raw<Record<string, unknown>>(query).execute(db)).rows
}

/** Everything that a feed can set, with skus and codes instead of ids. */
async function contentsOf(db: Kysely<DB>): Promise<unknown> {
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
  for (const query of queries) tables.push(await rowsIn(db, query))
  return tables
}

/** The columns of a row. */
type FeedTexts = Omit<FeedValues, 'variant' | 'formerAddress' | 'fields' | 'facts' | 'tags' | 'isUpdate'>

/** A valid row, with changes. */
export function rowOf(changes: FeedTexts = {}): FeedTexts {
  return {
    id: 'A-1',
    title: 'Batteri AA',
    description: 'Bra.',
    availability: 'in_stock',
    price: '49.00 SEK',
    brand: 'Voltara',
    product_type: 'Batterier > AA',
    quantity: '9',
    condition: 'new',
    ...changes,
  }
}

/** Rows as a tab-separated feed. */
export function tsv(rows: FeedTexts[]): string {
  return [
    feedColumns.join('\t'),
    ...rows.map((row) => feedColumns.map((column) => row[column] ?? '').join('\t')),
    '',
  ].join('\n')
}

/** Rows as a feed that has only some columns. */
export function shortTsv(columns: (keyof FeedTexts)[], rows: FeedTexts[]): string {
  return [
    columns.join('\t'),
    ...rows.map((row) => columns.map((column) => row[column] ?? '').join('\t')),
    '',
  ].join('\n')
}

/** The same rows as RSS. */
export function xml(rows: FeedTexts[]): string {
  const escaped = (text: string) => text.replace(/[<>&]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  const items = rows.map((row) => {
    const fields = Object.entries(row).map(([name, value]) => `<g:${name}>${escaped(value)}</g:${name}>`)
    return `<item>\n  ${fields.join('\n  ')}\n  <g:shipping><g:price>5 SEK</g:price></g:shipping></item>`
  })
  return `<?xml version="1.0"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Feed</title>${items.join('\n')}</channel></rss>`
}

/** Address of a product page in exports. */
export const link = (slug: string) => `https://anode.example/sv/artiklar/${slug}.html`

/** One row of every availability, with and without a sale. */
export const mixed: FeedTexts[] = [
  rowOf({ gtin: '96385074', mpn: 'LR6', item_group_id: 'G1', image_link: 'https://pictures.example/a.jpg' }),
  rowOf({
    id: 'A-2',
    sale_price: '39.00 SEK',
    sale_price_effective_date: '2026-10-01T00:00+0100/2027-03-31T23:59+0200',
    tier_prices: '10:45.00;50:35.00',
  }),
  rowOf({ id: 'A-3', availability: 'backorder', availability_date: '2026-12-04T00:00+0100', quantity: '0' }),
  rowOf({ id: 'A-4', availability: 'preorder', availability_date: '2027-01-01', quantity: '12' }),
  rowOf({ id: 'A-5', availability: 'out_of_stock', quantity: '', product_type: 'Batterier', brand: '' }),
]
