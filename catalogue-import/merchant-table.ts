/** A table with the columns of a Merchant Center feed, however it is separated and encoded. */
import { feedColumns, requiredColumns, type FeedColumn, type FeedValues } from './feed-row.ts'
import { fieldKeyOf } from './field-cells.ts'
import { FeedFault } from './feed-fault.ts'
import { textOfCell } from './formula-cell.ts'
import { nameKey } from './named-cells.ts'
import { shortened, titleIn } from './row-report.ts'
import type { TablePreset } from './table.ts'

export const merchantTable: TablePreset = {
  name: 'merchant',
  matches: (columns) => {
    const names = columns.map(feedColumnName)
    return requiredColumns.every((column) => names.includes(column))
  },
  unused: (columns) => columns.filter((column) => !isRead(feedColumnName(column))),
  async *read({ columns, rows }) {
    const names = columns.map(feedColumnName)
    requireSingleColumns(names)
    const [idAt, titleAt] = [names.indexOf('id'), names.indexOf('title')]
    for await (const { cells, refused, ...place } of rows) {
      const id = cells[idAt]?.trim() ?? ''
      const known = { ...place, ...(id !== '' && { id: shortened(id) }) }
      if (refused) {
        yield { ...known, ...titleIn(cells[titleAt]), refused }
        continue
      }
      const values: FeedValues = {}
      for (const [index, name] of names.entries()) setCell(values, name, cells[index] ?? '')
      yield { ...known, values }
    }
  },
}

/** `g:Image Link`, `imageLink` → `image_link`. */
export function feedColumnName(text: string): string {
  return nameKey(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2'))
    .replace(/^g:/, '')
    .replaceAll(' ', '_')
}

export function isFeedColumn(name: string): name is FeedColumn {
  return (feedColumns as readonly string[]).includes(name)
}

/** Also a column of one of the shop's own fields. */
const isRead = (name: string): boolean => isFeedColumn(name) || fieldKeyOf(name) !== null

/** Sets the cell of a column that is read. */
export const setCell = (values: FeedValues, name: string, cell: string): void =>
  setText(values, name, textOfCell(cell))

/** The same of a text that was read from its cell. */
export function setText(values: FeedValues, name: string, text: string): void {
  const key = fieldKeyOf(name)
  if (isFeedColumn(name)) values[name] = text
  else if (key !== null) (values.fields ??= {})[key] = text
}

/** Throws FeedFault when two columns have the name of the same column of a feed. */
export function requireSingleColumns(names: readonly string[]): void {
  const twice = names.find((name, index) => isRead(name) && names.indexOf(name) !== index)
  if (twice !== undefined) throw new FeedFault('column_twice', { column: twice })
}
