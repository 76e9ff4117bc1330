/** Rows of a table that are selected for a bulk change: some of them, or all that match the view. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { changeView } from './view.ts'

/** What a bulk change is about. `query`: the view, which the server resolves when the change is made. */
export type BulkTarget<Row> = { count: number } & ({ rows: readonly Row[] } | { query: string })

/** The target in the body of a request: the view, or what names each selected row. `name`: of the list of names. */
export const bodyOfTarget = <Row, Name extends string, Named>(
  target: BulkTarget<Row>,
  name: Name,
  namedBy: (row: Row) => Named,
) => ('query' in target ? { query: target.query } : { [name]: target.rows.map(namedBy) })

export interface Selection {
  keys: ReadonlySet<string>
  /** Every row that matches the view, on all pages. */
  isAll: boolean
  toggle: (key: string) => void
  togglePage: (keys: readonly string[]) => void
  selectAll: () => void
  clear: () => void
}

/** The selection ends when the rows are others. */
export function useSelection(): Selection & { viewQuery: string } {
  const [parameters] = useSearchParams()
  const viewQuery = changeView(parameters, { after: null, columns: null, isCompact: false }).toString()
  const [state, setState] = useState({ viewQuery, keys: new Set<string>(), isAll: false })
  const { keys, isAll } = state.viewQuery === viewQuery ? state : { keys: new Set<string>(), isAll: false }
  const set = (next: ReadonlySet<string>, all = false) =>
    setState({ viewQuery, keys: new Set(next), isAll: all })
  return {
    viewQuery,
    keys,
    isAll,
    toggle: (key) => {
      const next = new Set(keys)
      if (!next.delete(key)) next.add(key)
      set(next)
    },
    togglePage: (page) => {
      const isWhole = page.every((key) => keys.has(key))
      const next = new Set(keys)
      for (const key of page) {
        if (isWhole) next.delete(key)
        else next.add(key)
      }
      set(next)
    },
    selectAll: () => set(keys, true),
    clear: () => set(new Set()),
  }
}
