/** What a file of products says of the currency of its prices: one of another currency than the store's is refused. Pure. */
import type { Store } from '../domain/stores/stores.ts'
import { namedCurrency } from './local-amount.ts'
import { nameKey } from './named-cells.ts'
import { shortened, type RowProblem } from './row-report.ts'
import type { Table, TableRow } from './table.ts'

/** Names of columns that hold the currency of the prices beside them, as `nameKey` writes them. */
const currencyColumns: ReadonlySet<string> = new Set([
  'currency',
  'currency code',
  'price currency',
  'variant price currency',
  'valuta',
  'valutakod',
  'valutakode',
  'prisvaluta',
  'währung',
  'waehrung',
  'währungscode',
])

export const isCurrencyColumn = (column: string): boolean => currencyColumns.has(nameKey(column))

/** The rows of a table, those refused whose currency is another one than the store's. */
export function withCurrencyChecked(table: Table, store: Store): Table {
  const at = table.columns.findIndex(isCurrencyColumn)
  return at === -1 ? table : { ...table, rows: checkedRows(table, at, store) }
}

async function* checkedRows({ columns, rows }: Table, at: number, store: Store): AsyncGenerator<TableRow> {
  for await (const row of rows) {
    const text = row.cells[at]?.trim() ?? ''
    const isOther = /^[a-z]{3}$/i.test(text) && text.toUpperCase() !== store.currency
    if (row.refused || !isOther) yield row
    else
      yield {
        ...row,
        refused: namingCurrency(
          { code: 'wrong_currency', column: columns[at]!, value: shortened(text.toUpperCase()) },
          store,
        ),
      }
  }
}

/** A refusal for its currency, with the one that the file names; any other one as it is. */
export function namingCurrency(problem: RowProblem, { currency }: Store): RowProblem {
  const { code, value = '' } = problem
  if (code !== 'wrong_currency' || problem.detail) return problem
  const found = /^[A-Z]{3}$/.test(value) ? value : namedCurrency(value)?.meant.join('/')
  return found === undefined
    ? problem
    : { ...problem, detail: { code: 'other_currency', values: { found, currency } } }
}
