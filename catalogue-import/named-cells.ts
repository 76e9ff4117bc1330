/** The cells of a table's rows by the names of their columns, of which other systems have several spellings. */

/**
 * `"Variant_SKU "` → `variant sku`: names of columns are compared without case, outer space, quotation marks, and without
 * regard to how words are separated.
 */
export const nameKey = (column: string): string =>
  column
    .normalize('NFC')
    .replaceAll(/[\uFEFF\u200B\u200E\u200F]/g, '')
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
    .toLowerCase()

/** The text of a row's first column with one of the names, without outer space; undefined: the table has no such column. */
export type NamedCells = (cells: readonly string[], ...names: string[]) => string | undefined

export function namedCells(columns: readonly string[]): NamedCells {
  const places = new Map<string, number>()
  for (const [place, column] of columns.entries()) {
    const name = nameKey(column)
    if (!places.has(name)) places.set(name, place)
  }
  // By the names as they are asked for, of which there are few, for a million rows.
  const asked = new Map<string, number | undefined>()
  const placeOf = (name: string) => {
    if (!asked.has(name)) asked.set(name, places.get(nameKey(name)))
    return asked.get(name)
  }
  return (cells, ...names) => {
    for (const name of names) {
      const place = placeOf(name)
      if (place !== undefined) return (cells[place] ?? '').trim()
    }
    return undefined
  }
}

/** The first column with one of the names, as the header writes it. `spellingOf`: its name in the language of the names. */
export const columnNamed = (
  columns: readonly string[],
  names: readonly string[],
  spellingOf = (column: string) => column,
): string | undefined =>
  names.flatMap((name) => columns.filter((column) => nameKey(spellingOf(column)) === nameKey(name)))[0]

/** Whether the table has a column of each group of spellings. */
export function hasColumns(columns: readonly string[], ...groups: readonly string[][]): boolean {
  const names = new Set(columns.map(nameKey))
  return groups.every((spellings) => spellings.some((name) => names.has(nameKey(name))))
}

/** The columns that none of the names and patterns mean. */
export function unreadColumns(columns: readonly string[], read: readonly (string | RegExp)[]): string[] {
  const names = new Set(read.flatMap((each) => (typeof each === 'string' ? [nameKey(each)] : [])))
  const patterns = read.filter((each) => typeof each !== 'string')
  return columns.filter((column) => {
    const name = nameKey(column)
    return !names.has(name) && !patterns.some((pattern) => pattern.test(name))
  })
}
