import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { feedColumns } from './feed-row.ts'
import { link, rowOf, sharedData, tsv, useImportShop, xml } from './import-fixture.test-support.ts'

const feeds = join(sharedData, 'feeds')
const shop = useImportShop()

describe('an import that is killed', () => {
  it('is completed by running it again', async () => {
    const rows = Array.from({ length: 6000 }, (_, n) => rowOf({ id: `K-${n}`, title: `Batteri ${n}` }))
    const file = join(shop.folder, 'killed.tsv')
    await writeFile(file, tsv(rows))
    const count = async () => Number((await shop.rowsOf('select count(*) n from product'))[0]?.['n'])
    // The import waits for a product that is being written elsewhere, so it is killed in the middle of a batch.
    const elsewhere = await shop.test.db.startTransaction().execute()
    await sql`set local session_replication_role = replica`.execute(elsewhere)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(elsewhere)
    await sql`insert into product (sku, type) values ('K-4500', 1)`.execute(elsewhere)
    const child = spawn(process.execPath, ['cli/anode.ts', 'import', 'products', file, '--store', 'sv'], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        DATA_DIR: shop.folder,
        DATABASE_URL: shop.test.url,
        SECRET: 'x'.repeat(40),
      },
      cwd: join(import.meta.dirname, '..'),
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    try {
      await vi.waitFor(async () => expect(await count()).toBe(4000), { timeout: 60_000 })
    } finally {
      child.kill('SIGKILL')
      await ended
      await elsewhere.rollback().execute()
    }
    const before = await count()
    expect(before).toBe(4000)
    const result = await shop.importFile(file, 'sv')
    expect(result).toMatchObject({ read: 6000, refused: 0, changed: 0, created: 6000 - before })
    expect(await shop.importFile(file, 'sv')).toMatchObject({ unchanged: 6000 })
  }, 300_000)
})

describe.skipIf(!existsSync(feeds))('the shared feeds (SHARED_DATA)', () => {
  it('go in whole, again without a change, and for a second store', async () => {
    const file = join(feeds, 'icecat-sv.tsv.gz')
    expect(await shop.importFile(file, 'sv')).toMatchObject({ read: 8740, created: 8740, report: null })
    const [logged] = await shop.rowsOf('select count(*) n from change_log')
    expect(await shop.importFile(file, 'sv')).toMatchObject({ unchanged: 8740 })
    expect(await shop.rowsOf('select count(*) n from change_log')).toEqual([logged])
    expect(await shop.importFile(join(feeds, 'icecat-de.tsv.gz'), 'de')).toMatchObject({ created: 8740 })
    const first = await shop.exported({ format: 'tsv', store: 'sv', productLink: link })
    await shop.moveToEmptyShop()
    expect(await shop.importBytes(first, 'sv')).toMatchObject({ created: 8740 })
    expect(await shop.exported({ format: 'tsv', store: 'sv', productLink: link })).toBe(first)
  }, 300_000)

  it('have exactly the expected rows refused or repaired in the dirty copy', async () => {
    const result = await shop.importFile(join(feeds, 'icecat-sv-dirty.tsv.gz'), 'sv')
    const expected = JSON.parse(await readFile(join(feeds, 'icecat-sv-dirty.expected.json'), 'utf8')) as {
      row: number
      line: number
      id: string
      defect: string
      column?: string
    }[]
    const codes: Record<string, string> = {
      missing_price: 'missing',
      price_decimal_comma: 'decimal_comma',
      negative_price: 'negative_amount',
      unknown_currency: 'bad_currency',
      duplicate_id: 'duplicate_id',
      broken_utf8: 'broken_utf8',
      html_script_in_title: 'markup',
      title_10000_chars: 'too_long',
      unknown_availability: 'bad_availability',
      sale_price_above_price: 'sale_price_not_lower',
      bad_gtin_checksum: 'bad_gtin',
      missing_column: 'too_few_fields',
      extra_tab: 'too_many_fields',
    }
    const shiftsColumns = ['missing_column', 'extra_tab']
    expect(
      result.reports.map(({ row, line, id, code, column }) => ({ row, line, id, code, column })),
    ).toEqual(
      expected
        // `available for order`, which the file counts as unknown, is a word of Meta's catalogues.
        .filter(({ id }) => id !== '61127')
        .map(({ row, line, id, defect, column }) => ({
          // It counts from the first row after the header.
          row: row + 1,
          line,
          id,
          code: codes[defect],
          column: shiftsColumns.includes(defect) ? undefined : column,
        })),
    )
    expect(result).toMatchObject({ read: 2000, created: 1905, refused: 95, repaired: 8 })
  }, 300_000)
})

/** Whether XML 1.0 can represent the text. */
function fitsXml(text: string): boolean {
  return text.isWellFormed() && !/[\p{Cc}\ufffe\uffff]/u.test(text)
}

describe('hostile text in every column', () => {
  const own = [
    "'; drop table product; --",
    '" or ""="',
    '\u202Egnp.exe',
    '${7*7}',
    '{{7*7}}',
    '%s%n',
    '../../etc/passwd',
    '\u0000',
    '\u0007',
    '<script>alert(1)</script>',
    '=cmd|calc',
    'Ω≈ç√∫',
    '👩‍👩‍👧‍👦',
    'ด้้้้้็็็็็',
    '\ud800',
    '9'.repeat(400),
    '-1',
    'NaN',
    'Infinity',
    '\\',
    '\\N',
    '{}',
    '[]',
    'null',
    '__proto__',
    'constructor',
  ]
  const shared = join(sharedData, 'naughty-strings.json')

  it.each(['tsv', 'xml'] as const)(
    'is rejected or stored unchanged, never a crash (%s)',
    async (format) => {
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
      const result = await shop.importBytes(format === 'xml' ? xml(safe) : tsv(safe), 'sv')
      expect(result.read).toBe(safe.length)
      expect(result.created + result.refused).toBe(safe.length)
      expect(result.reasons.database_refused).toBeUndefined()
      const [title] = await shop.rowsOf(
        `select name from store_product s join product p on p.id = s.product_id where sku = 'N-0-1'`,
      )
      expect(title).toEqual({ name: "'; drop table product; --" })
      const text = await shop.exported({ format: 'tsv', store: 'sv', productLink: link })
      expect(await shop.importBytes(text, 'sv')).toMatchObject({ changed: 0, created: 0, refused: 0 })
    },
    300_000,
  )
})
