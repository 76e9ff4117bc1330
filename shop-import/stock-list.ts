/**
 * Reads a list of stock that a merchant or a warehouse keeps: product numbers and units, without prices, by the columns
 * of a price list.
 */
import { z } from 'zod'
import { readLocalCount } from '../catalogue-import/local-amount.ts'
import { hasColumns, unreadColumns } from '../catalogue-import/named-cells.ts'
import { columnKey, priceListColumns } from '../catalogue-import/price-list-columns.ts'
import { readStockWord } from '../catalogue-import/stock-words.ts'
import type { Table } from '../catalogue-import/table.ts'
import { readFields, textOf, type ShopTablePreset, type ShopTableRow } from './shop-table.ts'
import type { StockValues } from './shopify-inventory.ts'

/** Of tables in which a number and a quantity mean something else. */
const ofOthers = [
  'Email',
  'E-post',
  'E-mail',
  'Order',
  'Order number',
  'Order ID',
  'Ordernummer',
  'Ordrenummer',
  'Bestellnummer',
  'Currency',
  'Valuta',
  'Währung',
]

/** A list with prices under other names is of products, whose columns staff map. */
const priceWord = /pris|preis|price|cost|kost|amount|belopp|beløb|beløp|betrag|^[ev]k/

export const stockList: ShopTablePreset<StockValues> = {
  name: 'stock-list',
  holds: 'stock',
  matches: (names) => {
    const { sku, stock, price, ordinaryPrice } = priceListColumns(names)
    return (
      sku !== undefined &&
      stock !== undefined &&
      (price ?? ordinaryPrice) === undefined &&
      !names.some((name) => priceWord.test(columnKey(name))) &&
      !ofOthers.some((name) => hasColumns(names, [name]))
    )
  },
  unused: (names) => unreadColumns(names, Object.values(readColumns(names))),
  read: readStockList,
}

/** The columns as the file writes them. */
function readColumns(names: readonly string[]): { sku: string; units: string } {
  const { sku, stock } = priceListColumns(names)
  return { sku: names[sku ?? -1] ?? '', units: names[stock ?? -1] ?? '' }
}

const stockRow = z.object({
  sku: z.string().min(1, 'missing').max(100, 'too_long'),
  units: z
    .string()
    .min(1, 'missing')
    .transform((text, context) => {
      const units = readLocalCount(text) ?? (readStockWord(text) === 'out_of_stock' ? 0 : null)
      if (units !== null && units <= mostUnits) return units
      context.addIssue({ code: 'custom', message: 'bad_quantity' })
      return z.NEVER
    }),
})

const mostUnits = 9_999_999

async function* readStockList(table: Table): AsyncGenerator<ShopTableRow<StockValues>> {
  const { sku: skuAt = -1, stock: stockAt = -1 } = priceListColumns(table.columns)
  const { sku, units } = readColumns(table.columns)
  for await (const { row, line, bytes, cells, refused } of table.rows) {
    const texts = { sku: textOf(cells[skuAt]), units: textOf(cells[stockAt]) }
    const place = { row, line, bytes, ...(texts.sku !== '' && { id: texts.sku }) }
    const read = readFields(stockRow, { sku: [sku], units: [units] }, texts)
    if (refused) yield { ...place, refused }
    else if (!read.ok) yield { ...place, refused: read.problem }
    else yield { ...place, values: { ...read.values, locations: [] } }
  }
}
