/**
 * Reads a list of stock that a merchant or a warehouse keeps: product numbers and units, without prices, by the columns
 * of a price list.
 */
import { z } from 'zod'
import { readLocalCount } from '../catalogue-import/local-amount.ts'
import { unreadColumns } from '../catalogue-import/named-cells.ts'
import { columnKey, isOfOrders, priceListColumns } from '../catalogue-import/price-list-columns.ts'
import { readGtin } from '../domain/products/gtin.ts'
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
    const { sku, stock, gtin } = priceListColumns(names)
    const isWarehouse = keys[stock ?? -1] === 'lager' && keys.some((key) => units.test(key))
    return (
      (sku ?? gtin) !== undefined &&
      stock !== undefined &&
      !isWarehouse &&
      !keys.some((key) => isOfOrders(key) || ofOthers.test(key) || places.test(key))
    )
  },
  unused: (names) => unreadColumns(names, Object.values(readColumns(names))),
  read: readStockList,
}

/** The columns as the file writes them; '': there is no such column. */
function readColumns(names: readonly string[]): { sku: string; gtin: string; units: string } {
  const { sku, gtin, stock } = priceListColumns(names)
  return { sku: names[sku ?? -1] ?? '', gtin: names[gtin ?? -1] ?? '', units: names[stock ?? -1] ?? '' }
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
  const { sku: skuAt = -1, gtin: gtinAt = -1, stock: stockAt = -1 } = priceListColumns(table.columns)
  const { sku, gtin: gtinColumn, units } = readColumns(table.columns)
  for await (const { row, line, bytes, cells, refused } of table.rows) {
    const code = textOf(cells[gtinAt])
    // Some have no number but the GTIN.
    const texts = { sku: textOf(cells[skuAt]) || code, units: textOf(cells[stockAt]) }
    const place = { row, line, bytes, ...(texts.sku !== '' && { id: texts.sku }) }
    const read = readFields(stockRow, { sku: [sku || gtinColumn], units: [units] }, texts)
    const gtin = readGtin(code)
    if (refused) yield { ...place, refused }
    else if (!read.ok) yield { ...place, refused: read.problem }
    else yield { ...place, values: { ...read.values, ...(gtin !== null && { gtin }), locations: [] } }
  }
}
