import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { link, mixed, rowOf, tsv, useImportShop } from './import-fixture.test-support.ts'
import { loadDemoCatalogue } from '../demo/load-demo-catalogue.server.ts'
import { testActor } from '../test/test-actor.ts'

const shop = useImportShop()

describe('exporting', () => {
  it('writes a feed that recreates the catalogue, and is identical the second time', async () => {
    await shop.importBytes(tsv(mixed), 'sv')
    const first = await shop.exported({ format: 'tsv', store: 'sv', productLink: link })
    const before = await shop.contents()
    await shop.moveToEmptyShop()
    expect(await shop.importBytes(first, 'sv')).toMatchObject({ created: 5, refused: 0 })
    expect(await shop.contents()).toEqual(before)
    expect(await shop.exported({ format: 'tsv', store: 'sv', productLink: link })).toBe(first)
  })

  it('writes no formula for spreadsheets, and reads what it wrote unharmed; the public feed keeps the names', async () => {
    const rows = [
      rowOf({ id: 'F-1', title: '=HYPERLINK("x")', description: '- lätt' }),
      rowOf({ id: 'F-2', title: "'=lätt" }),
    ]
    await shop.importBytes(tsv(rows), 'sv')
    const { db } = shop.test
    await sql`update store_product set name = '=1+1' where name like '=HYPER%'`.execute(db)
    const before = await shop.contents()
    const feed = await shop.exported({ format: 'tsv', store: 'sv', productLink: link })
    expect(feed).toContain("\t'=1+1\t'- lätt\t")
    expect(await shop.importBytes(feed, 'sv')).toMatchObject({ created: 0, changed: 0, refused: 0 })
    expect(await shop.contents()).toEqual(before)
    const open = {
      format: 'tsv',
      store: 'sv',
      productLink: link,
      pictureLink: (source: string) => source,
    } as const
    expect(await shop.exported(open)).toContain('\t=1+1\t- lätt\t')
  })

  it('says in the public feed what can be bought: sets by their parts, and nothing that the store withholds', async () => {
    const cells = rowOf({ id: 'CELLS', quantity: '5' })
    await shop.importBytes(tsv([cells, rowOf({ id: 'SET-2' }), rowOf({ id: 'SET-9' })]), 'sv')
    const { db } = shop.test
    await sql`insert into set_part (set_id, product_id, quantity) select s.id, c.id, right(s.sku, 1)::integer
      from product s, product c where s.sku like 'SET-%' and c.sku = 'CELLS'`.execute(db)
    const said = async (pictureLink?: (source: string) => string) => {
      const feed = await shop.exported({
        format: 'tsv',
        store: 'sv',
        productLink: link,
        ...(pictureLink && { pictureLink }),
      })
      const [header, ...rows] = feed
        .trimEnd()
        .split('\n')
        .map((row) => row.split('\t'))
      const at = (name: string) => header!.indexOf(name)
      return rows.map((row) => [row[at('id')], row[at('availability')], row[at('quantity')]])
    }
    const stored = await said()
    expect(stored.map(([, availability]) => availability)).toEqual(['in_stock', 'in_stock', 'in_stock'])
    expect(await said((source) => source)).toEqual([
      ['CELLS', 'in_stock', '5'],
      ['SET-2', 'in_stock', '2'],
      ['SET-9', 'out_of_stock', '0'],
    ])
    // None of them names its manufacturer.
    await sql`insert into store_setting (store, section, value, version, changed_at)
      values ('sv', 'products', '{"requiresStatutoryData": true}', 1, now())`.execute(db)
    expect((await said((source) => source)).map(([, availability]) => availability)).toEqual([
      'out_of_stock',
      'out_of_stock',
      'out_of_stock',
    ])
    expect(await said()).toEqual(stored)
  })

  it('writes NDJSON of everything in all stores', async () => {
    await loadDemoCatalogue(shop.test.db, testActor, new Date('2026-11-20T10:00:00Z'))
    await shop.importBytes(tsv(mixed), 'sv')
    const first = await shop.exported({ format: 'ndjson' })
    for (const store of ['sv', 'no', 'de', 'da'] as const) {
      const feed = await shop.exported({ format: 'tsv', store, productLink: link })
      expect(await shop.importBytes(feed, store), store).toMatchObject({ created: 0, changed: 0, refused: 0 })
    }
    await shop.moveToEmptyShop()
    expect(await shop.importBytes(first)).toMatchObject({ refused: 0, repaired: 0, changed: 0 })
    expect(await shop.exported({ format: 'ndjson' })).toBe(first)
  }, 120_000)
})
