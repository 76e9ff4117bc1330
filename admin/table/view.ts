/** The view of a table as its address holds it: the query string of the page is that of the API and of the export. */

export interface View {
  search: string
  /** Filter name → its values, separated by commas, or a period of days `from..to`. */
  filters: Readonly<Record<string, string>>
  /** Name of the sort, with `-` in front from the last to the first; null: the table's own. */
  sort: string | null
  /** Key of the row before this page; null on the first page. */
  after: string | null
  /** Names of the shown columns in order; null: the table's own. */
  columns: readonly string[] | null
  isCompact: boolean
}

const filterPrefix = 'filter.'

/** As `contract/camel-case.ts` does it for the API: browsers import only types of the contract. */
const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

export function readView(parameters: URLSearchParams): View {
  const filters = [...parameters]
    .filter(([name, value]) => name.startsWith(filterPrefix) && value !== '')
    .map(([name, value]) => [name.slice(filterPrefix.length), value] as const)
  return {
    search: parameters.get('q') ?? '',
    filters: Object.fromEntries(filters),
    sort: parameters.get('sort'),
    after: parameters.get('after'),
    columns: parameters.get('columns')?.split(',').map(camelCase) ?? null,
    isCompact: parameters.get('density') === 'compact',
  }
}

export interface ViewChange {
  search?: string
  /** A filter's new values; null removes it. */
  filter?: { name: string; value: string | null }
  /** Removes every filter. */
  clearFilters?: boolean
  sort?: string | null
  after?: string | null
  columns?: readonly string[] | null
  isCompact?: boolean
}

/**
 * The address of a changed view. What changes the rows starts at the first page again; columns and density keep
 * the page.
 */
export function changeView(parameters: URLSearchParams, change: ViewChange): URLSearchParams {
  const next = new URLSearchParams(parameters)
  const set = (name: string, value: string | null) => {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  if (change.clearFilters)
    for (const name of [...next.keys()].filter((key) => key.startsWith(filterPrefix))) next.delete(name)
  if (change.search !== undefined) set('q', change.search)
  if (change.filter) set(`${filterPrefix}${change.filter.name}`, change.filter.value)
  if (change.sort !== undefined) set('sort', change.sort)
  if (change.columns !== undefined) set('columns', change.columns?.join(',') ?? null)
  if (change.isCompact !== undefined) set('density', change.isCompact ? 'compact' : null)
  const changesRows =
    change.clearFilters === true ||
    change.search !== undefined ||
    change.filter !== undefined ||
    change.sort !== undefined
  if (changesRows) next.delete('after')
  if (change.after !== undefined) set('after', change.after)
  return next
}

/** The columns of a view in their order, without names that the table does not know. */
export function shownColumns<Column extends { name: string; isHidden?: boolean }>(
  columns: readonly Column[],
  chosen: readonly string[] | null,
): Column[] {
  if (chosen === null) return columns.filter(({ isHidden }) => !isHidden)
  const found = chosen.flatMap((name) => columns.find((column) => column.name === name) ?? [])
  return found.length === 0 ? [...columns] : found
}
