/**
 * Reads the URL redirects that Shopify exports: pairs of addresses of the former shop.
 * https://help.shopify.com/en/manual/online-store/menus-and-links/url-redirect
 */
import { z } from 'zod'
import { hasColumns, namedCells, unreadColumns } from '../catalogue-import/named-cells.ts'
import type { Table } from '../catalogue-import/table.ts'
import {
  fieldTexts,
  readFields,
  type FieldColumns,
  type ShopTablePreset,
  type ShopTableRow,
} from './shop-table.ts'

/** As the file has them. */
export interface RedirectValues {
  from: string
  to: string
}

const columns = { from: ['Redirect from'], to: ['Redirect to'] } as const

export const shopifyRedirects: ShopTablePreset<RedirectValues> = {
  name: 'shopify-redirects',
  holds: 'redirects',
  matches: (names) => hasColumns(names, [...columns.from], [...columns.to]),
  unused: (names) => unreadColumns(names, Object.values(columns).flat()),
  read: (table) => readRedirects(columns, table),
}

const redirectRow = z.object({ from: z.string().min(1, 'missing'), to: z.string().min(1, 'missing') })

/** The pairs of a table by the spellings of their columns. */
export async function* readRedirects(
  named: FieldColumns<'from' | 'to'>,
  table: Table,
): AsyncGenerator<ShopTableRow<RedirectValues>> {
  const cell = namedCells(table.columns)
  for await (const { row, line, bytes, cells, refused } of table.rows) {
    const texts = fieldTexts(named, cell, cells)
    const place = { row, line, bytes, ...(texts.from !== '' && { id: texts.from }) }
    if (refused) {
      yield { ...place, refused }
      continue
    }
    const read = readFields(redirectRow, named, texts)
    yield read.ok ? { ...place, values: read.values } : { ...place, refused: read.problem }
  }
}
