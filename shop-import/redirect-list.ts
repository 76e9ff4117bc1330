/**
 * Reads redirects as plugins of WordPress and merchants list them, by columns for the former address and for the new one,
 * in the languages of the stores and in English.
 */
import { readBoolean } from '../catalogue-import/boolean-words.ts'
import { columnNamed, hasColumns, namedCells, unreadColumns } from '../catalogue-import/named-cells.ts'
import { priceListColumns } from '../catalogue-import/price-list-columns.ts'
import { shortened, type RowProblem } from '../catalogue-import/row-report.ts'
import type { Table, TableRow } from '../catalogue-import/table.ts'
import type { ShopTablePreset, ShopTableRow } from './shop-table.ts'
import { readRedirects, type RedirectValues } from './shopify-redirects.ts'

const columns = {
  from: [
    'Old URL',
    'Old address',
    'Old path',
    'Old',
    'From',
    'From URL',
    'Source',
    'Source URL',
    'Request URL',
    'Från',
    'Från URL',
    'Gammal adress',
    'Gammal URL',
    'Fra',
    'Fra URL',
    'Gammel adresse',
    'Gammel URL',
    'Von',
    'Von URL',
    'Alte Adresse',
    'Alte URL',
    'Quelle',
  ],
  to: [
    'New URL',
    'New address',
    'New path',
    'New',
    'To',
    'To URL',
    'Target',
    'Target URL',
    'Destination',
    'Destination URL',
    'Till',
    'Till URL',
    'Ny adress',
    'Ny URL',
    'Til',
    'Til URL',
    'Ny adresse',
    'Nach',
    'Nach URL',
    'Neue Adresse',
    'Neue URL',
    'Ziel',
  ],
} as const

/** Whether the former address is a pattern, as the plugin Redirection for WordPress has it. */
const pattern = 'regex'

/** Whether that plugin redirects: `enabled` or `disabled`. */
const state = 'status'

export const redirectList: ShopTablePreset<RedirectValues> = {
  name: 'redirect-list',
  holds: 'redirects',
  matches: (names) => {
    const { price, ordinaryPrice, stock, gtin } = priceListColumns(names)
    return (
      hasColumns(names, [...columns.from], [...columns.to]) &&
      (price ?? ordinaryPrice ?? stock ?? gtin) === undefined &&
      // `From; 2026-01-01; To; 2026-12-31` is a line above a list of prices.
      !names.some((name) => /\d/.test(name))
    )
  },
  unused: (names) => unreadColumns(names, [...Object.values(columns).flat(), pattern, state]),
  read: readRedirectList,
}

function readRedirectList({ columns: names, rows }: Table): AsyncGenerator<ShopTableRow<RedirectValues>> {
  const [from, to] = [columnNamed(names, columns.from)!, columnNamed(names, columns.to)!]
  const cell = namedCells(names)
  async function* plain(): AsyncGenerator<TableRow> {
    for await (const row of rows) {
      const isPattern = readBoolean(cell(row.cells, pattern) ?? '') === true
      const value = shortened(cell(row.cells, from) ?? '')
      const refused: RowProblem | null = isPattern
        ? { code: 'bad_address', column: from, value }
        : (cell(row.cells, state) ?? '').toLowerCase() === 'disabled'
          ? { code: 'redirect_disabled', column: state, value: 'disabled' }
          : null
      yield refused === null ? row : { ...row, refused }
    }
  }
  return readRedirects({ from: [from], to: [to] }, { columns: names, rows: plain() })
}
