/** A table with the columns of a Merchant Center feed, however it is separated and encoded. */
import { feedColumns, requiredColumns, type FeedColumn, type FeedValues } from './feed-row.ts'
import { FeedFault } from './feed-fault.ts'
import { textOfCell } from './formula-cell.ts'
import { nameKey } from './named-cells.ts'
import { shortened } from './row-report.ts'
import type { TablePreset } from './table.ts'

export const merchantTable: TablePreset = {
  name: 'merchant',
  matches: (columns) => {
    const names = columns.map(feedColumnName)
    return requiredColumns.every((column) => names.includes(column))
  },
  unused: (columns) => columns.filter((column) => !isFeedColumn(feedColumnName(column))),
  async *read({ columns, rows }) {
    const names = columns.map(feedColumnName)
    requireSingleColumns(names)
    const idAt = names.indexOf('id')
    for await (const { cells, refused, ...place } of rows) {
      const id = cells[idAt]?.trim() ?? ''
      const known = { ...place, ...(id !== '' && { id: shortened(id) }) }
      if (refused) {
        yield { ...known, refused }
        continue
      }
      const values: FeedValues = {}
      for (const [index, name] of names.entries())
        if (isFeedColumn(name)) values[name] = textOfCell(cells[index] ?? '')
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

/** Throws FeedFault when two columns have the name of the same column of a feed. */
export function requireSingleColumns(names: readonly string[]): void {
  const twice = names.find((name, index) => isFeedColumn(name) && names.indexOf(name) !== index)
  if (twice !== undefined) throw new FeedFault('column_twice', { column: twice })
}
