/** What a merchant recognises a refused row by: each reader names its product as the file does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readFeed, type FeedLimits } from './read-feed.server.ts'
import { textRow, workbookOf } from './zip-fixture.test-support.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anode-refused-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

async function refusedIn(contents: Buffer | string, limits: FeedLimits = {}) {
  const file = join(folder, 'feed')
  writeFileSync(file, contents)
  const source = await readFeed(file, 'sv', limits)
  const refused: (string | undefined)[][] = []
  for await (const row of source.rows) if (row.refused) refused.push([row.id, row.title, row.refused.code])
  return refused
}

const shopify = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Status\n'
const woocommerce = 'ID,Type,SKU,Name,Published,Parent,Regular price,In stock?\n'

it.each<[string, Buffer | string, (string | undefined)[][], FeedLimits?]>([
  [
    'a feed',
    'id\ttitle\tprice\tavailability\nA-1\tAA  battery\tx\tin_stock\nA-2\tD battery\t1 SEK\nA-3\t\tx\tin_stock\n',
    [
      ['A-1', 'AA  battery', 'bad_amount'],
      ['A-2', 'D battery', 'too_few_fields'],
      ['A-3', undefined, 'missing'],
    ],
  ],
  [
    'a feed in XML',
    '<rss><item><id>A-1</id><title>AA battery</title><price>x</price><availability>in_stock</availability></item></rss>',
    [['A-1', 'AA battery', 'bad_amount']],
  ],
  [
    'a feed with another separator',
    'id;title;price;availability\nA-1;AA battery;x;in_stock\nA-2;D battery;9 SEK;in_stock;5\n',
    [
      ['A-1', 'AA battery', 'bad_amount'],
      ['A-2', 'D battery', 'too_many_fields'],
    ],
  ],
  [
    'records',
    '{"record":"product","sku":"a-1","stores":{"sv":null,"de":{"name":"AA-Batterie"}}}\n',
    [['a-1', 'AA-Batterie', 'bad_record']],
  ],
  ['a price list', 'Artnr;Namn;Pris;Saldo\nA-1;Ett batteri;x;1\n', [['A-1', 'Ett batteri', 'bad_amount']]],
  [
    'a workbook',
    workbookOf({
      sheets: { Lista: textRow('Artnr', 'Namn', 'Pris', 'Saldo') + textRow('A-1', 'Ett batteri', 'x', '1') },
    }),
    [['A-1', 'Ett batteri', 'bad_amount']],
  ],
  [
    'a mapped table',
    'Nr;Vara;Kostar;Finns\nA-1;Ett batteri;x;1\n',
    [['A-1', 'Ett batteri', 'bad_amount']],
    {
      mapping: {
        fields: (['id', 'title', 'price', 'quantity'] as const).map((field, at) => ({
          field,
          column: ['Nr', 'Vara', 'Kostar', 'Finns'][at]!,
          text: '',
          steps: [],
        })),
      },
    },
  ],
  [
    'the export of Shopify, whose further variants have no name',
    `${shopify}glove,Gloves,Size,S,G-S,10,draft\nglove,,,M,G-M,10,\nhat,Hat,,,H-1,10,active,1\n`,
    [
      ['H-1', 'Hat', 'too_many_fields'],
      ['G-S', 'Gloves', 'not_published'],
      ['G-M', 'Gloves', 'not_published'],
    ],
  ],
  [
    'the export of WooCommerce',
    `${woocommerce}1,variable,G,Gloves,0,,,1\n2,variation,G-S,,1,G,10,1\n3,simple,H-1,Hat,0,,10,1\n`,
    [
      ['G-S', 'Gloves', 'not_published'],
      ['H-1', 'Hat', 'not_published'],
    ],
  ],
])('names the product of a refused row of %s', async (_kind, contents, refused, limits) => {
  expect(await refusedIn(contents, limits)).toEqual(refused)
})
