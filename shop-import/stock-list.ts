/**
 * Reads a list of stock that a merchant or a warehouse keeps: product numbers and units, without prices, by the columns
 * of a price list.
 */
import { z } from 'zod'
import { readLocalCount } from '../catalogue-import/local-amount.ts'
import { unreadColumns } from '../catalogue-import/named-cells.ts'
import { columnKey, isOfOrders, priceListColumns } from '../catalogue-import/price-list-columns.ts'
import { readStockWord } from '../catalogue-import/stock-words.ts'
import type { Table } from '../catalogue-import/table.ts'
import { readFields, textOf, type ShopTablePreset, type ShopTableRow } from './shop-table.ts'
import type { StockValues } from './shopify-inventory.ts'

/** Beside a number and a quantity, these are columns of lists of cards and prices, by `columnKey`. */
const ofOthers =
  /^(?:valuta|currency|währung)|pris|preis|price|cost|kost|amount|belopp|beløb|beløp|betrag|^[ev]k/u

/** Of lists with a row for each warehouse or shop: their quantities would have to be added. */
const places =
  /^(?:lagerställe|lagersted|lagerort|lagernr|lagernummer|location|warehouse|butik|butikk|filial)$/u

/** `Lager` is a number of units, or the warehouse where a column beside it has the units. */
const units = /^(?:antal|antall|menge|quantity|qty|units?)$/u

export const stockList: ShopTablePreset<StockValues> = {
  name: 'stock-list',
  holds: 'stock',
  matches: (names) => {
    const keys = names.map(columnKey)
    const { sku, stock } = priceListColumns(names)
    const isWarehouse = keys[stock ?? -1] === 'lager' && keys.some((key) => units.test(key))
    return (
      sku !== undefined &&
      stock !== undefined &&
      !isWarehouse &&
      !keys.some((key) => isOfOrders(key) || ofOthers.test(key) || places.test(key))
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
